import { beforeEach, expect } from '@jest/globals';
import {
  createProviderClient,
  type ProviderClient,
} from '../../../functions/core/sources/providers/provider-client.ts';
import type { Source, SourceContext } from '../../../functions/core/sources/source.ts';
import { type ProviderFault, startProviders } from '../../../infra/sandbox/providers/server.ts';
import { schemaOf } from '../../support/section-schema.ts';
import { contextOf } from '../../support/source-context.ts';
import { AGENT } from '../platform/network/local-servers.ts';
import { useOpened } from '../../support/use-opened.ts';

/** Constant time of the tests: a Saturday at noon. */
export const NOW = Date.parse('2026-11-21T12:00:00Z');

export const plain = createProviderClient(AGENT);

/** Starts the sandbox's providers for the tests of a file; at the start of each test, none has a fault. */
export function playProviders() {
  const faulty = new Set<string>();
  const providers = useOpened(() => startProviders({ now: () => NOW }));
  beforeEach(() => {
    for (const id of faulty) providers.fault(id, null);
    faulty.clear();
    providers.requests.splice(0);
  });

  function context(changes: Partial<SourceContext> = {}): SourceContext {
    return contextOf({
      now: () => NOW,
      http: plain,
      shared: (_name, _maxAgeMs, load) => load(),
      baseUrl: ({ setting }) => providers.urls[setting]!,
      keys: providers.keys,
      homeUrl: Promise.resolve('https://shop.example/'),
      ...changes,
    });
  }

  return {
    context,
    get url() {
      return providers.url;
    },
    get keys() {
      return providers.keys;
    },
    get requests() {
      return providers.requests;
    },
    fault(id: string, fault: ProviderFault) {
      faulty.add(id);
      providers.fault(id, fault);
    },
    /** Fetches a source, and compares the sections of its answer with the record's schema. */
    fetch: async (source: Source, domain = 'shop.example', changes: Partial<SourceContext> = {}) => {
      const answer = await source.fetch(domain, context(changes));
      for (const [path, section] of Object.entries(answer.sections ?? {})) {
        expect(source.fields).toContain(path);
        schemaOf(path)!.parse(section);
      }
      return answer;
    },
  };
}

/** A client that handles some requests by itself, and sends the others. */
export function clientThat(
  request: (...of: Parameters<ProviderClient['request']>) => ReturnType<ProviderClient['request']> | null,
): ProviderClient {
  return { request: (url, options) => request(url, options) ?? plain.request(url, options) };
}

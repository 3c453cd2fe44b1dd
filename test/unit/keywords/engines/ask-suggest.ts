import { beforeEach } from '@jest/globals';
import {
  requestSuggestions,
  type EngineDependencies,
} from '../../../../functions/core/keywords/engines/request-suggestions.ts';
import type { Engine } from '../../../../functions/core/keywords/engines/engine.ts';
import type { Locale } from '../../../../functions/core/keywords/choices.ts';
import { createProviderClient } from '../../../../functions/core/sources/providers/provider-client.ts';
import { type ProviderFault, startProviders } from '../../../../infra/sandbox/providers/server.ts';
import { AGENT } from '../../platform/network/local-servers.ts';
import { useOpened } from '../../../support/use-opened.ts';

export const EN: Locale = { language: 'en', region: 'US' };
export const ZH: Locale = { language: 'zh', region: 'CN' };

/** Fakes of the engines for the tests of a file, without faults at the start of each. */
export function playEngines() {
  const faulty = new Set<string>();
  const providers = useOpened(() => startProviders());
  beforeEach(() => {
    for (const id of faulty) providers.fault(id, null);
    faulty.clear();
    providers.requests.splice(0);
  });

  return {
    get url() {
      return providers.url;
    },
    /** Requests to engines, in order. */
    get requests() {
      return providers.requests;
    },
    fault(id: string, fault: ProviderFault) {
      faulty.add(id);
      providers.fault(id, fault);
    },
    ask: (engine: Engine, query: string, locale: Locale = EN, changes: Partial<EngineDependencies> = {}) =>
      requestSuggestions(engine, query, locale, {
        http: createProviderClient(AGENT),
        owner: 'owner-1',
        baseUrl: ({ setting }) => {
          const url = providers.urls[setting];
          if (!url) throw new Error(`${setting} leads nowhere`);
          return url;
        },
        disabled: new Set(),
        timeoutMs: 5_000,
        ...changes,
      }),
  };
}

import { schemaOf } from '../../support/section-schema.ts';
import { siteReader } from '../../support/site-reader.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { siteAccessOf } from '../../support/site-access.ts';
import { createProviderClient } from '../../../functions/shared/providers/provider-client.ts';
import { ProviderUnavailable } from '../../../functions/shared/storage/provider-rate-limit.ts';
import type { Source, SourceContext } from '../../../functions/shared/sources/source.ts';
import { faults, type ProviderFault } from '../../../infra/sandbox/providers/faults.ts';
import { type Providers, startProviders } from '../../../infra/sandbox/providers/providers.ts';
import { AGENT, closedPort, networkOf } from '../network/local-servers.ts';

/** A clock that stands still: a Saturday at noon. */
export const NOW = Date.parse('2026-11-21T12:00:00Z');

/**
 * Plays the providers for the tests of a file, well-behaved at the start of each.
 *
 * @param source what the file tests
 */
export function playProviders(source: Source) {
  let providers: Providers;
  const misbehaving = new Set<string>();
  beforeAll(async () => {
    providers = await startProviders({ now: () => NOW });
  });
  beforeEach(() => {
    for (const id of misbehaving) providers.fault(id, null);
    misbehaving.clear();
    providers.requests.splice(0);
  });
  afterAll(() => providers.close());

  function context(changes: Partial<SourceContext> = {}): SourceContext {
    return {
      network: networkOf({}),
      reader: siteReader,
      now: () => NOW,
      http: createProviderClient(AGENT),
      shared: (_name, _maxAgeMs, load) => load(),
      baseUrl: ({ setting }) => {
        const url = providers.urls[setting];
        if (!url) throw new Error(`${setting} leads nowhere`);
        return url;
      },
      keys: providers.keys,
      site: siteAccessOf(networkOf({})),
      crawled: Promise.resolve(null),
      homeUrl: Promise.resolve('https://shop.example/'),
      ...changes,
    };
  }

  return {
    context,
    get keys() {
      return providers.keys;
    },
    /** What was asked so far, of one stand-in. */
    asked: (id: string) => providers.requests.filter(({ provider }) => provider === id),
    fault(id: string, fault: ProviderFault) {
      misbehaving.add(id);
      providers.fault(id, fault);
    },
    /** Asks, and holds what comes against the record's schema. */
    ask: async (domain: string, changes: Partial<SourceContext> = {}) => {
      const answer = await source.ask(domain, context(changes));
      for (const [path, section] of Object.entries(answer.sections ?? {})) {
        expect(source.fields).toContain(path);
        schemaOf(path)!.parse(section);
      }
      return answer;
    },
  };
}

/**
 * What holds for every provider, whatever it is asked.
 *
 * @param id the stand-in that misbehaves
 */
export function testCommonFailures(played: ReturnType<typeof playProviders>, source: Source, id: string) {
  const cases: [string, ProviderFault, object][] = [
    [
      'a 429 that is an HTML page without Retry-After',
      faults.tooManyRequestsPage(),
      { status: 'rate_limited', http_status: 429, error: { code: 'rate_limited', retryable: true } },
    ],
    [
      'a 429 in JSON',
      faults.tooManyRequests(30),
      { status: 'rate_limited', http_status: 429, error: { code: 'rate_limited', retryable: true } },
    ],
    [
      'a captcha page with status 200',
      faults.captcha(),
      { status: 'blocked', http_status: 200, error: { code: 'blocked', retryable: true } },
    ],
    [
      'a 500',
      faults.serverError(),
      { status: 'error', http_status: 500, error: { code: 'unavailable', retryable: true } },
    ],
    [
      'a 503',
      faults.unavailable(),
      { status: 'error', http_status: 503, error: { code: 'unavailable', retryable: true } },
    ],
    [
      'JSON that is cut short',
      faults.truncated(),
      { status: 'error', http_status: 200, error: { code: 'unreadable', retryable: true } },
    ],
    [
      'JSON of another form',
      faults.json(['unexpected', 1]),
      { status: 'error', http_status: 200, error: { code: 'unreadable' } },
    ],
    ['a reset connection', faults.reset(), { status: 'error', error: { code: 'connection_reset', retryable: true } }],
  ];

  test(`the ${source.id} source reads what its stand-in makes up for any domain, the same each time`, async () => {
    for (let index = 0; index < 20; index += 1) {
      const domain = `made-up-${index}.com`;
      const askIt = () => played.ask(domain, { homeUrl: Promise.resolve(`https://${domain}/`) });
      const answer = await askIt();
      expect(['ok', 'empty']).toContain(answer.status);
      expect(await askIt()).toEqual(answer);
    }
  });

  describe(`the ${source.id} source, when its provider fails`, () => {
    test.each(cases)('tells of %s, and gives no section', async (_name, fault, expected) => {
      played.fault(id, fault);
      const answer = await played.ask('shop.example');
      expect(answer).toMatchObject(expected);
      expect(answer.sections).toBeUndefined();
      expect(answer.past).toBeUndefined();
      for (const key of Object.values(played.keys)) expect(JSON.stringify(answer)).not.toContain(key);
    });

    test('tells of a provider that does not listen', async () => {
      const url = `http://127.0.0.1:${await closedPort()}`;
      const answer = await played.ask('shop.example', { baseUrl: () => url });
      expect(answer).toMatchObject({ status: 'error', error: { code: 'connection_refused', retryable: true } });
    });

    test('leaves it to the caller where it is not its turn', async () => {
      const http = { request: () => Promise.reject(new ProviderUnavailable('busy', 5_000)) };
      await expect(played.ask('shop.example', { http })).rejects.toThrow(ProviderUnavailable);
    });
  });
}

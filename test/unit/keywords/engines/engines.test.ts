import { afterAll, afterEach, describe, expect, jest, test } from '@jest/globals';
import {
  countries,
  type EngineId,
  engineIds,
  enginesOf,
  languages,
} from '../../../../functions/core/keywords/choices.ts';
import { engines } from '../../../../functions/core/keywords/engines/engines.ts';
import type { EngineDependencies } from '../../../../functions/core/keywords/engines/request-suggestions.ts';
import { localeOf, localeParameters } from '../../../../functions/core/keywords/parameters.ts';
import { ProviderUnavailable } from '../../../../functions/core/platform/rate-limit.ts';
import type { ProviderRequest } from '../../../../functions/core/sources/providers/provider-client.ts';
import { faults } from '../../../../infra/sandbox/providers/server.ts';
import { throughGbk } from '../../../../infra/sandbox/providers/suggest/engines.ts';
import { type Answer, faultOf, readCases } from '../../../support/read-cases.ts';
import { closedPort, closeServers, serveHttp } from '../../platform/network/local-servers.ts';
import { EN, playEngines, ZH } from './ask-suggest.ts';

const played = playEngines();
const { ask } = played;

interface Case {
  name: string;
  answer: Answer;
  expect: object;
}

const common = readCases<Case>('every-engine');

/** Queries that need to be encoded in a URL. */
const odd = ['c++ & c#', '100% "pure"', 'é ñ', 'a=b?c/d', '/sorry', '长尾词', '什么是 长尾词'];

const [google] = engines;

describe('engines', () => {
  afterEach(() => {
    jest.restoreAllMocks();
  });

  afterAll(closeServers);

  test('the engines are in the order of their ids', () => {
    expect(engines.map(({ id }) => id)).toEqual(engineIds);
  });

  describe.each(engines)('$id', (engine) => {
    test('returns the suggestions of its fake, trimmed and in order', async () => {
      for (const [query, locale] of [
        ['seo tool', EN],
        ['how to seo tool', EN],
        ['长尾词', ZH],
        ['长尾词多少钱', ZH],
      ] as const) {
        const answer = await ask(engine, query, locale);
        expect(answer).toMatchObject({ engine: engine.id, status: 'ok', http_status: 200, error: null });
        expect(answer.phrases.length).toBeGreaterThanOrEqual(8);
        expect(answer.phrases).toEqual(played.requests.at(-1)!.phrases!.map((phrase) => phrase.trim()));
      }
    });

    test('receives any query unchanged', async () => {
      for (const query of odd) {
        const { status, phrases } = await ask(engine, query);
        expect({ query, status }).toEqual({ query, status: 'ok' });
        const normal = phrases.map((phrase) => phrase.normalize('NFKC').toLowerCase().replace(/\s+/g, ' '));
        const seed = engine.id === 'sogou' ? throughGbk(query) : query;
        expect(normal.some((phrase) => phrase.includes(seed))).toBe(true);
        expect([...played.requests.at(-1)!.query.values()]).toContain(query);
      }
    });

    test('receives an emoji unchanged', async () => {
      expect((await ask(engine, '😀 seo')).status).toBe('ok');
      expect([...played.requests.at(-1)!.query.values()]).toContain('😀 seo');
    });

    test('has the status empty when it has no suggestions', async () => {
      const answer = await ask(engine, 'zzzz nothing');
      expect(answer).toMatchObject({ status: 'empty', phrases: [], http_status: 200, error: null });
      expect(played.requests.at(-1)!.phrases).toEqual([]);
    });

    test('is requested at its own low rate, with the headers of a script in a browser', async () => {
      const seen: ProviderRequest[] = [];
      const http: EngineDependencies['http'] = {
        request: (_url, options) => {
          seen.push(options);
          return Promise.reject(new ProviderUnavailable('busy', 1));
        },
      };
      await ask(engine, 'seo', ZH, { http, timeoutMs: 1_234 });
      const [{ rateLimit, headers, timeoutMs } = {} as ProviderRequest] = seen;
      expect(rateLimit).toEqual({ key: `suggest-${engine.id}`, intervalMs: 250, owner: 'owner-1' });
      expect(headers).toMatchObject({ accept: expect.stringContaining('*/*'), 'accept-language': 'zh-CN,zh;q=0.9' });
      expect(timeoutMs).toBe(1_234);
    });

    test('is requested at its own host, or at the address of the setting', async () => {
      const urls: string[] = [];
      const http: EngineDependencies['http'] = {
        request: (url) => {
          urls.push(url);
          return Promise.reject(new ProviderUnavailable('busy', 1));
        },
      };
      await ask(engine, 'seo', EN, { http, baseUrl: (address) => address.baseUrl });
      await ask(engine, 'seo', EN, { http, baseUrl: () => 'http://127.0.0.1:1' });
      expect(urls[0]).toMatch(/^https:\/\//);
      expect(new URL(urls[0]!).origin).toBe(engine.baseUrl);
      expect(urls[1]).toBe(urls[0]!.replace(engine.baseUrl, 'http://127.0.0.1:1'));
    });

    test('is not requested when it is disabled', async () => {
      const answer = await ask(engine, 'seo', EN, { disabled: new Set([engine.id]) });
      const error = { code: 'disabled', retryable: false };
      expect(answer).toMatchObject({ engine: engine.id, status: 'skipped', phrases: [], http_status: null, error });
      expect(played.requests).toEqual([]);
    });

    test.each(common)('reports $name, and returns no suggestions', async ({ answer: written, expect: expected }) => {
      played.fault(engine.id, faultOf(written, played.url));
      const answer = await ask(engine, 'my query');
      expect(answer).toMatchObject({ ...expected, phrases: [] });
      expect(JSON.stringify(answer)).not.toMatch(/secret|my query/);
      expect(played.requests.every(({ phrases }) => phrases === undefined)).toBe(true);
    });

    test('reports bytes that are invalid in all encodings', async () => {
      played.fault(engine.id, faults.raw(Buffer.from([0x22, 0xff, 0xff, 0x22]), 'text/javascript'));
      expect(await ask(engine, 'seo')).toMatchObject({ status: 'error', error: { code: 'parse' } });
    });

    test('reports an engine that is too slow or refuses connections', async () => {
      played.fault(engine.id, faults.slow(400));
      const timeout = { status: 'timeout', error: { code: 'timeout', retryable: true } };
      expect(await ask(engine, 'seo', EN, { timeoutMs: 40 })).toMatchObject(timeout);
      const url = `http://127.0.0.1:${await closedPort()}`;
      const error = { code: 'connection_refused', retryable: true };
      expect(await ask(engine, 'seo', EN, { baseUrl: () => url })).toMatchObject({ status: 'error', error });
    });
  });

  describe('a request to an engine', () => {
    test.each([
      ['busy', 'rate_limited'],
      ['retry_later', 'rate_limited'],
      ['source_down', 'skipped'],
    ] as const)('is not sent without a rate-limit slot (%s)', async (code, status) => {
      const http = { request: () => Promise.reject(new ProviderUnavailable(code, 5_000)) };
      const answer = await ask(google!, 'seo', EN, { http });
      expect(answer).toMatchObject({ status, phrases: [], http_status: null, error: { code, retryable: true } });
    });

    test('times out when no caller waits any more, even before its rate-limit slot', async () => {
      const waiting = new AbortController();
      const http = { request: () => new Promise<never>(() => {}) };
      const pending = ask(google!, 'seo', EN, { http, signal: waiting.signal });
      waiting.abort();
      expect(await pending).toMatchObject({ status: 'timeout', error: { code: 'timeout' } });
    });

    test('is aborted when no caller waits any more', async () => {
      const port = await serveHttp(() => {});
      const waiting = new AbortController();
      const pending = ask(google!, 'seo', EN, { signal: waiting.signal, baseUrl: () => `http://127.0.0.1:${port}` });
      setTimeout(() => waiting.abort(), 20);
      expect(await pending).toMatchObject({ status: 'timeout', http_status: null });
      expect(await ask(google!, 'seo', EN, { signal: waiting.signal })).toMatchObject({ status: 'timeout' });
      expect(played.requests).toEqual([]);
    });

    test('distinguishes a defect from a failure, and logs its location without the response', async () => {
      const log = jest.spyOn(console, 'error').mockImplementation(() => {});
      const http = { request: () => Promise.reject(new TypeError('secret')) };
      const answer = await ask(google!, 'my query', EN, { http });
      expect(answer).toMatchObject({ status: 'error', error: { code: 'internal' } });
      expect(log).toHaveBeenCalledTimes(1);
      const line = JSON.parse(String(log.mock.calls[0]![0])) as object;
      expect(line).toMatchObject({ level: 'ERROR', engine: 'google', error: 'TypeError' });
      expect(JSON.stringify([line, answer])).not.toMatch(/secret|my query/);
    });

    test('reports an invalid base URL as a defect and does not throw', async () => {
      const log = jest.spyOn(console, 'error').mockImplementation(() => {});
      expect(await ask(google!, 'seo', EN, { baseUrl: () => 'nowhere' })).toMatchObject({
        error: { code: 'internal' },
      });
      expect(log).toHaveBeenCalledTimes(1);
    });

    test('rejects an answer from another site', async () => {
      const port = await serveHttp((_request, response) => {
        response.setHeader('Content-Type', 'application/json').end('["seo",[]]');
      });
      played.fault('google', faults.redirect(`http://localhost:${port}/complete/search`));
      expect(await ask(google!, 'seo')).toMatchObject({ status: 'error', error: { code: 'redirected_elsewhere' } });
    });

    test.each([
      ['https://www.google.com.hk/complete/search', 'ok'],
      ['https://www.google.com/complete/search', 'ok'],
      ['https://google.example.com/complete/search', 'error'],
    ])('has for an answer from %s the status %s', async (url, status) => {
      const http: EngineDependencies['http'] = {
        request: () => {
          const contentType = 'text/javascript';
          return Promise.resolve({ url, status: 200, headers: {}, contentType, body: Buffer.from('["a",["a b"]]') });
        },
      };
      const answer = await ask(google!, 'a', EN, { http, baseUrl: (address) => address.baseUrl });
      expect(answer.status).toBe(status);
    });
  });
});

const localeFor = (tag: string, country?: string) =>
  localeOf('', { language: localeParameters.language.parse(tag), country });

/** @returns the parameters of a request to an engine in a language for a market */
function parametersOf(id: EngineId, tag: string, country?: string): Record<string, string> {
  const path = engines.find((engine) => engine.id === id)!.urlPath('query', localeFor(tag, country));
  return Object.fromEntries(new URL(path, 'https://engine.example').searchParams);
}

interface LocaleCase {
  engine: EngineId;
  locale: string;
  /** Some of them; `null` for one that is missing. */
  parameters: Record<string, string | null>;
}

describe('parameters for language and market', () => {
  test.each(readCases<LocaleCase>('engine-locales'))(
    'of $engine for $locale are as documented',
    ({ engine, locale, parameters }) => {
      const { lr = null, ...others } = parametersOf(engine, locale);
      expect(engine === 'yandex' ? { ...others, lr } : others).toMatchObject(parameters);
    },
  );

  test.each(['baidu', 'so360', 'sogou'] as const)('of %s do not exist', (id) => {
    expect(parametersOf(id, 'ja')).toEqual(parametersOf(id, 'zh-Hans'));
  });

  test('are well-formed for every language in every market', () => {
    for (const tag of languages) {
      for (const country of countries) {
        const { hl, gl } = parametersOf('google', tag, country);
        expect(`${hl} ${gl}`).toMatch(/^[a-z]{2}(?:-[A-Z]{2})? [a-z]{2}$/);
        expect(parametersOf('bing', tag, country).market).toMatch(/^[a-z]{2}-[A-Z]{2}$/);
        expect(parametersOf('duckduckgo', tag, country).kl).toMatch(/^[a-z]{2}-[a-z]{2,3}$/);
      }
    }
  });
});

test('Chinese engines are only requested in Chinese', () => {
  const western = ['google', 'bing', 'duckduckgo', 'yandex'];
  const all = ['google', 'bing', 'duckduckgo', 'baidu', 'yandex', 'so360', 'sogou'];
  expect(['en', 'de', 'ja', 'zh', 'zh-Hant'].map(enginesOf)).toEqual([all, western, western, all, all]);
});

import { afterAll, afterEach, describe, expect, jest, test } from '@jest/globals';
import type { EngineDependencies } from '../../../../functions/core/keywords/engines/request-suggestions.ts';
import { engineIds } from '../../../../functions/core/keywords/choices.ts';
import { engines } from '../../../../functions/core/keywords/engines/engines.ts';
import type { ProviderRequest } from '../../../../functions/core/sources/providers/provider-client.ts';
import { ProviderUnavailable } from '../../../../functions/core/platform/rate-limit.ts';
import { faults } from '../../../../infra/sandbox/providers/server.ts';
import { throughGbk } from '../../../../infra/sandbox/providers/suggest/engines.ts';
import { type Answer, faultOf, readCases } from '../../../support/read-cases.ts';
import { closedPort, closeServers, serveHttp } from '../../platform/network/local-servers.ts';
import { EN, playEngines, ZH } from './ask-suggest.ts';

const played = playEngines();
const { ask } = played;

afterEach(() => {
  jest.restoreAllMocks();
});
afterAll(closeServers);

test('the engines stand in the order of their ids', () => {
  expect(engines.map(({ id }) => id)).toEqual(engineIds);
});

interface Case {
  name: string;
  answer: Answer;
  expect: object;
}
const common = readCases<Case>('every-engine');

/** Queries that a URL does not take as they stand. */
const odd = ['c++ & c#', '100% "pure"', 'é ñ', 'a=b?c/d', '/sorry', '长尾词', '什么是 长尾词'];

describe.each(engines)('$id', (engine) => {
  test('gives what its fake suggests, trimmed and in its order', async () => {
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

  test('is asked for any query as it stands', async () => {
    for (const query of odd) {
      const { status, phrases } = await ask(engine, query);
      expect({ query, status }).toEqual({ query, status: 'ok' });
      const normal = phrases.map((phrase) => phrase.normalize('NFKC').toLowerCase().replace(/\s+/g, ' '));
      const seed = engine.id === 'sogou' ? throughGbk(query) : query;
      expect(normal.some((phrase) => phrase.includes(seed))).toBe(true);
      expect([...played.requests.at(-1)!.query.values()]).toContain(query);
    }
  });

  test('is asked for an emoji as it stands', async () => {
    expect((await ask(engine, '😀 seo')).status).toBe('ok');
    expect([...played.requests.at(-1)!.query.values()]).toContain('😀 seo');
  });

  test('is empty where it has nothing to suggest', async () => {
    const answer = await ask(engine, 'zzzz nothing');
    expect(answer).toMatchObject({ status: 'empty', phrases: [], http_status: 200, error: null });
    expect(played.requests.at(-1)!.phrases).toEqual([]);
  });

  test('is asked at a modest pace of its own, as a script of a browser asks', async () => {
    const seen: ProviderRequest[] = [];
    const http: EngineDependencies['http'] = {
      request: (_url, options) => {
        seen.push(options);
        return Promise.reject(new ProviderUnavailable('busy', 1));
      },
    };
    await ask(engine, 'seo', ZH, { http, timeoutMs: 1_234 });
    const [{ pace, headers, timeoutMs } = {} as ProviderRequest] = seen;
    expect(pace).toEqual({ key: `suggest-${engine.id}`, intervalMs: 250 });
    expect(headers).toMatchObject({ accept: expect.stringContaining('*/*'), 'accept-language': 'zh-CN,zh;q=0.9' });
    expect(timeoutMs).toBe(1_234);
  });

  test('is asked at its own host, or where the setting leads', async () => {
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

  test('is not asked when it is switched off', async () => {
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

  test('reports bytes in no encoding', async () => {
    played.fault(engine.id, faults.raw(Buffer.from([0x22, 0xff, 0xff, 0x22]), 'text/javascript'));
    expect(await ask(engine, 'seo')).toMatchObject({ status: 'error', error: { code: 'parse' } });
  });

  test('tells of an engine that is too slow, or that does not listen', async () => {
    played.fault(engine.id, faults.slow(400));
    const timeout = { status: 'timeout', error: { code: 'timeout', retryable: true } };
    expect(await ask(engine, 'seo', EN, { timeoutMs: 40 })).toMatchObject(timeout);
    const url = `http://127.0.0.1:${await closedPort()}`;
    const error = { code: 'connection_refused', retryable: true };
    expect(await ask(engine, 'seo', EN, { baseUrl: () => url })).toMatchObject({ status: 'error', error });
  });
});

const [google] = engines;

describe('asking an engine', () => {
  test.each([
    ['busy', 'rate_limited'],
    ['retry_later', 'rate_limited'],
    ['source_down', 'skipped'],
  ] as const)('is left out where it is not its turn (%s)', async (code, status) => {
    const http = { request: () => Promise.reject(new ProviderUnavailable(code, 5_000)) };
    const answer = await ask(google!, 'seo', EN, { http });
    expect(answer).toMatchObject({ status, phrases: [], http_status: null, error: { code, retryable: true } });
  });

  test('ends as a timeout when nobody waits any more, even where its turn has not come', async () => {
    const waiting = new AbortController();
    const http = { request: () => new Promise<never>(() => {}) };
    const asked = ask(google!, 'seo', EN, { http, signal: waiting.signal });
    waiting.abort();
    expect(await asked).toMatchObject({ status: 'timeout', error: { code: 'timeout' } });
  });

  test('ends its request when nobody waits any more', async () => {
    const port = await serveHttp(() => {});
    const waiting = new AbortController();
    const asked = ask(google!, 'seo', EN, { signal: waiting.signal, baseUrl: () => `http://127.0.0.1:${port}` });
    setTimeout(() => waiting.abort(), 20);
    expect(await asked).toMatchObject({ status: 'timeout', http_status: null });
    expect(await ask(google!, 'seo', EN, { signal: waiting.signal })).toMatchObject({ status: 'timeout' });
    expect(played.requests).toEqual([]);
  });

  test('tells a defect from a failure, and logs where it is without what was said', async () => {
    const log = jest.spyOn(console, 'error').mockImplementation(() => {});
    const http = { request: () => Promise.reject(new TypeError('secret')) };
    const answer = await ask(google!, 'my query', EN, { http });
    expect(answer).toMatchObject({ status: 'error', error: { code: 'internal' } });
    expect(log).toHaveBeenCalledTimes(1);
    const line = JSON.parse(String(log.mock.calls[0]![0])) as object;
    expect(line).toMatchObject({ level: 'ERROR', engine: 'google', error: 'TypeError' });
    expect(JSON.stringify([line, answer])).not.toMatch(/secret|my query/);
  });

  test('a base URL that is none is a defect, not a throw', async () => {
    const log = jest.spyOn(console, 'error').mockImplementation(() => {});
    expect(await ask(google!, 'seo', EN, { baseUrl: () => 'nowhere' })).toMatchObject({ error: { code: 'internal' } });
    expect(log).toHaveBeenCalledTimes(1);
  });

  test('an answer from another site is no answer of the engine', async () => {
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
  ])('an answer from %s is %s', async (url, status) => {
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

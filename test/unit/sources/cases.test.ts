import { describe, expect, test } from '@jest/globals';
import type { SourceKeys } from '../../../functions/core/sources/providers/keys.ts';
import type { SourceAnswer } from '../../../functions/core/record/source-answer.ts';
import { sources } from '../../../functions/core/sources/index.ts';
import type { Source } from '../../../functions/core/sources/source.ts';
import { ProviderUnavailable, type RateLimit } from '../../../functions/core/platform/rate-limit.ts';
import type { ProviderRequestSeen } from '../../../infra/sandbox/providers/server.ts';
import { type Answer, faultOf, readCases } from '../../support/read-cases.ts';
import { closedPort } from '../platform/network/local-servers.ts';
import { clientThat, NOW, playProviders } from './play-providers.ts';

/** An error without its message. */
type Expected = Omit<SourceAnswer, 'error'> & { error?: { code: string; retryable: boolean } };

/** A case of `test/cases/<source>.json`. */
interface Case {
  name: string;
  /** `shop.example` by default. */
  domain?: string;
  /** URL of the home page; `https://shop.example/` by default. */
  home?: string;
  /** Instead of the keys that the providers accept. */
  keys?: SourceKeys;
  /**
   * By id of the endpoint, with a text that the request contains if only such requests are meant. Any other request
   * gets the answer of the sandbox.
   */
  answers?: Record<string, Answer>;
  /** The answer of the source: `past` and `costUsd` are compared if they are given. */
  expect: Expected;
  /** All requests, in any order: method, path with query, body. */
  requests?: string[];
  /** Headers of the last request. */
  headers?: Record<string, string>;
  /** Rate limits and time limits of the requests, in order; `{host}` is that of the provider. */
  limits?: (RateLimit & { timeoutMs: number })[];
}

const played = playProviders();

const lineOf = ({ method, path, query, body }: ProviderRequestSeen) =>
  [method, decodeURIComponent(path + (query.size > 0 ? `?${query.toString()}` : '')), body].join(' ').trim();

function withoutMessage({ error, ...answer }: SourceAnswer): Expected {
  return { ...answer, ...(error && { error: { code: error.code, retryable: error.retryable } }) };
}

async function run(source: Source, one: Case) {
  for (const [id, answer] of Object.entries(one.answers ?? {})) played.fault(id, faultOf(answer, played.url, NOW));
  const limits: Case['limits'] = [];
  const http = clientThat((url, { rateLimit, timeoutMs }) => {
    limits.push({ ...rateLimit, key: rateLimit.key.replace(new URL(url).host, '{host}'), timeoutMs });
    return null;
  });
  const home = one.home === undefined ? {} : { homeUrl: Promise.resolve(one.home) };
  const answer = await played.fetch(source, one.domain, { ...home, ...(one.keys && { keys: one.keys }), http });
  const { past, costUsd, ...rest } = withoutMessage(answer);
  const { past: expectedPast, costUsd: expectedCost, ...expected } = one.expect;
  expect(rest).toEqual(expected);
  if (expectedPast) expect(past).toEqual(expectedPast);
  if (expectedCost !== undefined) expect(costUsd).toBeCloseTo(expectedCost, 6);
  expect(costUsd ?? 0).toBeLessThanOrEqual(source.costUsd);
  if (!answer.sections) expect(past).toBeUndefined();
  if (one.requests) expect(played.requests.map(lineOf).toSorted()).toEqual(one.requests.toSorted());
  if (one.headers) expect(played.requests.at(-1)!.headers).toMatchObject(one.headers);
  if (one.limits) expect(limits).toEqual(one.limits);
  for (const key of Object.values({ ...played.keys, ...one.keys })) {
    if (key) expect(JSON.stringify(answer)).not.toContain(key);
  }
}

const common = readCases<{ name: string; answer: Answer; expect: Expected }>('every-provider');

describe.each(sources.filter(({ address }) => address))('$id', (source) => {
  test.each(readCases<Case>(source.id))('$name', (one) => run(source, one));

  test.each(common)('$name', ({ answer, ...one }) => run(source, { ...one, answers: { [source.id]: answer } }));

  test('reports a retryable error when its provider refuses connections', async () => {
    const baseUrl = `http://127.0.0.1:${await closedPort()}`;
    const answer = await played.fetch(source, 'shop.example', { baseUrl: () => baseUrl });
    expect(answer).toMatchObject({ status: 'error', error: { code: 'connection_refused', retryable: true } });
  });

  test('throws ProviderUnavailable when its provider has no free slot', async () => {
    const http = clientThat(() => Promise.reject(new ProviderUnavailable('busy', 5_000)));
    await expect(played.fetch(source, 'shop.example', { http })).rejects.toThrow(ProviderUnavailable);
  });
});

test.each(['rdap', 'common_crawl'])('%s fetches the list of its provider once a day at most', async (id) => {
  const source = sources.find((one) => one.id === id)!;
  const kept = new Map<string, unknown>();
  const ages: number[] = [];
  const shared = async <Value>(name: string, maxAgeMs: number, load: () => Promise<Value>) => {
    ages.push(maxAgeMs);
    if (!kept.has(name)) kept.set(name, JSON.parse(JSON.stringify(await load())));
    return kept.get(name) as Value;
  };
  for (const domain of ['shop.example', 'blog.example']) {
    expect((await played.fetch(source, domain, { shared })).status).toBe('ok');
  }
  expect(played.requests.filter(({ provider }) => /_(?:bootstrap|list)$/.test(provider))).toHaveLength(1);
  expect(Math.min(...ages)).toBeGreaterThanOrEqual(86_400_000);
});

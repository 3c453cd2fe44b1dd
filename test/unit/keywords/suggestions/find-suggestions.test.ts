import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { engineIds } from '../../../../functions/core/keywords/choices.ts';
import { normaliseKeyword } from '../../../../functions/core/analysis/language/words.ts';
import { findSuggestions } from '../../../../functions/core/keywords/suggestions/find-suggestions.ts';
import type { SuggestionSource } from '../../../../functions/core/keywords/suggestions/suggestion-cache.ts';
import { sourceReports } from '../../../../functions/core/keywords/suggestions/source-queries.ts';
import { faults } from '../../../../infra/sandbox/providers/server.ts';
import { createTestSuggestionServices } from '../../../support/suggestion-services.ts';

const LOCALE = { language: 'en', region: 'US' };

let opened: Awaited<ReturnType<typeof createTestSuggestionServices>>;
beforeEach(async () => {
  opened = await createTestSuggestionServices();
});
afterEach(() => opened.close());

interface Options {
  ids?: readonly SuggestionSource[];
  refresh?: boolean;
}

function find(query: string, { ids = engineIds, refresh = false }: Options = {}) {
  const sourceQueries = ids.map((id) => ({ id, query }));
  return findSuggestions({ name: `test:${query}`, seed: query, sourceQueries, locale: LOCALE, refresh }, opened.deps);
}

const requestedProviders = () => opened.providers.requests.splice(0).map(({ provider }) => provider);
const statusOf = (outcomes: { id: string; status: string }[]) =>
  Object.fromEntries(outcomes.map(({ id, status }) => [id, status]));

test('a query is answered from the cache after its first answer, with the same keywords', async () => {
  const first = await find('running shoes');
  expect(first.cacheStatus).toBe('miss');
  expect(first.facts.length).toBeGreaterThan(10);
  expect(requestedProviders().toSorted()).toEqual([...engineIds].toSorted());
  const second = await find('running shoes');
  expect(second.cacheStatus).toBe('hit');
  expect(second.facts).toEqual(first.facts);
  expect(second.outcomes.every(({ from_cache, status }) => from_cache && status === 'ok')).toBe(true);
  expect(requestedProviders()).toEqual([]);
});

test('a query that any engine may answer is not sent when another one has answered it', async () => {
  await find('running shoes', { ids: ['baidu'] });
  const ask = (orAnother: boolean, refresh = false) => {
    const sourceQueries = [{ id: 'google' as const, query: 'running shoes', orAnother }];
    return findSuggestions(
      { name: 'test', seed: 'running shoes', sourceQueries, locale: LOCALE, refresh },
      opened.deps,
    );
  };
  requestedProviders();
  const { outcomes, cacheStatus } = await ask(true);
  expect([requestedProviders(), cacheStatus]).toEqual([[], 'hit']);
  expect(outcomes).toMatchObject([{ id: 'baidu', status: 'ok', from_cache: true }]);
  await ask(true, true);
  expect(requestedProviders()).toEqual(['google']);
  expect((await ask(true)).outcomes).toMatchObject([{ id: 'google', from_cache: true }]);
});

test('every keyword was suggested by an engine, and each rank is its position there', async () => {
  const { facts } = await find('running shoes');
  const suggested = new Map(
    opened.providers.requests.map(({ provider, phrases }) => [provider, phrases!.map(normaliseKeyword)]),
  );
  for (const { keyword, ranks } of facts) {
    for (const [engine, rank] of Object.entries(ranks)) expect(suggested.get(engine)!.indexOf(keyword) + 1).toBe(rank);
    expect(Object.keys(ranks).length).toBeGreaterThan(0);
  }
});

describe('a failing engine', () => {
  test('does not delay the others, and times out', async () => {
    opened.providers.fault('bing', faults.slow(6_000));
    const { outcomes } = await find('running shoes');
    expect(statusOf(outcomes)).toMatchObject({ bing: 'timeout', baidu: 'ok' });
  }, 20_000);
});

test('an empty list of suggestions is an answer and is stored', async () => {
  expect(statusOf((await find('zzzz qqqq')).outcomes)).toEqual(
    Object.fromEntries(engineIds.map((id) => [id, 'empty'])),
  );
  requestedProviders();
  expect((await find('zzzz qqqq')).cacheStatus).toBe('hit');
  expect(requestedProviders()).toEqual([]);
});

test('a refresh requests all engines again and replaces their answers', async () => {
  await find('running shoes');
  opened.providers.fault(
    'google',
    faults.raw('["running shoes",["running shoes sale"],[],{}]', 'text/javascript; charset=UTF-8'),
  );
  requestedProviders();
  const { cacheStatus, facts } = await find('running shoes', { refresh: true });
  expect(cacheStatus).toBe('refreshed');
  expect(requestedProviders()).toHaveLength(engineIds.length);
  expect(facts.filter(({ ranks }) => ranks.google).map(({ keyword }) => keyword)).toEqual(['running shoes sale']);
});

test('a failed refresh keeps the earlier answers', async () => {
  const { facts } = await find('running shoes');
  for (const id of engineIds) opened.providers.fault(id, faults.serverError());
  const again = await find('running shoes', { refresh: true });
  expect(again.facts).toEqual(facts);
  expect(again.cacheStatus).toBe('hit');
  for (const report of sourceReports(again.outcomes)) {
    expect(report).toMatchObject({ status: 'error', from_cache: true, fetched_at: expect.any(String) as unknown });
  }
});

test('one of many concurrent callers sends the requests, and all get the answer', async () => {
  opened.providers.fault('google', faults.slow(300));
  const found = await Promise.all(Array.from({ length: 25 }, () => find('running shoes')));
  expect(requestedProviders()).toHaveLength(engineIds.length);
  for (const { facts } of found) expect(facts).toEqual(found[0]!.facts);
});

test('a caller that read before the answers of another one and acquires the lease after it sends no request', async () => {
  const { requestMissing } = opened.deps;
  opened.deps.requestMissing = async (request, missing) => {
    opened.deps.requestMissing = requestMissing;
    await find('running shoes');
    requestedProviders();
    return requestMissing(request, missing);
  };
  const { facts } = await find('running shoes');
  expect(requestedProviders()).toEqual([]);
  expect(facts.length).toBeGreaterThan(10);
});

test('learning is queued before the requests, in case the function is killed, and after all answers', async () => {
  const sent: { requests: number; delayMs: number | undefined }[] = [];
  const { queue } = opened.services;
  opened.services.queue = {
    ...queue,
    send: (task, delayMs) => {
      sent.push({ requests: opened.providers.requests.length, delayMs });
      return queue.send(task);
    },
  };
  await find('running shoes');
  const queuedAt = expect.any(Number) as unknown;
  const message = { task: 'learn-suggestions', queries: ['running shoes'], locale: LOCALE, queuedAt };
  expect(opened.sent).toEqual([message, message]);
  expect(sent).toEqual([
    { requests: 0, delayMs: 10_000 },
    { requests: opened.providers.requests.length, delayMs: 0 },
  ]);
});

test('a queue that never answers does not delay the keywords', async () => {
  opened.services.queue.send = () => new Promise(() => {});
  expect((await find('running shoes')).facts.length).toBeGreaterThan(10);
});

describe('learning', () => {
  const unavailable = () => Promise.reject(new Error('Unavailable'));

  test('is queued again by one of many hits when the queue did not accept its messages', async () => {
    const { queue } = opened.services;
    opened.services.queue = { send: unavailable };
    await find('running shoes');
    expect(await opened.deps.runs.read('en')).toMatchObject({ isAny: false });
    opened.services.queue = queue;
    await Promise.all(Array.from({ length: 5 }, () => find('running shoes')));
    expect(opened.sent).toMatchObject([{ task: 'learn-suggestions', queries: ['running shoes'], locale: LOCALE }]);
    expect(await opened.deps.runs.read('en')).toMatchObject({ isAny: true });
  });

  test('is not queued by every hit while the queue accepts no messages', async () => {
    let tried = 0;
    opened.services.queue.send = () => {
      tried += 1;
      return unavailable();
    };
    await find('running shoes');
    expect(tried).toBe(2);
    await find('running shoes');
    await find('running shoes');
    expect(tried).toBe(3);
  });

  test('is not queued again while it is in progress', async () => {
    await find('running shoes');
    opened.sent.length = 0;
    await find('running shoes');
    expect(opened.sent).toEqual([]);
  });

  test('is in progress when the queue accepted one of its messages', async () => {
    const { queue } = opened.services;
    opened.services.queue = { send: (task, delayMs) => (delayMs === 0 ? unavailable() : queue.send(task)) };
    await find('running shoes');
    expect(await opened.deps.runs.read('en')).toMatchObject({ isAny: true });
  });
});

test('one of many concurrent callers sends the requests and all get the error when no engine answers', async () => {
  for (const id of engineIds) opened.providers.fault(id, faults.captcha());
  const { leases } = opened.services;
  const callers = 12;
  let arrived = 0;
  const all = Promise.withResolvers<void>();
  opened.services.leases = {
    ...leases,
    acquire: async (name) => {
      const holder = await leases.acquire(name);
      if ((arrived += 1) === callers) all.resolve();
      return holder;
    },
    // The first caller must not end before the others wait for it.
    release: (...lease) => all.promise.then(() => leases.release(...lease)),
  };
  const found = await Promise.all(Array.from({ length: callers }, () => find('running shoes')));
  expect(requestedProviders()).toHaveLength(engineIds.length);
  for (const { outcomes } of found) expect(outcomes.every(({ error }) => error !== null)).toBe(true);
});

test('an endless answer is truncated before it is stored', async () => {
  const phrases = Array.from({ length: 5_000 }, (_, index) => `running shoes ${index}`).concat('x'.repeat(10_000));
  opened.providers.fault('google', faults.raw(JSON.stringify(['running shoes', phrases]), 'text/javascript'));
  const { facts } = await find('running shoes', { ids: ['google'] });
  expect(facts).toHaveLength(50);
});

test('a disabled engine is not requested', async () => {
  await opened.close();
  opened = await createTestSuggestionServices({ environment: { DISABLED_SOURCES: 'baidu' } });
  const { outcomes } = await find('running shoes', { ids: ['google', 'baidu'] });
  expect(statusOf(outcomes)).toEqual({ google: 'ok', baidu: 'skipped' });
  expect(requestedProviders()).toEqual(['google']);
});

describe('the paid provider', () => {
  const ids: SuggestionSource[] = ['google', 'dataforseo'];

  test('is not configured without its keys', async () => {
    const { outcomes } = await find('example keyword', { ids });
    expect(statusOf(outcomes)).toEqual({ google: 'ok', dataforseo: 'not_configured' });
    expect(requestedProviders()).toEqual(['google']);
  });

  test('returns its metrics, and null for unknown ones', async () => {
    await opened.close();
    opened = await createTestSuggestionServices({ hasKeys: true });
    const { facts } = await find('example keyword', { ids });
    const metrics = new Map(facts.map(({ keyword, metrics: values }) => [keyword, values]));
    expect(metrics.get('example keyword')).toMatchObject({
      search_volume: 5_400,
      cpc_usd: 4.21,
      competition: 0.12,
      keyword_difficulty: 61,
      main_intent: 'informational',
    });
    expect(metrics.get('how to example keyword')).toMatchObject({ search_volume: null, keyword_difficulty: null });
    requestedProviders();
    const { outcomes } = await find('example keyword', { ids });
    expect(outcomes.every(({ from_cache }) => from_cache)).toBe(true);
    expect(requestedProviders()).toEqual([]);
  });

  test('is never requested alone', async () => {
    await find('example keyword', { ids });
    requestedProviders();
    const { outcomes, cacheStatus } = await find('example keyword', { ids });
    expect(cacheStatus).toBe('hit');
    expect(statusOf(outcomes)).toEqual({ google: 'ok', dataforseo: 'skipped' });
  });

  test('is not requested when its budget is spent, or for languages without metrics', async () => {
    await opened.close();
    opened = await createTestSuggestionServices({ hasKeys: true, environment: { DAILY_BUDGET_USD: '0.001' } });
    expect((await find('example keyword', { ids })).outcomes[1]).toMatchObject({
      status: 'skipped',
      error: { code: 'budget_spent' },
    });
    const chinese = {
      name: 'zh',
      seed: '长尾词',
      sourceQueries: [
        { id: 'dataforseo' as const, query: '长尾词' },
        { id: 'baidu' as const, query: '长尾词' },
      ],
    };
    const { outcomes } = await findSuggestions(
      { ...chinese, locale: { language: 'zh', region: 'CN' }, refresh: false },
      opened.deps,
    );
    expect(statusOf(outcomes)).toEqual({ dataforseo: 'unsupported', baidu: 'ok' });
    expect(requestedProviders()).not.toContain('dataforseo_keywords');
  });
});

test('the report of an engine is partial when it answered one query and failed at another', async () => {
  const outcomes = (await find('running shoes', { ids: ['google'] })).outcomes;
  opened.providers.fault('google', faults.serverError());
  const failed = (await find('walking shoes', { ids: ['google'] })).outcomes;
  expect(sourceReports([...outcomes, ...failed])).toMatchObject([
    { id: 'google', status: 'partial', http_status: 500, error: { code: 'unavailable' } },
  ]);
});

test('a provider is requested for the metrics of the market, and not when it has none', async () => {
  await opened.close();
  opened = await createTestSuggestionServices({ hasKeys: true });
  const inMarket = async (language: string, region: string) => {
    const sourceQueries = (['google', 'dataforseo'] as const).map((id) => ({ id, query: 'running shoes' }));
    const seed = 'running shoes';
    const request = { name: 'test', seed, sourceQueries, locale: { language, region }, refresh: false };
    await findSuggestions(request, opened.deps);
    const sent = opened.providers.requests.splice(0).find(({ provider }) => provider === 'dataforseo_keywords');
    return sent ? (JSON.parse(sent.body) as object[])[0] : null;
  };
  expect(await inMarket('en', 'GB')).toMatchObject({ location_code: 2826, language_code: 'en' });
  expect(await inMarket('zh-Hant', 'TW')).toMatchObject({ location_code: 2158, language_code: 'zh-TW' });
  expect(await inMarket('en', 'DE')).toBeNull();
});

import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { keywordsTable as table } from '../../../../functions/core/keywords/csv-table.ts';
import { type KeywordsRequest } from '../../../../functions/core/keywords/search/request.ts';
import { engineIds, enginesOf, sorts } from '../../../../functions/core/keywords/choices.ts';
import { normaliseKeyword } from '../../../../functions/core/analysis/language/words.ts';
import { faults } from '../../../../infra/sandbox/providers/server.ts';
import { foundPage, reportOfCachedPage } from '../../../../functions/core/keywords/search/keywords-page.ts';
import { keywordsOf, createKeywordSearches, SHOES_PAGE } from '../../../support/keyword-searches.ts';

let opened: Awaited<ReturnType<typeof createKeywordSearches>>;
beforeEach(async () => {
  opened = await createKeywordSearches();
});
afterEach(() => opened.close());

const keywords = keywordsOf;
const search = (request: Partial<KeywordsRequest>) => opened.search(request);
const workOff = () => opened.workOff();

test('a new text is requested from all engines of its language, and the answer is the same after the index has learnt it', async () => {
  const first = await search({ q: 'running shoes' });
  expect(first.count).toBeGreaterThan(10);
  const suggested = new Set(opened.providers.requests.flatMap(({ phrases }) => phrases!.map(normaliseKeyword)));
  for (const item of first.items) {
    expect(suggested.has(item.keyword)).toBe(true);
    expect(item).toMatchObject({
      score_basis: 'autocomplete',
      search_volume: null,
      keyword_difficulty: null,
      intent: null,
    });
    expect(item.engines).toEqual(Object.keys(item.ranks));
  }
  await workOff();
  opened.providers.requests.splice(0);
  const second = await search({ q: 'running shoes' });
  expect(opened.providers.requests).toEqual([]);
  expect(second.items.filter(({ score_basis }) => score_basis === 'autocomplete')).toEqual(first.items);
  expect(second.sources.map(({ from_cache }) => from_cache)).toEqual([...enginesOf('en').map(() => true), false]);
});

test('found keywords are found again by other words of them, in any order', async () => {
  const english = keywords(await search({ q: 'running shoes' })).find((keyword) => /^\w+( \w+){2,}$/.test(keyword))!;
  await workOff();
  const backwards = english.split(' ').toReversed().join(' ');
  expect(keywords(await search({ q: backwards }))).toContain(english);
  const chinese = await search({ q: '智能客服系统' });
  await workOff();
  const longest = keywords(chinese).find((keyword) => keyword.endsWith('多少钱'))!;
  expect(keywords(await search({ q: '多少钱 系统' }))).toContain(longest);
});

describe('keywords of a domain', () => {
  test('contain their positions on the page, and the score of the page', async () => {
    const { items, sources, query } = await search({ domain: 'shoes.com' });
    expect(
      items.map(({ keyword, score, score_basis, domain_match }) => ({ keyword, score, score_basis, domain_match })),
    ).toEqual(
      SHOES_PAGE.keywords.map(({ keyword, score, domain_match }) => ({
        keyword,
        score,
        score_basis: 'page',
        domain_match,
      })),
    );
    expect(query).toMatchObject({ q: null, domain: 'shoes.com' });
    expect(sources).toMatchObject([{ id: 'site', status: 'ok', from_cache: true, fetched_at: SHOES_PAGE.at }]);
    expect(opened.providers.requests).toEqual([]);
  });

  test('with a text are included if they contain it', async () => {
    const alone = await search({ q: 'running' });
    const { items, sources } = await search({ domain: 'shoes.com', q: 'running' });
    expect(keywords(alone)).not.toContain('trail running');
    expect(items.filter(({ domain_match }) => !domain_match)).toEqual(
      alone.items.filter(({ keyword }) => keyword !== 'running shoes'),
    );
    expect(keywords({ items: items.filter(({ domain_match }) => domain_match) })).toEqual([
      'running shoes',
      'trail running',
    ]);
    expect(sources[0]).toMatchObject({ id: 'site', status: 'ok' });
  });

  test('have the facts that engines returned', async () => {
    opened.providers.fault('google', faults.raw('["running shoes",["Running Shoes"]]', 'text/javascript'));
    await search({ q: 'running shoes' });
    await workOff();
    const [shoes] = (await search({ domain: 'shoes.com', engine: ['google'] })).items;
    expect(shoes).toMatchObject({ keyword: 'running shoes', score: 90, score_basis: 'page', ranks: { google: 1 } });
  });

  test('are filtered and sorted', async () => {
    expect(keywords(await search({ domain: 'shoes.com', score_min: 50, sort: 'keyword' }))).toEqual([
      'running shoes',
      'trail running',
    ]);
    const limited = await search({ domain: 'shoes.com', sort: 'word_count', limit: 2 });
    expect(limited).toMatchObject({ count: 2, truncated: true });
  });

  test('fail when its page cannot be fetched', async () => {
    await expect(search({ domain: 'unknown.com', q: 'x' })).rejects.toMatchObject({ code: 'all_sources_failed' });
  });

  test('are kept when no engine suggests them any more', async () => {
    for (const id of engineIds) opened.providers.fault(id, faults.captcha());
    expect(keywords(await search({ domain: 'shoes.com', q: 'returns' }))).toEqual(['free returns']);
    expect((await search({ domain: 'shoes.com', q: 'nothing' })).items).toEqual([]);
  });
});

test('a phrase of a page is last and has no score when no engine suggests it for the text', async () => {
  const { items } = await search({ q: 'trail', domain: 'shoes.com' });
  expect(items.at(-1)).toMatchObject({ keyword: 'trail running', score: null, domain_match: { in_h1: true } });
  expect(new Set(items.map(({ score_basis }) => score_basis))).toEqual(new Set(['autocomplete']));
  expect(keywords(await search({ q: 'trail', domain: 'shoes.com', score_max: 99 }))).not.toContain('trail running');
});

test('a search with one engine requests only that one, and returns its suggestions', async () => {
  const { items, sources } = await search({ q: 'running shoes', engine: ['bing'] });
  expect(opened.providers.requests.map(({ provider }) => provider)).toEqual(['bing']);
  expect(items.every(({ engines }) => engines.includes('bing'))).toBe(true);
  expect(sources.map(({ id }) => id)).toEqual(['bing', 'dataforseo']);
});

test('a search fails when no engine answers and nothing is stored', async () => {
  for (const id of engineIds) opened.providers.fault(id, faults.captcha());
  await expect(search({ q: 'running shoes' })).rejects.toMatchObject({ code: 'all_sources_failed', status: 502 });
});

test('the limit truncates the answer to an exact prefix, also of new suggestions', async () => {
  const all = keywords(await search({ q: 'running shoes' }));
  await workOff();
  for (const sort of ['score', 'keyword', 'recent', 'word_count'] as const) {
    const whole = keywords(await search({ q: 'running', sort }));
    const few = await search({ q: 'running', sort, limit: 5 });
    expect(keywords(few)).toEqual(whole.slice(0, 5));
    expect(few).toMatchObject({ count: 5, truncated: true });
  }
  expect(all.length).toBeGreaterThan(5);
});

test('a keyword does not depend on the limit, nor on suggestions that were stored meanwhile', async () => {
  await search({ q: 'running shoes' });
  await workOff();
  const before = new Map((await search({ q: 'running shoes' })).items.map((item) => [item.keyword, item]));
  for (const limit of [3, 1_000]) {
    for (const { keyword, score, first_seen_at } of (await search({ q: 'running shoes', refresh: true, limit }))
      .items) {
      expect([keyword, score, first_seen_at]).toEqual([
        keyword,
        before.get(keyword)!.score,
        before.get(keyword)!.first_seen_at,
      ]);
    }
  }
});

test('an emoji is a word', async () => {
  const { items } = await search({ q: '⛺' });
  expect(items.length).toBeGreaterThan(5);
  for (const { keyword, match } of items) expect(match).toBe(keyword.includes('⛺') ? 'words' : 'suggested');
});

test('a failure of engines is an error when a provider has no keywords either', async () => {
  await opened.close();
  opened = await createKeywordSearches({ hasKeys: true });
  for (const id of engineIds) opened.providers.fault(id, faults.captcha());
  await expect(search({ q: 'running shoes' })).rejects.toMatchObject({ status: 502 });
  await expect(search({ q: 'running shoes' })).rejects.toMatchObject({ status: 502 });
});

describe('scores of an answer', () => {
  test('equal those of long-tail for the same seed after the index has learnt its keywords', async () => {
    const { groups } = await opened.longTail('running shoes');
    await workOff();
    const scores = new Map((await search({ q: 'running shoes' })).items.map(({ keyword, score }) => [keyword, score]));
    const phrases = groups.flatMap(({ items }) => items);
    expect(phrases.length).toBeGreaterThan(100);
    for (const { keyword, score } of phrases) expect([keyword, scores.get(keyword)]).toEqual([keyword, score]);
  });

  test('do not change with filters, and several engines return the suggestions of any of them', async () => {
    const all = await search({ q: 'running shoes' });
    await workOff();
    const some = await search({ q: 'running shoes', engine: ['bing', 'yandex'], score_min: 60, sort: 'keyword' });
    const expected = all.items.filter(
      ({ engines, score }) => score! >= 60 && engines.some((id) => id === 'bing' || id === 'yandex'),
    );
    expect(some.items).toEqual(expected.toSorted((one, other) => (one.keyword < other.keyword ? -1 : 1)));
    expect(some.query).toMatchObject({ engine: 'bing,yandex', score_min: 60, sort: 'keyword' });
  });

  test('and numbers of words are within the bounds of a filter, and no keyword within them is left out', async () => {
    const all = await search({ q: 'running shoes' });
    const words = { text: '3-4', min: 3, max: 4 };
    const some = await search({ q: 'running shoes', word_count: words, score_min: 40, score_max: 80 });
    const expected = all.items.filter(
      ({ word_count, score }) => word_count >= 3 && word_count <= 4 && score! >= 40 && score! <= 80,
    );
    expect(expected.length).toBeGreaterThan(0);
    expect(expected.length).toBeLessThan(all.items.length);
    expect(some.items).toEqual(expected);
  });

  test('do not change when an engine of another language is requested, which is reported as unsupported', async () => {
    const german = { q: 'zelt', language: { tag: 'de', region: null } };
    const before = await search(german);
    opened.providers.requests.length = 0;
    const { items, sources } = await search({ ...german, engine: ['baidu', 'bing'] });
    expect(items).toEqual(before.items.filter(({ engines }) => engines.includes('bing')));
    expect(sources.find(({ id }) => id === 'baidu')).toMatchObject({
      status: 'unsupported',
      error: { code: 'other_language', retryable: false },
    });
    expect(await search({ ...german, engine: ['baidu'] })).toMatchObject({ count: 0, items: [] });
    expect(opened.providers.requests).toEqual([]);
  });

  test('with a domain are from autocomplete, and null for phrases that no engine suggests, which are last', async () => {
    await search({ q: 'running shoes' });
    await workOff();
    const { items } = await search({ q: 'running', domain: 'shoes.com' });
    const ofPage = items.filter(({ domain_match }) => domain_match);
    expect(ofPage.map(({ keyword, score_basis }) => [keyword, score_basis])).toEqual([
      ['running shoes', 'autocomplete'],
      ['trail running', 'autocomplete'],
    ]);
    expect(ofPage[0]!.score).toBeGreaterThan(0);
    expect(ofPage[1]!.score).toBeNull();
    expect(items.at(-1)).toEqual(ofPage[1]);
  });
});

test('suggestions for the text are in the answer, also when the engine corrects the spelling', async () => {
  opened.providers.fault(
    'google',
    faults.raw('["runing shos",["running shoes","runing shos sale"]]', 'text/javascript'),
  );
  for (const id of engineIds.slice(1)) opened.providers.fault(id, faults.captcha());
  const { items } = await search({ q: 'runing shos' });
  expect(items).toMatchObject([
    { keyword: 'running shoes', match: 'suggested', score: 100 },
    { keyword: 'runing shos sale', match: 'words', score: 92 },
  ]);
});

test('a search finds a word in any inflection', async () => {
  await search({ q: 'running shoes' });
  await workOff();
  const found = keywords(await search({ q: 'shoe run' }));
  expect(found).toEqual(expect.arrayContaining(['best running shoes', 'running shoes price']));
});

describe('a cursor', () => {
  test('returns all keywords once in every order, without requests', async () => {
    for (const isLearnt of [false, true]) {
      await search({ q: 'running' });
      if (isLearnt) await workOff();
      opened.providers.requests.splice(0);
      for (const sort of sorts) {
        const whole = await search({ q: 'running', sort });
        expect(whole).toMatchObject({ truncated: false, next_cursor: null });
        const pages = await opened.follow({ q: 'running', sort, limit: 23 });
        expect(pages.flatMap(keywords)).toEqual(keywords(whole));
        expect(pages.length).toBe(Math.ceil(whole.count / 23));
      }
      expect(opened.providers.requests).toEqual([]);
    }
  });

  test('returns all keywords of a page and of the index', async () => {
    await search({ q: 'running', domain: 'shoes.com' });
    await workOff();
    for (const sort of sorts) {
      const whole = await search({ q: 'running', domain: 'shoes.com', sort });
      const pages = await opened.follow({ q: 'running', domain: 'shoes.com', sort, limit: 23 });
      expect(pages.flatMap(keywords)).toEqual(keywords(whole));
      expect(keywords(whole).filter((keyword) => keyword === 'running shoes')).toHaveLength(1);
    }
  });

  test('returns all keywords of a page', async () => {
    const first = await search({ domain: 'shoes.com', limit: 2 });
    const rest = await search({ domain: 'shoes.com', limit: 2, cursor: first.next_cursor! });
    expect([...keywords(first), ...keywords(rest)]).toEqual(SHOES_PAGE.keywords.map(({ keyword }) => keyword));
    expect(rest.next_cursor).toBeNull();
  });

  test('is rejected with another text, filter or order, and when it is malformed', async () => {
    const { next_cursor } = await search({ q: 'running shoes', limit: 3 });
    const cursor = next_cursor!;
    const others: Partial<KeywordsRequest>[] = [
      { q: 'running' },
      { engine: ['bing'] },
      { sort: 'keyword' },
      { score_min: 1 },
      { word_count: { text: '3', min: 3, max: 3 } },
      { domain: 'shoes.com' },
      { cursor: 'nonsense' },
    ];
    for (const other of others) {
      await expect(search({ q: 'running shoes', cursor, ...other })).rejects.toMatchObject({
        status: 422,
        details: [{ param: 'cursor' }],
      });
    }
    await expect(search({ q: 'running shoes', cursor, limit: 5 })).resolves.toMatchObject({ count: 5 });
  });
});

describe('index_pending', () => {
  test('is true until the worker has learnt the suggestions for the text', async () => {
    expect((await search({ q: 'running shoes' })).index_pending).toBe(true);
    expect((await search({ q: 'running shoes' })).index_pending).toBe(true);
    await workOff();
    expect((await search({ q: 'running shoes' })).index_pending).toBe(false);
  });

  test('becomes false after a hit has sent the message that the queue did not accept before', async () => {
    const { send } = opened.services.queue;
    opened.services.queue.send = () => Promise.reject(new Error('Unavailable'));
    expect((await search({ q: 'running shoes' })).index_pending).toBe(true);
    opened.services.queue.send = send;
    expect((await search({ q: 'running shoes' })).index_pending).toBe(true);
    await workOff();
    expect((await search({ q: 'running shoes' })).index_pending).toBe(false);
  });
});

test('the order by search volume puts keywords without a value last, by keyword', async () => {
  await opened.close();
  opened = await createKeywordSearches({ hasKeys: true });
  for (const isLearnt of [false, true]) {
    if (isLearnt) await workOff();
    const { items } = await search({ q: 'example keyword', sort: 'search_volume' });
    const volumes = items.map(({ search_volume }) => search_volume ?? -1);
    expect(volumes).toEqual(volumes.toSorted((one, other) => other - one));
    expect(volumes[0]).toBe(5_400);
    const unknown = items.filter(({ search_volume }) => search_volume === null).map(({ keyword }) => keyword);
    expect(unknown.length).toBeGreaterThan(3);
    expect(unknown).toEqual(unknown.toSorted());
  }
});

describe('the metrics of a keyword', () => {
  const keyword = 'football boots';
  const british = { search_volume: 110_000, cpc_usd: 0.7, competition: 0.9, keyword_difficulty: 30 };
  const american = { search_volume: 9_900, cpc_usd: 1.2, competition: 1, keyword_difficulty: 20 };
  const unknown = { search_volume: null, cpc_usd: null, competition: null, keyword_difficulty: null, intent: null };

  /** Stores answers of engines, and of the provider if there are values, and adds them to the index. */
  async function learn(region: string, at: string, values?: typeof british) {
    const { suggestions } = opened.services;
    const locale = { language: 'en', region };
    const keywords = values && [{ keyword, ...values, main_intent: region === 'GB' ? 'commercial' : 'transactional' }];
    for (const id of enginesOf('en')) {
      await suggestions.write(keyword, locale, id, { at, http_status: 200, phrases: [keyword] });
    }
    if (keywords) await suggestions.write(keyword, locale, 'dataforseo', { at, http_status: 200, keywords });
    await search({ q: keyword, country: region });
    await workOff();
  }

  beforeEach(async () => {
    await learn('GB', '2026-11-20T08:00:00.000Z', british);
    await learn('US', '2026-11-21T08:00:00.000Z', american);
    await learn('NZ', '2026-11-22T08:00:00.000Z');
  });

  test.each([
    ['GB', { ...british, intent: { main: 'commercial', method: 'dataforseo' } }],
    ['US', { ...american, intent: { main: 'transactional', method: 'dataforseo' } }],
    ['NZ', unknown],
  ])('are those of the requested country: %s', async (country, expected) => {
    for (const sort of sorts) {
      const { items } = await search({ q: keyword, country, sort });
      expect(items.find((item) => item.keyword === keyword)).toMatchObject(expected);
    }
  });

  test('are null if the index has those of another country', async () => {
    for (const sort of sorts) {
      const found = async (country: string) =>
        (await search({ q: 'boots', country, sort })).items.find((item) => item.keyword === keyword);
      expect(await found('US')).toMatchObject(american);
      expect(await found('GB')).toMatchObject(unknown);
    }
  });

  test('on a home page are those of the market of the phrase, unless a country is requested', async () => {
    const page = { ...SHOES_PAGE, keywords: [{ ...SHOES_PAGE.keywords[0]!, keyword }] };
    opened.deps.findPage = () => Promise.resolve(foundPage(page, reportOfCachedPage(page)));
    expect((await search({ domain: 'shoes.com' })).items).toMatchObject([american]);
    expect((await search({ domain: 'shoes.com', country: 'GB' })).items).toMatchObject([unknown]);
  });
});

test('a table has one row for each keyword', async () => {
  const answer = await search({ domain: 'shoes.com' });
  const { header, rows } = table(answer);
  expect(rows.every((row) => row.length === header.length)).toBe(true);
  expect(table(answer).nextCursor).toBeNull();
  expect(rows[0]!.slice(0, 3)).toEqual(['running shoes', 90, 'page']);
  expect(rows[0]!.slice(-5)).toEqual(['true', 'false', 'false', 'true', 'words']);
});

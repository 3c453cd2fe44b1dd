import { describe, expect, test } from '@jest/globals';
import type {
  Comparison,
  Costs,
  DomainDetails,
  Domains,
  Overview,
  Page,
  Pages,
  QueueState,
  ScoreChanges,
  ScoreReasons,
} from '../../functions/back-office/contract.ts';
import { until, useBackOffice } from '../support/back-office.ts';
import { onlyHomePage, startSite } from '../support/site.ts';
import { useOpened } from '../support/use-opened.ts';

/** A site whose home page can be changed. */
let html = '<!doctype html><html lang="en"><title>Tents for two</title><h1>Tents</h1><p>Tents and more';
const site = useOpened(() => startSite(onlyHomePage(() => html)));
const { call, dataOf, runner } = useBackOffice(() => ({ LOCAL_RESOLVE: `changing.test=127.0.0.1:${site.port}` }));

interface Answered {
  data: { updated_at: string; seo_score: number | null };
}

/** Returns the row of a domain in the list. */
async function rowOf(domain: string) {
  return (await dataOf<Domains>('domains')).domains.find((one) => one.domain === domain);
}

describe('the domains', () => {
  test('a blocked domain is listed, and rejected until it is unblocked', async () => {
    await call('POST', 'domains/blog.example/block');
    expect(await rowOf('blog.example')).toMatchObject({ blocked: true, updated_at: null });
    expect(await call('POST', 'domains/blog.example/refresh')).toMatchObject({ status: 422 });
    expect((await runner.get('/api/v1/seo/query?domain=blog.example')).status).toBe(422);
    await call('POST', 'domains/blog.example/unblock');
    expect((await dataOf<DomainDetails>('domains/blog.example')).blocked).toBe(false);
  });

  test('many domains are tagged and followed at once, and failed ones are returned', async () => {
    await runner.get('/api/v1/seo/query?domain=broken.example');
    await call('POST', 'domains/blog.example/block');
    const change = (body: object) => call('POST', 'domains/changes', body);
    const domains = ['https://www.broken.example/', 'broken.example', 'blog.example', 'never-asked.example'];
    expect((await change({ domains, add_tags: [' client ', 'news', 'client'], follow: true })).body.data).toEqual({
      not_tagged: [],
      not_followed: ['blog.example'],
    });
    await change({ domains: ['broken.example'], remove_tags: ['news', 'unknown'], add_tags: ['汉字'] });
    expect(await rowOf('broken.example')).toMatchObject({ tags: ['client', '汉字'], followed: true, past: [] });
    expect(await rowOf('never-asked.example')).toMatchObject({ tags: ['client', 'news'], followed: true });
    await change({ domains, follow: false });
    expect(await rowOf('broken.example')).toMatchObject({ followed: false });
    const many = Array.from({ length: 10 }, (_, index) => `tag-${index}`);
    await change({ domains: ['broken.example'], add_tags: many });
    const refused = await change({
      domains: ['broken.example', 'nowhere.example'],
      add_tags: many.map((tag) => `${tag}!`),
    });
    expect(refused.body.data).toEqual({ not_tagged: ['broken.example', 'nowhere.example'], not_followed: [] });
    await call('DELETE', 'domains/never-asked.example');
    await call('POST', 'domains/blog.example/unblock');
    expect(await rowOf('never-asked.example')).toBe(undefined);
  });

  test.each([
    [{ domains: [], follow: true }, 'domains'],
    [{ domains: ['a'], follow: true }, 'domains.0'],
    [{ domains: ['a.com'] }, 'body'],
    [{ domains: ['a.com'], add_tags: ['x'.repeat(41)] }, 'add_tags.0'],
    [{ domains: ['a.com'], follow: 'yes' }, 'follow'],
    [{ domains: ['a.com'], follow: true, tags: ['x'] }, 'tags'],
  ])('a change of many domains with %j is rejected because of %s', async (body, param) => {
    const answer = await call('POST', 'domains/changes', body);
    expect(answer).toMatchObject({ status: 422, body: { error: 'invalid_parameter', details: [{ param }] } });
  });

  test('two to ten domains are compared by their stored data', async () => {
    const { data } = (await (await runner.get('/api/v1/seo/query?domain=broken.example')).json()) as Answered;
    const names = 'https://www.broken.example/,never-asked.example,broken.example';
    const { from, to, domains } = await dataOf<Comparison>(`comparison?domains=${names}&range=30d`);
    // The range begins at the start of a day.
    expect(from).toMatch(/T00:00:00\.000Z$/);
    expect(Math.floor((Date.parse(to) - Date.parse(from)) / 86_400_000)).toBe(30);
    expect(domains.map(({ domain }) => domain)).toEqual(['broken.example', 'never-asked.example']);
    const [known, unknown] = domains;
    expect(known).toMatchObject({ updated_at: data.updated_at, metrics: { seo_score: data.seo_score } });
    expect(known!.snapshots[0]).toMatchObject({ seo_score: data.seo_score, site_status: 'ok' });
    expect(known!.failed_audits!.length).toBeGreaterThan(0);
    expect(unknown).toMatchObject({ updated_at: null, metrics: null, failed_audits: null, snapshots: [] });
    const eleven = Array.from({ length: 11 }, (_, index) => `site-${index}.example`).join(',');
    for (const [list, message] of [
      ['a.com', 'must have at least 2 domains'],
      [eleven, 'must have at most 10 domains'],
    ]) {
      expect(await call('GET', `comparison?domains=${list}`)).toMatchObject({
        status: 422,
        body: { details: [{ param: 'domains', message }] },
      });
    }
  });

  test('a queried domain is listed, and each refresh in the background adds to its history', async () => {
    await runner.get('/api/v1/seo/query?domain=broken.example');
    const { data } = (await (await runner.get('/api/v1/seo/query?domain=broken.example')).json()) as Answered;
    expect(await rowOf('broken.example')).toMatchObject({
      blocked: false,
      followed: false,
      updated_at: data.updated_at.replace(/\.\d+Z$/, '.000Z'),
      seo_score: data.seo_score,
    });
    const counted = async () => (await dataOf<{ count: number }>('domains/broken.example/history?range=1d')).count;
    const before = await counted();
    expect(await call('POST', 'domains/broken.example/refresh')).toMatchObject({ status: 202 });
    await until(async () => (await dataOf<DomainDetails>('domains/broken.example')).activity === 'idle');
    expect(await counted()).toBe(before + 1);
  });

  test('have changes of their score, with the audits that changed', async () => {
    const { data } = (await (await runner.get('/api/v1/seo/query?domain=changing.test')).json()) as Answered;
    html = html.replace(/<title>.*<\/title>/, '');
    await call('POST', 'domains/changing.test/refresh');
    await until(async () => (await dataOf<DomainDetails>('domains/changing.test')).activity === 'idle');
    const { domains } = await dataOf<ScoreChanges>('score-changes?domains=changing.test,never-asked.example&range=1d');
    const [change] = domains[0]!.changes;
    expect(change!.from).toBe(data.seo_score);
    expect(change!.to).toBeLessThan(data.seo_score!);
    expect(change!.audits).toEqual([{ id: 'document-title', from: null, to: expect.any(Number) }]);
    expect(domains[1]).toEqual({ domain: 'never-asked.example', changes: [], truncated: false });
    const today = new Date().toISOString().slice(0, 10);
    const reasons = (since: string) => `score-reasons?domains=changing.test,never-asked.example&since=${since}`;
    // The last known score of today is the newest one.
    expect((await dataOf<ScoreReasons>(reasons(`${today},${today}`))).domains).toEqual([
      { domain: 'changing.test', change: null },
      { domain: 'never-asked.example', change: null },
    ]);
    expect(await call('GET', reasons(today))).toMatchObject({ status: 422, body: { details: [{ param: 'since' }] } });
    expect(await call('GET', 'score-changes')).toMatchObject({
      status: 422,
      body: { details: [{ param: 'domains', message: 'is required' }] },
    });
  });

  test('have single pages, which are fetched for the operator without an allowance, listed and deleted with the domain', async () => {
    const url = 'https://shop.example/de/';
    const pages = () => dataOf<Pages>('domains/shop.example/pages');
    const stored = () => call<Page>('GET', `pages?url=${encodeURIComponent(url)}`);
    expect((await stored()).status).toBe(404);
    const page = (await call<Page>('POST', 'pages', { url: `${url}#top` })).body.data;
    expect(page).toMatchObject({ url, cache_status: 'miss', seo_score: 100, robots: { allowed: true } });
    expect((await call<Page>('POST', 'pages', { url })).body.data).toMatchObject({
      ...page,
      cache_status: 'hit',
      age_seconds: expect.any(Number),
    });
    expect((await stored()).body.data).toMatchObject({ url: page.url, updated_at: page.updated_at });
    expect(await pages()).toEqual({
      pages: [
        {
          url,
          updated_at: page.updated_at,
          seo_score: 100,
          http_status: 200,
          title: page.page!.title,
          allowed: true,
          failed: false,
        },
      ],
      next: null,
    });
    for (const body of [{ url: 'ftp://shop.example/' }, {}, { url, refresh: 'yes' }]) {
      expect((await call('POST', 'pages', body)).status).toBe(422);
    }
    await call('DELETE', 'domains/shop.example');
    expect((await pages()).pages).toEqual([]);
  });

  test('a refresh of a domain that does not exist stores the reason and no record', async () => {
    expect(await call('POST', 'domains/no-such-name.example/refresh')).toMatchObject({ status: 202 });
    const details = () => dataOf<DomainDetails>('domains/no-such-name.example');
    // The reason is stored before the lease of the refresh ends.
    await until(async () => {
      const { failure, activity } = await details();
      return failure !== null && activity === 'idle';
    });
    expect(await details()).toMatchObject({
      record: null,
      updated_at: null,
      score_source: null,
      activity: 'idle',
      failure: {
        code: 'domain_not_found',
        message: 'The domain name no-such-name.example does not exist. Check its spelling.',
        retryable: false,
        failed_at: expect.stringMatching(/^\d{4}-.*Z$/) as unknown,
      },
    });
  });

  test('a snapshot is taken in the background, and the domain is deleted with all its data', async () => {
    expect(await call('POST', 'domains/www.shop.example/snapshot')).toMatchObject({
      status: 202,
      body: { data: { is_queued: true } },
    });
    const details = () => dataOf<DomainDetails>('domains/shop.example');
    expect((await details()).activity).not.toBe('idle');
    await until(async () => (await details()).activity === 'idle');
    const done = await details();
    expect(done).toMatchObject({ domain: 'shop.example', seo_score: 100, failed_sources: [] });
    expect(done.record).toMatchObject({ domain: 'shop.example', cache_status: 'hit', seo_score: 100 });
    expect(await call('POST', 'domains/shop.example/snapshot')).toMatchObject({
      status: 200,
      body: { data: { is_queued: false } },
    });
    const history = await dataOf<{ count: number }>('domains/shop.example/history?range=1d');
    expect(history.count).toBeGreaterThan(0);
    const listed = await dataOf<Domains>('domains');
    expect(listed.domains).toContainEqual(expect.objectContaining({ domain: 'shop.example', seo_score: 100 }));

    expect((await call('DELETE', 'domains/shop.example')).status).toBe(200);
    expect(await details()).toMatchObject({ record: null, updated_at: null, activity: 'idle' });
    expect((await dataOf<{ count: number }>('domains/shop.example/history')).count).toBe(0);
    expect((await dataOf<Domains>('domains')).domains.map(({ domain }) => domain)).not.toContain('shop.example');
  });

  test.each(['domains/127.0.0.1', 'domains/localhost', 'domains/com/history', 'domains/shop.example/history?range=1x'])(
    '%s is refused',
    async (path) => {
      expect(await call('GET', path)).toMatchObject({ status: 422, body: { error: 'invalid_parameter' } });
    },
  );
});

describe('the queue', () => {
  test('is part of the overview, with requests per day of all keys and spending', async () => {
    const { queue, requests, spent_usd, daily_budget_usd } = await dataOf<Overview>('overview');
    expect(queue).toEqual(await dataOf<QueueState>('queue'));
    expect([spent_usd >= 0, daily_budget_usd]).toEqual([true, 1]);
    expect(requests).toHaveLength(30);
    expect(requests.at(-1)).toEqual({ date: new Date().toISOString().slice(0, 10), requests: expect.any(Number) });
    const before = requests.at(-1)!.requests;
    await runner.get('/api/v1/seo/query?domain=shop.example');
    const after = (await dataOf<Overview>('overview')).requests.at(-1)!.requests;
    expect(after).toBe(before + 1);
  });

  test('contains the numbers of followed and due domains', async () => {
    expect(await dataOf<QueueState>('queue')).toMatchObject({ followed: 0, due: 0 });
  });
});

test('costs of paid sources are returned by day, today first', async () => {
  const { daily_budget_usd, days } = await dataOf<Costs>('costs');
  expect(daily_budget_usd).toBe(1);
  expect(days[0]!.date).toBe(new Date().toISOString().slice(0, 10));
  expect(days).toHaveLength(31);
  // An earlier test has requested the only paid source.
  expect(days[0]!.spent_usd).toBeGreaterThan(0);
  expect(days[0]!.by_source).toEqual({ dataforseo: days[0]!.spent_usd });
});

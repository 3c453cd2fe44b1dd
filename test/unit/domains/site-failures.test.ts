import type { RequestListener } from 'node:http';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { completeRecord } from '../../../functions/core/domains/complete-record.ts';
import { readHistory } from '../../../functions/core/domains/history/read-history.ts';
import { takeSnapshot } from '../../../functions/core/domains/take-snapshot.ts';
import { recordOf, sourcesToRetry } from '../../../functions/core/record/cached-record.ts';
import { siteSource } from '../../../functions/core/sources/site/site.ts';
import { condition } from '../../../functions/core/watches/conditions.ts';
import { findTriggers } from '../../../functions/core/watches/find-triggers.ts';
import { fetchForCaller, createTestRecordServices, scriptedSource } from '../../support/record-services.ts';
import * as local from '../platform/network/local-servers.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const DOMAIN = 'site.example';

const GOOD = '<!doctype html><html lang="en"><title>Trail shoes</title><h1>Shoes</h1>';
const CHALLENGE = '<title>Just a moment...</title><script>window._cf_chl_opt={}</script>';

let reply: RequestListener;
let opened: Awaited<ReturnType<typeof createTestRecordServices>>;

const show = (status: number, body: string) => {
  reply = ({ url }, response) => {
    const isHome = url === '/';
    response.writeHead(isHome ? status : 404, { 'content-type': 'text/html' }).end(isHome ? body : 'not here');
  };
};

beforeEach(async () => {
  const port = await local.serveHttp((request, response) => reply(request, response));
  const dns = scriptedSource({ id: 'dns', fields: ['dns'], answer: () => ({ status: 'ok', sections: {} }) });
  opened = await createTestRecordServices([siteSource, dns]);
  opened.services.network = local.networkOf({ [DOMAIN]: port });
});
afterEach(async () => {
  local.closeServers();
  await opened.close();
});

const entry = () => opened.services.cache.read(DOMAIN, { consistent: true });
const fetch = async (origin: 'query' | 'refresh') =>
  fetchForCaller({ domain: DOMAIN, entry: await entry() }, origin, opened.services);
const record = async () => recordOf((await entry())!);
const site = async () => (await record()).sources.find(({ id }) => id === 'site')!;
const keywords = async () =>
  (await opened.services.domainKeywords.read(DOMAIN))?.keywords.map(({ keyword }) => keyword);
const history = async () => {
  const range = { text: '30d', amount: 30, unit: 'd' } as const;
  const answer = await readHistory({ domain: DOMAIN, range, limit: 100 }, opened.services);
  return answer.snapshots.map(({ origin, site_status, seo_score, title }) => ({
    origin,
    site_status,
    seo_score,
    title,
  }));
};
/** Retries the sources that a hit queues at the current time of the test's clock. */
async function retryDueSources() {
  const { retries } = (await entry())!;
  const sources = sourcesToRetry(await record(), retries, opened.services.now());
  if (sources.length > 0) {
    await completeRecord({ task: 'complete-record', domain: DOMAIN, sources, attempt: 0 }, opened.services);
  }
  return sources;
}

test('a site that fails keeps its values, and is retried; each snapshot has its status', async () => {
  show(200, GOOD);
  await fetch('query');
  const good = await record();
  expect(good).toMatchObject({ complete: true, page: { title: 'Trail shoes' }, seo_score: expect.any(Number) });
  const words = await keywords();
  const score = good.seo_score;

  for (const [status, body, code] of [
    [503, CHALLENGE, 'challenge'],
    [503, '<title>Down</title>', 'http_503'],
    [200, CHALLENGE, 'challenge'],
  ] as const) {
    opened.clock.now += MINUTE;
    show(status, body);
    await fetch('refresh');
    const { page, audit, seo_score, top_keywords, complete } = await record();
    expect({ page, audit, seo_score, top_keywords }).toEqual({
      page: good.page,
      audit: good.audit,
      seo_score: score,
      top_keywords: good.top_keywords,
    });
    expect(complete).toBe(false);
    expect(await site()).toMatchObject({ from_cache: true, http_status: status, error: { code, retryable: true } });
    expect(await keywords()).toEqual(words);
    expect((await history())[0]).toEqual({ origin: 'refresh', site_status: code, seo_score: null, title: null });
  }

  const failed = { origin: 'scheduled', site_status: 'challenge', seo_score: null, title: null };
  for (const later of [120 * MINUTE, 2 * DAY]) {
    opened.clock.now += later;
    await takeSnapshot({ task: 'snapshot', domain: DOMAIN, attempt: 0 }, opened.services);
    expect((await history())[0]).toEqual(failed);
  }

  show(200, GOOD.replace('Trail', 'Road'));
  opened.clock.now = (await entry())!.retryAt! + MINUTE;
  expect(await retryDueSources()).toEqual(['site']);
  expect(await record()).toMatchObject({ complete: true, page: { title: 'Road shoes' } });
  expect((await history()).slice(0, 2)).toEqual([
    { origin: 'query', site_status: 'ok', seo_score: score, title: 'Road shoes' },
    failed,
  ]);
});

test('a 404 replaces the home page', async () => {
  show(200, GOOD);
  await fetch('query');
  const words = await keywords();
  opened.clock.now += MINUTE;
  show(404, '<title>Gone</title>');
  await fetch('refresh');
  expect(await record()).toMatchObject({
    complete: true,
    page: { http_status: 404, title: 'Gone' },
    top_keywords: null,
  });
  expect((await history())[0]).toMatchObject({ site_status: 'ok', title: 'Gone' });
  expect(await keywords()).toEqual(words);
});

test('a site that is down at first has no values until a retry succeeds', async () => {
  show(503, '<title>Down</title>');
  await fetch('query');
  expect(await record()).toMatchObject({
    complete: false,
    page: null,
    audit: null,
    seo_score: null,
    top_keywords: null,
  });
  expect(await history()).toEqual([{ origin: 'query', site_status: 'http_503', seo_score: null, title: null }]);
  expect(await keywords()).toBeUndefined();
  expect(await retryDueSources()).toEqual([]);

  opened.clock.now += 16 * MINUTE;
  expect(await retryDueSources()).toEqual(['site']);
  expect(await record()).toMatchObject({ complete: false, page: null });

  show(200, GOOD);
  opened.clock.now += 16 * MINUTE;
  expect(await retryDueSources()).toEqual([]);
  opened.clock.now += 45 * MINUTE;
  expect(await retryDueSources()).toEqual(['site']);
  expect(await record()).toMatchObject({ complete: true, page: { title: 'Trail shoes' } });
  expect((await history()).map(({ site_status }) => site_status)).toEqual(['ok', 'http_503']);
  expect(await keywords()).toContain('trail shoes');
});

test('daily snapshots of a site that answers 503 trigger the condition unreachable of a watch', async () => {
  const { clock, services } = opened;
  const since = clock.now;
  show(200, GOOD);
  await fetch('query');
  for (const status of [200, 503, 503]) {
    show(status, GOOD);
    await takeSnapshot({ task: 'snapshot', domain: DOMAIN, attempt: 0 }, services);
    clock.now += DAY;
  }
  const snapshots = await services.snapshots.read(DOMAIN, '2026-11-01');
  expect(snapshots.map(({ site_status }) => site_status)).toEqual(['http_503', 'http_503', 'ok']);
  const conditions = [condition.parse({ on: 'unreachable', snapshots: 2 })];
  const found = findTriggers({ watch: 'w1', domain: DOMAIN, conditions, since, now: clock.now }, snapshots);
  expect(found).toMatchObject([{ before: 'http_503', after: 'http_503' }]);
});

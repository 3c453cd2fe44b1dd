import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { EventEmitter, once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { sources } from '../../functions/core/sources/index.ts';
import { proKeys } from '../support/pro-keys.ts';
import { startTestRunner, type TestRunner } from '../support/runner.ts';
import { crawlSite } from '../support/site-crawl.ts';
import { startSite, type TestSite } from '../support/site.ts';

/** Small, so that all fetches have begun long before the first one reaches its time limit. */
const LIMITS = { maxConcurrentFetches: '3', maxConcurrentFetchesPerOwner: '2' };
/** Requests of one key at once. */
const FLOOD = 5;
const KNOWN = 'known.slow.test';
/** Number of instances of a function that the runner starts at most. */
const INSTANCES = 6;

/** Sites that answer when they are released, except `known.test`. */
let site: TestSite;
let runner: TestRunner;
let keys: string[];
/** Held requests by host: each fetch holds one. */
let held: Map<string, ServerResponse>;
let mostHeld: number;
let isReleased: boolean;
const arrivals = new EventEmitter();

beforeAll(async () => {
  held = new Map();
  mostHeld = 0;
  isReleased = false;
  site = await startSite(({ headers }, response) => {
    const host = headers.host!;
    if (isReleased || host.startsWith('known')) return void answer(response);
    held.set(host, response);
    mostHeld = Math.max(mostHeld, held.size);
    arrivals.emit('held');
  });
  const others = sources.map(({ id }) => id).filter((id) => id !== 'site');
  runner = await startTestRunner({
    LOCAL_RESOLVE: `*.slow.test=127.0.0.1:${site.port}`,
    DISABLED_SOURCES: others.join(','),
    CDK_CONTEXT_JSON: JSON.stringify(LIMITS),
  });
  keys = await proKeys(runner, 3);
  // Instances start one after another, which may take longer than a fetch may take.
  await Promise.all(Array.from({ length: INSTANCES }, (_, index) => query(`known-${index}`, keys[index % 3]!)));
});
afterAll(() => Promise.all([runner?.close(), site.close()]));

const answer = (response: ServerResponse) =>
  response.writeHead(200, { 'Content-Type': 'text/html' }).end('<!doctype html><title>Tents</title>');

function release() {
  isReleased = true;
  for (const response of held.values()) answer(response);
  held.clear();
}

async function query(host: string, key: string) {
  const response = await runner.get(`/api/v1/seo/query?domain=${host}.slow.test`, { key });
  const { error = null, data } = (await response.json()) as { error?: string; data?: { cache_status: string } };
  const retryAfter = response.headers.get('retry-after');
  return { status: response.status, error, retryAfter, cacheStatus: data?.cache_status };
}

/** Crawls one page of `known`. @returns the id of the crawl */
async function crawlKnown(key: string) {
  await runner.get(`/api/v1/seo/site?domain=${KNOWN}&pages=1&refresh=1`, { key });
  return (await crawlSite(runner, KNOWN, { key })).crawl_id;
}

/** Requests the comparison of two crawls of `known`. @returns the status */
async function compare(crawl: string, base: string, key: string) {
  const path = `/api/v1/seo/site/compare?domain=${KNOWN}&crawl=${crawl}&base=${base}`;
  return (await runner.get(path, { key })).status;
}

async function untilHeld(count: number) {
  while (held.size < count) await once(arrivals, 'held');
}

test('a flood of misses by one key is refused above its limit, while hits and misses of others continue', async () => {
  const [flooding, ...others] = keys as [string, string, string];
  expect(await query('known', others[0])).toMatchObject({ status: 200, cacheStatus: 'miss' });
  const [older, newer] = [await crawlKnown(flooding), await crawlKnown(flooding)];

  const flood = Array.from({ length: FLOOD }, (_, index) => query(`a${index}`, flooding));
  await untilHeld(2);
  const ofAnother = query('b0', others[0]);
  await untilHeld(3);
  // All are in use: every further miss is refused, and no hit is.
  const refused = { status: 503, error: 'service_busy', retryAfter: '5' };
  expect(await query('c0', others[1])).toMatchObject(refused);
  for (const key of keys) expect(await query('known', key)).toMatchObject({ status: 200, cacheStatus: 'hit' });
  // The comparison of a crawl with the one before it is stored, and the other is made.
  expect([await compare(newer, older, flooding), await compare(older, newer, flooding)]).toEqual([200, 503]);

  release();
  const ended = await Promise.all(flood);
  expect(ended.filter(({ status }) => status === 200)).toHaveLength(2);
  expect(ended.filter(({ status }) => status !== 200)).toEqual(
    Array.from({ length: FLOOD - 2 }, () => expect.objectContaining(refused)),
  );
  expect(await ofAnother).toMatchObject({ status: 200 });
  expect(await compare(older, newer, flooding)).toBe(200);
  expect(mostHeld).toBe(3);
  expect(await query('c0', others[1])).toMatchObject({ status: 200, cacheStatus: 'miss' });
}, 120_000);

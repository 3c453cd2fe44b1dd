import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createServer, type Server } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { z } from 'zod';
import type { batchAnswer } from '../../functions/core/batches/definitions.ts';
import { preload } from '../support/machine.ts';
import { proKeys } from '../support/pro-keys.ts';
import { startTestRunner, type TestRunner } from '../support/runner.ts';
import { tally, timeLimit, tries } from '../support/form.ts';
import { DOMAINS_AT_ONCE } from '../../functions/core/batches/read-part.ts';

type Batch = z.infer<typeof batchAnswer>;

const BATCHES = 2;
const A_BATCH = Number(process.env.BATCH_LINES ?? tries(60, 1_000));
const DOMAINS = BATCHES * A_BATCH;
const KILLS = tries(3, 12);
/** Average time between two kills. */
const KILL_EVERY_MS = tries(2_000, 8_000);
/** Time after which the message of a killed worker is delivered again. */
const VISIBILITY_SECONDS = 20;
/** Lease of a killed worker. */
const LEASE_SECONDS = 6;
const MOST_CALLS_A_THOUSAND = 12;
const SAMPLE = 50;

interface Request {
  host: string;
  path: string;
  at: number;
}

const requests: Request[] = [];
let site: Server;
let runner: TestRunner;
let key: string;

beforeAll(async () => {
  site = createServer(({ headers, url }, response) => {
    const host = headers.host!.replace(/:\d+$/, '');
    requests.push({ host, path: url!, at: performance.now() });
    if (url !== '/') return void response.writeHead(404).end();
    response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8' });
    response.end(`<title>The page of ${host}</title><h1>${host}</h1><p>has a few words`);
  });
  site.listen(0, '127.0.0.1');
  await once(site, 'listening');
  const endWorkers = new URL('./support-faults/end-workers.ts', import.meta.url);
  endWorkers.searchParams.set('kills', String(KILLS));
  endWorkers.searchParams.set('everyMs', String(KILL_EVERY_MS));
  runner = await startTestRunner(
    {
      NODE_OPTIONS: preload(endWorkers),
      LOCAL_RESOLVE: `*.mine.test=127.0.0.1:${(site.address() as AddressInfo).port}`,
      LOCAL_VISIBILITY_TIMEOUT_SECONDS: String(VISIBILITY_SECONDS),
    },
    ['--offline'],
  );
  [key] = (await proKeys(runner, 1)) as [string];
});
afterAll(async () => {
  await runner.close();
  site.closeAllConnections();
  site.close();
});

const statusCounts: Record<number, number> = {};
let calls = 0;

async function call(method: string, path: string, body?: object): Promise<Batch> {
  const headers = { 'X-SEO-API-Key': key, 'Content-Type': 'application/json' };
  const response = await fetch(runner.url + path, { method, headers, ...(body && { body: JSON.stringify(body) }) });
  calls += 1;
  statusCounts[response.status] = (statusCounts[response.status] ?? 0) + 1;
  const { data } = (await response.json()) as { data: Batch };
  return data;
}

const FIELDS = ['domain', 'seo_score', 'page', 'audit'];

/** Polls at the requested intervals, and then reads all pages. */
async function fetchAll(domains: string[]): Promise<Batch['items']> {
  let batch = await call('POST', '/api/v1/seo/batches', { domains, fields: FIELDS });
  const path = `/api/v1/seo/batches/${batch.batch_id!}`;
  while (batch.poll_after_seconds !== null) {
    await sleep(batch.poll_after_seconds * 1_000);
    batch = await call('GET', path);
  }
  const items = [...batch.items];
  while (batch.next_cursor !== null) {
    batch = await call('GET', `${path}?cursor=${batch.next_cursor}`);
    items.push(...batch.items);
  }
  return items;
}

async function get<Data>(path: string): Promise<Data> {
  const response = await runner.get(path, { key });
  expect(response.status).toBe(200);
  return ((await response.json()) as { data: Data }).data;
}

test(
  'batches whose workers are killed repeatedly fetch each domain once, and those in progress at a kill again',
  async () => {
    const domains = Array.from({ length: DOMAINS }, (_, index) => `n${index}.mine.test`);
    const started = performance.now();
    const parts = Array.from({ length: BATCHES }, (_, batch) => domains.slice(batch * A_BATCH, (batch + 1) * A_BATCH));
    const items = (await Promise.all(parts.map(fetchAll))).flat();
    const minutes = (performance.now() - started) / 60_000;
    const kills = runner.output().match(/^An instance was ended$/gm)?.length ?? 0;

    expect(items.map(({ input }) => input)).toEqual(domains);
    const wrong = items.filter(({ status, data }) => status !== 'done' || data === null);
    expect(wrong).toEqual([]);
    expect(statusCounts[429]).toBeUndefined();

    const home = Map.groupBy(
      requests.filter(({ path }) => path === '/'),
      ({ host }) => host,
    );
    expect(domains.filter((domain) => !home.has(domain))).toEqual([]);
    const repeated = [...home.values()].filter(({ length }) => length > 1);
    const repeats = repeated.reduce((sum, { length }) => sum + length - 1, 0);
    const gaps = repeated.flatMap((list) => list.slice(1).map(({ at }, index) => (at - list[index]!.at) / 1_000));
    const report = {
      domains: DOMAINS,
      kills,
      domainsAMinute: Math.round(DOMAINS / minutes),
      callsAThousand: Number(((calls * 1_000) / DOMAINS).toFixed(1)),
      statusCounts,
      requests: requests.length,
      requestsADomain: Number((requests.length / DOMAINS).toFixed(2)),
      repeats,
      shortestGapSeconds: gaps.length > 0 ? Number(Math.min(...gaps).toFixed(1)) : null,
    };
    console.log(JSON.stringify(report));
    expect(kills).toBeGreaterThan(0);
    expect(repeats).toBeLessThanOrEqual(DOMAINS_AT_ONCE * kills);
    expect(gaps.filter((seconds) => seconds < LEASE_SECONDS - 1)).toEqual([]);
    if (A_BATCH >= 1_000) expect(report.callsAThousand).toBeLessThanOrEqual(MOST_CALLS_A_THOUSAND);

    // A snapshot for each fetch.
    const sample = domains.filter((_, index) => index % Math.ceil(DOMAINS / SAMPLE) === 0);
    for (const domain of new Set([...sample, ...repeated.map(([first]) => first!.host)])) {
      const { count } = await get<{ count: number }>(`/api/v1/seo/history?domain=${domain}`);
      expect(count).toBeGreaterThan(0);
      expect(count).toBeLessThanOrEqual(home.get(domain)!.length);
    }
    for (const domain of sample) {
      const single = await get<object>(`/api/v1/seo/query?domain=${domain}&fields=${FIELDS.join(',')}`);
      // It is cached by now, and its slow sources may have been requested.
      const since = { cache_status: expect.any(String), complete: expect.any(Boolean) };
      expect(items[domains.indexOf(domain)]!.data).toEqual({ ...single, ...since });
    }
    tally({
      area: 'Load',
      what: `${BATCHES} batches of ${A_BATCH} new domains at once, whose workers are ended ${KILLS} times`,
      tried: DOMAINS,
      outcome: `all done; ${report.callsAThousand} calls per 1,000 domains, ${report.domainsAMinute} domains per minute, ${repeats} home pages requested again after ${kills} ends`,
    });
  },
  timeLimit(300_000, 3_600_000),
);

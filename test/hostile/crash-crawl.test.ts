import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import type { SiteResult } from '../../functions/core/record/site-schema.ts';
import type { CrawlTask, ReportTask } from '../../functions/core/crawls/tasks.ts';
import { newCrawlId, type StoredResult } from '../../functions/core/crawls/store/item.ts';
import { createSiteCrawls, type SiteCrawls } from '../../functions/core/crawls/store/site-crawls.ts';
import { startTables, type TableOptions } from '../../infra/local/aws/dynamodb.ts';
import { localCredentials, localRegion } from '../../infra/local/credentials.ts';
import { coordinationTable, historyTable, scheduleTable, siteCrawlsTable } from '../support/dynamodb.ts';
import { startSite } from '../support/site.ts';
import { crawlInProgress } from '../support/site-audit.ts';
import { tally, tries } from '../support/form.ts';
import type { FromWorker } from './support-faults/crawl-process.ts';
import { createSdkDynamoDB } from '../../functions/core/platform/dynamodb/sdk-client.ts';
import { useFresh, useOpened } from '../support/use-opened.ts';

const DOMAIN = 'killed.attacked.test';
const KILLS = tries(15, 40);
const REQUESTS_TO_A_KILL = 7;
/** Enough that all kills happen before the last page. */
const PAGES = KILLS * REQUESTS_TO_A_KILL + 20;
/** The site's `Crawl-delay`. */
const INTERVAL_MS = tries(50, 100);
/** Delay with which a request may be recorded on a busy machine. */
const NOTICED_LATE_MS = 2_000;
let crawls: SiteCrawls;
let client: DynamoDBClient;
const arrivals: { path: string; at: number }[] = [];
/** Slots of the site's rate limit, and requests, in their order. */
const events: ({ slotAt: number } | { request: string })[] = [];

const site = useOpened(() =>
  startSite(({ url = '' }, response) => {
    arrivals.push({ path: url, at: performance.now() });
    if (url !== '/robots.txt') events.push({ request: url });
    if (url === '/robots.txt') return void response.end(`User-agent: *\nCrawl-delay: ${INTERVAL_MS / 1000}\n`);
    const number = url === '/' ? 0 : Number(/^\/page-(\d+)$/.exec(url)?.[1] ?? NaN);
    if (!(number < PAGES)) return void response.writeHead(404).end();
    response.setHeader('content-type', 'text/html').end(page(number));
  }),
);
const tables = useFresh(() =>
  startTables([coordinationTable, historyTable, scheduleTable, siteCrawlsTable], watchSlots()),
);
beforeEach(() => {
  client = new DynamoDBClient({ endpoint: tables.endpoint, region: localRegion, credentials: localCredentials });
  crawls = createSiteCrawls(createSdkDynamoDB(client), siteCrawlsTable.name, Date.now);
  arrivals.length = 0;
  events.length = 0;
});
afterEach(() => {
  client.destroy();
});

interface UpdateInput {
  Key?: { id?: { S: string } };
  UpdateExpression?: string;
  ConditionExpression?: string;
  ExpressionAttributeNames?: Record<string, string>;
  ExpressionAttributeValues?: Record<string, { N?: string }>;
}

/** A write of the next slot of a rate limit. Times are in milliseconds. */
interface SlotUpdate {
  /** The value that it is set to, which the write of a free slot has. */
  next: number | null;
  /** What is added to it, which the write of a slot in the queue has. */
  interval: number | null;
  /** The value that it must not exceed: the current time, if the slot is free. */
  most: number;
}

/** @returns `null` if the update does not write the next slot */
function slotUpdateIn(input: UpdateInput): SlotUpdate | null {
  const { UpdateExpression = '', ConditionExpression = '', ExpressionAttributeNames: names = {} } = input;
  const [path] = Object.entries(names).find(([, name]) => name === 'next_at') ?? [];
  if (path === undefined) return null;
  const valueAfter = (text: string, expression: string) => {
    const placeholder = new RegExp(`${text} (:\\w+)`).exec(expression)?.[1];
    return placeholder === undefined ? null : Number(input.ExpressionAttributeValues![placeholder]!.N);
  };
  return {
    next: valueAfter(`${path} =`, UpdateExpression),
    interval: valueAfter(`ADD ${path}`, UpdateExpression),
    most: valueAfter(`${path} <=`, ConditionExpression)!,
  };
}

/** Adds each assigned slot of the site's rate limit to `events`, as written to the database. */
function watchSlots(): TableOptions {
  const updates = new WeakMap<IncomingMessage, SlotUpdate>();
  let next = 0;
  return {
    authorize(request, input) {
      if (!String(request.headers['x-amz-target']).endsWith('.UpdateItem')) return;
      if (!(input as UpdateInput).Key?.id?.S.startsWith('turn#')) return;
      const update = slotUpdateIn(input);
      if (update) updates.set(request, update);
    },
    protect: (listener) => (request, response) => {
      response.once('finish', () => {
        const update = updates.get(request);
        if (!update || response.statusCode !== 200) return;
        if (update.next !== null) {
          events.push({ slotAt: update.most });
          next = update.next;
        } else if (update.interval !== null) {
          events.push({ slotAt: next });
          next += update.interval;
        }
      });
      listener(request, response);
    },
  };
}

/** Each page links to the next one and to others that depend on its number; some links are broken. */
function page(number: number): string {
  const linked = [number + 1, number * 2, number * 3 + 1, number + 50].map((to) => `/page-${to}`);
  const links = linked.map((link) => `<a href="${link}">See ${link}</a>`).join(' ');
  return `<!doctype html><html lang="en"><title>Page number ${number}</title><h1>Page ${number}</h1><p>${links}</p>`;
}

function startWorker(): ChildProcess {
  const file = join(import.meta.dirname, 'support-faults/crawl-process.ts');
  return fork(file, [tables.endpoint, `${DOMAIN}=127.0.0.1:${site.port}`], { execArgv: ['--no-warnings'] });
}

/** Kills a worker while it starts, or at a random time during its first requests. */
async function killAtRandom(worker: ChildProcess, signal: AbortSignal): Promise<void> {
  const last = arrivals.length + Math.floor(Math.random() * REQUESTS_TO_A_KILL);
  while (arrivals.length < last && !signal.aborted) await sleep(5);
  await sleep(Math.random() * INTERVAL_MS);
  if (!signal.aborted) worker.kill('SIGKILL');
}

const isGone = ({ exitCode, signalCode, connected }: ChildProcess) =>
  exitCode !== null || signalCode !== null || !connected;

/** Runs a crawl with workers that process its messages; the message of a killed worker is delivered again. */
async function crawl(kills: number): Promise<number> {
  const id = newCrawlId(Date.now());
  await crawls.begin(crawlInProgress({ domain: DOMAIN, id, owner: null, limit: PAGES, admitted: PAGES }));
  const messages: (CrawlTask | ReportTask)[] = [{ domain: DOMAIN, id, slices: 0 }];
  let worker = startWorker();
  let killed = 0;
  while (messages.length > 0) {
    // Killed just after it had processed its message.
    if (isGone(worker)) {
      killed += 1;
      worker = startWorker();
      await once(worker, 'spawn');
    }
    const task = messages[0]!;
    const sent: (CrawlTask | ReportTask)[] = [];
    const ended = new Promise<'done' | 'killed'>((resolve) => {
      worker.once('exit', () => resolve('killed'));
      worker.on('message', (message: FromWorker) =>
        'sent' in message ? sent.push(message.sent as CrawlTask | ReportTask) : resolve('done'),
      );
    });
    worker.send({ task });
    const done = new AbortController();
    if (killed < kills) void killAtRandom(worker, done.signal);
    if ((await ended) === 'killed') {
      killed += 1;
      worker = startWorker();
      await once(worker, 'spawn');
    } else messages.shift();
    done.abort();
    worker.removeAllListeners();
    messages.push(...sent);
    await sleep(10);
  }
  worker.kill();
  return killed;
}

async function outcome() {
  const { audit, inProgress, historyJson } = await crawls.read(DOMAIN);
  const ended = await crawls.list(DOMAIN);
  expect([inProgress, ended.map(({ id }) => id)]).toEqual([[], [audit!.id]]);
  const rows = await crawls.readRows(audit!);
  const history = JSON.parse(historyJson) as SiteResult['history'];
  const { status, isComplete, unread, summary } = audit!;
  return {
    ...{ status, isComplete, unread, summary },
    result: JSON.parse(audit!.resultJson) as StoredResult,
    history: history.map((crawl) => ({ ...crawl, crawl_id: null, finished_at: null })),
    rows: rows.map((row) => ({ ...row, ttfb_ms: null, last_indexable_at: row.last_indexable_at && 'a time' })),
  };
}

/** Expects a slot for each request, an interval between slots, and requests that arrive no faster. */
function expectRateLimit() {
  const slots = events.flatMap((event) => ('slotAt' in event ? [event.slotAt] : []));
  const intervals = slots.slice(1).map((at, index) => at - slots[index]!);
  expect(Math.min(...intervals)).toBeGreaterThanOrEqual(INTERVAL_MS);
  let unused = 0;
  const withoutSlot = events.filter((event) => (unused += 'slotAt' in event ? 1 : -1) < 0);
  expect(withoutSlot).toEqual([]);
  const tookMs = arrivals.at(-1)!.at - arrivals[0]!.at;
  expect(tookMs).toBeGreaterThan((paths().length - 1) * INTERVAL_MS - NOTICED_LATE_MS);
}

const paths = () => arrivals.map(({ path }) => path).filter((path) => path !== '/robots.txt');

test('a crawl whose worker is killed repeatedly ends with the same result, with at most one repeated request per kill', async () => {
  await crawl(0);
  const undisturbed = await outcome();
  expect(new Set(paths()).size).toBe(paths().length);
  await crawls.deleteDomain(DOMAIN);
  expectRateLimit();
  arrivals.length = 0;
  events.length = 0;

  const killed = await crawl(KILLS);
  expect(killed).toBe(KILLS);
  expect(await outcome()).toEqual(undisturbed);
  expect(undisturbed.rows).toHaveLength(PAGES);
  const repeated = arrivals.length - new Set(arrivals.map(({ path }) => path)).size;
  expect(repeated).toBeLessThanOrEqual(killed);
  expectRateLimit();
  tally({
    area: 'Failing dependencies',
    what: `the worker of a crawl of ${PAGES} pages killed (SIGKILL) at random`,
    tried: killed,
    outcome:
      'the same result as an undisturbed crawl; at most one request repeated per kill, none faster than the crawl rate',
  });
}, 300_000);

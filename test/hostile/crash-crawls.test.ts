import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { CRAWLER_MS } from '../../functions/core/crawls/limits.ts';
import type { CrawlMessage, ReportTask } from '../../functions/core/crawls/tasks.ts';
import { newCrawlId, type StoredResult } from '../../functions/core/crawls/store/item.ts';
import { createSiteCrawls, type SiteCrawls } from '../../functions/core/crawls/store/site-crawls.ts';
import { createSdkDynamoDB } from '../../functions/core/platform/dynamodb/sdk-client.ts';
import { startTables } from '../../infra/local/aws/dynamodb.ts';
import { localCredentials, localRegion } from '../../infra/local/credentials.ts';
import { coordinationTable, historyTable, scheduleTable, siteCrawlsTable } from '../support/dynamodb.ts';
import { createEmulatedQueue, type Delivered } from '../support/emulated-queue.ts';
import { tally, tries } from '../support/form.ts';
import { startSite } from '../support/site.ts';
import { crawlInProgress } from '../support/site-audit.ts';
import { useFresh, useOpened } from '../support/use-opened.ts';
import type { FromWorker } from './support-faults/crawl-process.ts';

const DOMAINS = Array.from({ length: 6 }, (_, index) => `site-${index}.attacked.test`);
const KILLS = tries(8, 30);
/** Requests of all sites from the start of an invocation to its end, at most. */
const REQUESTS_TO_A_KILL = 20;
const PAGES = tries(30, 80);
/** The sites' `Crawl-delay`. */
const INTERVAL_MS = 50;
const AT_ONCE = 3;
/** Delays of messages are shortened by as much as leases are (`crawl-process.ts`). */
const FASTER = 60;
const VISIBILITY_MS = (CRAWLER_MS + 30_000) / FASTER;

let crawls: SiteCrawls;
let client: DynamoDBClient;
/** Requested addresses of the sites, without robots.txt. */
let requested: string[] = [];
let onRequest = () => {};

const site = useOpened(() =>
  startSite(({ url = '', headers }, response) => {
    if (url === '/robots.txt') return void response.end(`User-agent: *\nCrawl-delay: ${INTERVAL_MS / 1000}\n`);
    requested.push(headers.host!.replace(/:\d+$/, '') + url);
    onRequest();
    const number = url === '/' ? 0 : Number(/^\/page-(\d+)$/.exec(url)?.[1] ?? NaN);
    if (!(number < PAGES)) return void response.writeHead(404).end();
    response.setHeader('content-type', 'text/html').end(page(number));
  }),
);
const tables = useFresh(() => startTables([coordinationTable, historyTable, scheduleTable, siteCrawlsTable]));
beforeEach(() => {
  client = new DynamoDBClient({ endpoint: tables.endpoint, region: localRegion, credentials: localCredentials });
  crawls = createSiteCrawls(createSdkDynamoDB(client), siteCrawlsTable.name, Date.now);
});
afterEach(() => {
  client.destroy();
});

/** Each page links to the next one and to others that depend on its number; some links are broken. */
function page(number: number): string {
  const links = [number + 1, number * 2, number * 3 + 1, number + 20].map(
    (to) => `<a href="/page-${to}">See ${to}</a>`,
  );
  return `<!doctype html><html lang="en"><title>Page number ${number}</title><h1>Page ${number}</h1><p>${links.join(' ')}</p>`;
}

function startWorker(): ChildProcess {
  const file = join(import.meta.dirname, 'support-faults/crawl-process.ts');
  const resolve = DOMAINS.map((domain) => `${domain}=127.0.0.1:${site.port}`).join(',');
  // Its log has a line for each message.
  const stdio = ['ignore', 'ignore', 'ignore', 'ipc'] as const;
  return fork(file, [tables.endpoint, resolve], { execArgv: ['--no-warnings'], stdio: [...stdio] });
}

/** The processes of the function, of which each has one invocation at a time. */
function createWorkers(send: (message: CrawlMessage | ReportTask, delayMs: number) => void) {
  const idle: ChildProcess[] = [];
  const all = new Set<ChildProcess>();
  let left = 0;
  let killed = 0;

  /** Busy workers that are killed at a number of requests. */
  const killedAt = new Map<ChildProcess, number>();
  onRequest = () => {
    for (const [worker, last] of killedAt) if (requested.length >= last) worker.kill('SIGKILL');
  };

  function killLater(worker: ChildProcess): void {
    if (left === 0) return;
    left -= 1;
    killedAt.set(worker, requested.length + Math.ceil(Math.random() * REQUESTS_TO_A_KILL));
  }

  async function invoke(messages: Delivered<CrawlMessage>[]): Promise<string[] | null> {
    const worker = idle.pop() ?? startWorker();
    all.add(worker);
    const ended = new Promise<string[] | null>((resolve) => {
      worker.once('exit', () => resolve(null));
      worker.on('message', (message: FromWorker) => {
        if ('sent' in message) send(message.sent, message.delayMs);
        else if ('failed' in message) resolve(message.failed);
      });
    });
    worker.send({ invocation: messages });
    killLater(worker);
    const failed = await ended;
    // A worker that has ended its work in time is killed later, if at all.
    if (killedAt.delete(worker) && failed !== null) left += 1;
    worker.removeAllListeners();
    if (failed !== null) idle.push(worker);
    else {
      killed += 1;
      all.delete(worker);
    }
    return failed;
  }
  return {
    invoke,
    killSome: (count: number) => (left = count),
    get killed() {
      return killed;
    },
    /** Makes the reports of the crawls. */
    async report(tasks: ReportTask[]): Promise<void> {
      const worker = startWorker();
      for (const task of tasks) {
        worker.send({ task });
        await once(worker, 'message');
      }
      worker.kill();
    },
    close() {
      for (const worker of all) worker.kill();
    },
  };
}

/** Crawls all sites at the same time. @returns number of invocations that were killed */
async function crawlAll(kills: number): Promise<{ killed: number; invocations: number }> {
  requested = [];
  const reports = new Map<string, ReportTask>();
  const workers = createWorkers((message, delayMs) => {
    if ('task' in message) reports.set(message.id, message);
    else queue.send(message, delayMs / FASTER);
  });
  const queue = createEmulatedQueue<CrawlMessage>({
    ...{ batchSize: 10, maxConcurrency: AT_ONCE, visibilityMs: VISIBILITY_MS, now: () => performance.now() },
    after(ms, call) {
      const timer = setTimeout(call, ms);
      return () => clearTimeout(timer);
    },
    invoke: (messages) => workers.invoke(messages),
  });
  workers.killSome(kills);
  for (const domain of DOMAINS) {
    const id = newCrawlId(Date.now());
    await crawls.begin(crawlInProgress({ domain, id, owner: null, limit: PAGES, admitted: PAGES }));
    queue.send({ domain, id, slices: 0 });
  }
  await queue.ended();
  await workers.report([...reports.values()]);
  workers.close();
  return { killed: workers.killed, invocations: queue.counts.receives };
}

async function outcomeOf(domain: string) {
  const { audit, inProgress } = await crawls.read(domain);
  const ended = await crawls.list(domain);
  expect([inProgress, ended.map(({ id }) => id)]).toEqual([[], [audit!.id]]);
  const { status, isComplete, unread, summary } = audit!;
  const rows = await crawls.readRows(audit!);
  return {
    ...{ status, isComplete, unread, summary },
    result: JSON.parse(audit!.resultJson) as StoredResult,
    rows: rows.map((row) => ({ ...row, ttfb_ms: null, last_indexable_at: row.last_indexable_at && 'a time' })),
  };
}

test('crawls of several sites in killed invocations end with the same results, with at most one repeated request per site and kill', async () => {
  await crawlAll(0);
  const undisturbed = await Promise.all(DOMAINS.map(outcomeOf));
  for (const { rows } of undisturbed) expect(rows).toHaveLength(PAGES);
  const addresses = requested.toSorted();
  expect(new Set(addresses).size).toBe(addresses.length);
  for (const domain of DOMAINS) await crawls.deleteDomain(domain);

  const { killed } = await crawlAll(KILLS);
  expect(killed).toBeGreaterThan(0);
  expect(await Promise.all(DOMAINS.map(outcomeOf))).toEqual(undisturbed);
  expect([...new Set(requested)].toSorted()).toEqual(addresses);
  expect(requested.length - addresses.length).toBeLessThanOrEqual(killed * DOMAINS.length);
  tally({
    area: 'Failing dependencies',
    what: `invocations with crawls of up to ${DOMAINS.length} sites killed (SIGKILL) at random`,
    tried: killed,
    outcome: 'the same results as undisturbed crawls; at most one request of each site repeated per kill',
  });
}, 600_000);

import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { SERVICE } from '../../../functions/core/crawls/store/private-crawls.ts';
import type { SiteCrawls } from '../../../functions/core/crawls/store/site-crawls.ts';
import type { CrawlMessage, ReportTask } from '../../../functions/core/crawls/tasks.ts';
import { createEmulatedQueue } from '../../support/emulated-queue.ts';
import { billedMs, lambdaTimeCost, MILLION, prices } from '../price/cost.ts';
import { deployedFunction } from '../start/deployed-function.ts';
import type { Row } from '../table.ts';
import type { Invoked } from './invoked.ts';
import { madeHost } from './made-site.ts';
import { CRAWLER, createProcesses, deployedQueue } from './processes.ts';
import type { SlowerClock } from './slower-clock.ts';
import { createCrawls } from './stored-crawls.ts';
import type { CrawlWorld } from './world.ts';

/** More than a slice has time for, so that each crawl continues with a second message. */
const PAGES = Number(process.env.BENCH_TOGETHER_PAGES ?? 120);
const TOGETHER_GOAL_USD = 0.005;
/** A hundred crawls take more than two cores, with the database and the sites: their clocks are slower. */
const SLOWER = Number(process.env.BENCH_SLOWER ?? 3);
const AT_ONCE = [
  { crawls: 1, slower: 1 },
  { crawls: 10, slower: 1 },
  { crawls: 100, slower: SLOWER, late: { afterMs: 60_000, pages: 20 } },
];
const FIRST_PAGE_MS = 30_000;
const POLL_MS = 250;
const REPORTER = 'site-reporter';

/** The work of all functions on some crawls. */
interface Together {
  pages: number;
  /** Of the crawler, and of the function that makes reports. */
  invocations: Invoked[];
  reports: Invoked[];
  begins: Invoked[];
  /** Requests to SQS. */
  requests: number;
  /** Time from the start of a late crawl until its first page is stored. */
  firstPageMs: number | null;
}

/**
 * Measures crawls at one request per second that are in progress at the same time: the processes of the functions are invoked
 * by an emulated queue with the deployed limits, and their time, units and messages are counted.
 */
export async function togetherRows(): Promise<Row[]> {
  // In parallel, since all mainly wait; each has a database and sites of its own.
  const measured = await Promise.all(
    AT_ONCE.map(async (each) => {
      const child = fork(join(import.meta.dirname, 'world.ts'));
      try {
        const [world] = (await once(child, 'message')) as [CrawlWorld];
        return rowsOf(each.crawls, await crawlTogether(world, each));
      } finally {
        child.kill();
      }
    }),
  );
  return measured.flat();
}

async function crawlTogether(world: CrawlWorld, { crawls, slower, late }: (typeof AT_ONCE)[number]): Promise<Together> {
  const clock: SlowerClock = { origin: Date.now(), slower };
  const now = () => (Date.now() - clock.origin) / slower;
  const processes = createProcesses(
    { world, databaseMs: prices.assumptions.dynamoLatencyMs },
    { clock },
    (message, delayMs) => {
      if ('task' in message) void report(message);
      else queue.send(message, delayMs);
    },
  );
  const reported: Invoked[] = [];
  const left = new Set<string>();
  const allReported = Promise.withResolvers<void>();
  async function report(task: ReportTask): Promise<void> {
    reported.push(await processes.run({ report: task }));
    left.delete(task.domain);
    if (left.size === 0) allReported.resolve();
  }
  const invocations: Invoked[] = [];
  const queue = createEmulatedQueue<CrawlMessage>({
    ...deployedQueue(),
    now,
    after(ms, call) {
      const timer = setTimeout(call, ms * slower);
      return () => clearTimeout(timer);
    },
    async invoke(messages) {
      const invoked = await processes.run({ invocation: messages });
      invocations.push(invoked);
      return invoked.failed;
    },
  });
  const name = `c${crawls}n`;
  const hosts = Array.from({ length: crawls }, (_, index) => ({
    begin: madeHost(PAGES, 'paced', name + index),
    pages: PAGES,
  }));
  for (const { begin } of hosts) left.add(begin);
  const begins: Invoked[] = [];
  for (const host of hosts) begins.push(await processes.run(host));
  let firstPageMs: number | null = null;
  if (late) {
    await sleep(late.afterMs * slower);
    const host = { begin: madeHost(late.pages, 'paced', `${name}late`), pages: late.pages };
    hosts.push(host);
    left.add(host.begin);
    const startedAt = now();
    begins.push(await processes.run(host));
    await untilFirstPage(host.begin, createCrawls(world.tablesPort));
    firstPageMs = now() - startedAt;
  }
  await allReported.promise;
  // Messages for the case that an invocation is terminated: they are ignored, as they would be after their delay.
  queue.deliverDelayed();
  await queue.ended();
  processes.close();
  const pages = await fetchedPages(hosts, createCrawls(world.tablesPort));
  // A report is sent, received and deleted.
  const requests = queue.counts.sends + queue.counts.receives + queue.counts.deletes + 3 * reported.length;
  return { pages, invocations, reports: reported, begins, requests, firstPageMs };
}

async function untilFirstPage(domain: string, crawls: SiteCrawls): Promise<void> {
  for (;;) {
    const [crawl] = await crawls.readInProgress(domain, { viewer: SERVICE });
    if (!crawl || crawl.fetched > 0) return;
    await sleep(POLL_MS);
  }
}

async function fetchedPages(hosts: { begin: string; pages: number }[], crawls: SiteCrawls): Promise<number> {
  let sum = 0;
  for (const { begin: host, pages } of hosts) {
    const [ended] = await crawls.list(host, { consistent: true });
    if (ended?.fetched !== pages) throw new Error(`Of ${pages} pages of ${host}, ${ended?.fetched} were crawled`);
    sum += pages;
  }
  return sum;
}

function rowsOf(crawls: number, together: Together): Row[] {
  const { pages, invocations, reports, begins, requests, firstPageMs } = together;
  const memoryMb = deployedFunction(CRAWLER)!.memoryMb;
  const reporterMb = deployedFunction(REPORTER)!.memoryMb;
  const sum = (of: Invoked[], value: keyof Omit<Invoked, 'failed'>) => of.reduce((all, each) => all + each[value], 0);
  const all = [...invocations, ...reports, ...begins];
  const reportMs = billedMs(reporterMb, sum(reports, 'cpuMs'));
  const perThousand = (value: number) => (1_000 * value) / pages;
  const seconds = sum(invocations, 'ms') / 1_000;
  const database =
    sum(all, 'readUnits') * prices.dynamoReadUnitsPerMillion +
    sum(all, 'writeUnits') * prices.dynamoWriteUnitsPerMillion;
  const messages =
    requests * prices.sqsRequestsPerMillion + (invocations.length + reports.length) * prices.lambdaPerMillion;
  const parts = {
    'Lambda, crawler': perThousand(lambdaTimeCost(memoryMb, seconds)),
    'Lambda, reports': perThousand(lambdaTimeCost(reporterMb, reportMs / 1_000)),
    DynamoDB: perThousand(database / MILLION),
    'messages and their calls': perThousand(messages / MILLION),
  };
  const at = `${crawls} ${crawls === 1 ? 'crawl' : 'crawls'} at once`;
  const total = Object.values(parts).reduce((one, other) => one + other, 0);
  const pageMs = billedMs(memoryMb, sum(invocations, 'cpuMs') / pages);
  return [
    { what: `${at}: invocations of the crawler`, samples: [invocations.length], unit: 'count' },
    {
      what: `${at}, a thousand pages: time of the crawler`,
      samples: [perThousand(seconds * (memoryMb / 1_024))],
      unit: 'GB s',
    },
    { what: `${at}: CPU per page on the function's share of a core`, samples: [pageMs], unit: 'ms' },
    ...Object.entries(parts).map(([part, value]): Row => ({
      what: `${at}, a thousand pages on AWS: ${part}`,
      samples: [value],
      unit: 'USD',
    })),
    {
      what: `${at}, a thousand pages on AWS: total`,
      samples: [total],
      unit: 'USD',
      ...(crawls >= 10 && { goal: TOGETHER_GOAL_USD }),
    },
    ...(firstPageMs === null
      ? []
      : [
          {
            what: `first page of a new crawl while ${crawls} are in progress`,
            samples: [firstPageMs],
            unit: 'ms',
            goal: FIRST_PAGE_MS,
          } satisfies Row,
        ]),
  ];
}

import type { ChildProcess } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import type { CrawlMessage } from '../../../functions/core/crawls/tasks.ts';
import { newCrawlId } from '../../../functions/core/crawls/store/item.ts';
import { DEFAULT_OPTIONS } from '../../../functions/core/crawls/store/crawl-heads.ts';
import { SERVICE } from '../../../functions/core/crawls/store/private-crawls.ts';
import { createEmulatedQueue } from '../../support/emulated-queue.ts';
import { crawlInProgress } from '../../support/site-audit.ts';
import type { Invoked } from '../crawl/invoked.ts';
import { createProcesses, deployedQueue } from '../crawl/processes.ts';
import type { SlowerClock } from '../crawl/slower-clock.ts';
import { createCrawls } from '../crawl/stored-crawls.ts';
import { BEFORE_MS } from './large-site.ts';
import type { SeedOrder, WorldPorts } from './orders.ts';

/** Clocks are faster, since a crawl of 50,000 pages at ten requests per second takes one and a half hours. */
const SLOWER = 1 / Number(process.env.BENCH_FASTER ?? 3);
/** Share of the pages after which the process is terminated; another one continues after the time limit of SQS. */
const TERMINATED_AT = 0.8;
const POLL_MS = 1_000;

export interface PacedCrawl {
  id: string;
  invocations: Invoked[];
  /** Of a process that has done nothing yet. */
  beforeMb: number;
  /** Time on the clock of the crawler. */
  seconds: number;
}

/** Crawls the site that the world serves, at a rate, in processes of the crawler that a queue invokes. */
export async function crawlPaced(
  world: ChildProcess,
  { port, sitePort }: WorldPorts,
  { rate, memoryMb, ...order }: SeedOrder & { rate: number; memoryMb: number },
): Promise<PacedCrawl> {
  const { domain, pages } = order;
  world.send({ ...order, serve: true });
  const origin = Date.now();
  const clock: SlowerClock = { origin, shows: origin - BEFORE_MS, slower: SLOWER };
  const now = () => (Date.now() - origin) / SLOWER;
  const ended = Promise.withResolvers<void>();
  const settings = {
    world: {
      tablesPort: port,
      madePort: sitePort,
      real: { host: 'unused.test', port: sitePort },
      dnsServer: '127.0.0.1:9',
    },
    databaseMs: 0,
  };
  const processes = createProcesses(settings, { clock, memoryMb }, (message, delayMs) => {
    if ('task' in message) ended.resolve();
    else queue.send(message, delayMs);
  });
  const invocations: Invoked[] = [];
  const queue = createEmulatedQueue<CrawlMessage>({
    ...deployedQueue(),
    now,
    after(ms, call) {
      const timer = setTimeout(call, ms * SLOWER);
      return () => clearTimeout(timer);
    },
    async invoke(messages) {
      const invoked = await processes.run({ invocation: messages }).catch(() => null);
      if (!invoked) return null;
      invocations.push(invoked);
      return invoked.failed;
    },
  });
  const { peakMb: beforeMb } = await processes.run({ invocation: [] });
  const crawls = createCrawls(port);
  const crawl = crawlInProgress({
    ...{ domain, id: newCrawlId(origin - BEFORE_MS), owner: null, limit: pages, admitted: pages },
    ...{ options: { ...DEFAULT_OPTIONS, rate }, startedAt: new Date(origin - BEFORE_MS).toISOString() },
  });
  await crawls.begin(crawl);
  queue.send({ domain, id: crawl.id, slices: 0 });
  const read = async () => (await crawls.readInProgress(domain, { viewer: SERVICE }))[0]!;
  while ((await read()).fetched < TERMINATED_AT * pages) await sleep(POLL_MS);
  processes.close();
  await ended.promise;
  const seconds = now() / 1_000;
  // Messages for the case that an invocation is terminated: they are ignored.
  queue.deliverDelayed();
  await queue.ended();
  processes.close();
  return { id: crawl.id, invocations, beforeMb, seconds };
}

import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { CrawlMessage, CrawlTask } from '../../../functions/core/crawls/tasks.ts';
import { createEmulatedQueue } from '../../support/emulated-queue.ts';
import { hostileSites, type Serve } from '../../support/hostile-sites.ts';
import { startSite } from '../../support/site.ts';
import { deployedFunction } from '../start/deployed-function.ts';
import type { Row } from '../table.ts';
import { madeHost } from './made-site.ts';
import { CRAWLER, createProcesses, deployedQueue } from './processes.ts';
import type { CrawlWorld } from './world.ts';

const SOUND = 9;
const PAGES = Number(process.env.BENCH_BESIDE_PAGES ?? 60);
const HOSTILE = 'hostile.test';
const HOSTILE_PAGES = 500;
/** Kinds that are measured at the same time, each with its own processes, since all mainly wait. */
const AT_ONCE = 3;
const OFTEN_MS = 1_000;
/** Of the pages per second beside a tenth sound site. */
const LEAST = 0.9;

/**
 * Measures nine sound sites at one request per second that are crawled in one invocation with a hostile one: their pages per
 * second until the last of them has ended.
 */
export async function besideRows(): Promise<Row[]> {
  const kinds = ['a tenth sound site', ...Object.keys(hostileSites(unused))];
  const measured: [string, number][] = [];
  for (let first = 0; first < kinds.length; first += AT_ONCE) {
    const some = kinds.slice(first, first + AT_ONCE);
    measured.push(
      ...(await Promise.all(some.map(async (kind) => [kind, await pagesPerSecond(kind)] as [string, number]))),
    );
  }
  const [[, undisturbed], ...hostile] = measured as [[string, number], ...[string, number][]];
  const least = hostile.reduce((one, other) => (other[1] < one[1] ? other : one));
  return [
    ...measured.map(([kind, rate]): Row => ({
      what: `nine sound sites at one request per second beside ${kind}`,
      samples: [rate],
      unit: 'pages/s',
    })),
    {
      what: `the same beside the most disturbing one (${least[0]}) / beside a sound one`,
      samples: [least[1] / undisturbed],
      unit: 'ratio',
      atLeast: LEAST,
    },
  ];
}

const unused = { untilOthersEnded: () => Promise.resolve(), often: () => {} };

async function pagesPerSecond(kind: string): Promise<number> {
  const ended = Promise.withResolvers<void>();
  const timers: NodeJS.Timeout[] = [];
  const serve: Serve | undefined = hostileSites({
    untilOthersEnded: () => ended.promise,
    often: (call) => void timers.push(setInterval(call, OFTEN_MS)),
  })[kind];
  const site = await startSite(({ url }, response) => serve?.(url!, response));
  const child = fork(join(import.meta.dirname, 'world.ts'));
  try {
    const [world] = (await once(child, 'message')) as [CrawlWorld];
    const tenth = serve ? { begin: HOSTILE, pages: HOSTILE_PAGES } : { begin: soundHost(SOUND), pages: PAGES };
    return await crawlBeside({ ...world, real: { host: HOSTILE, port: site.port } }, tenth);
  } finally {
    ended.resolve();
    timers.forEach(clearInterval);
    child.kill();
    await site.close();
  }
}

const soundHost = (index: number) => madeHost(PAGES, 'paced', `s${index}`);

/** @returns pages per second of the sound sites */
async function crawlBeside(world: CrawlWorld, tenth: { begin: string; pages: number }): Promise<number> {
  const begun: CrawlTask[] = [];
  const sound = new Set(Array.from({ length: SOUND }, (_, index) => soundHost(index)));
  const allEnded = Promise.withResolvers<void>();
  let state: 'beginning' | 'crawling' | 'ended' = 'beginning';
  const { memoryMb } = deployedFunction(CRAWLER)!;
  const clock = { origin: Date.now(), slower: 1 };
  const processes = createProcesses({ world, databaseMs: 0 }, { clock, memoryMb }, (message, delayMs) => {
    if ('task' in message) {
      sound.delete(message.domain);
      if (sound.size === 0) allEnded.resolve();
    } else if (state === 'crawling') queue.send(message, delayMs);
    else begun.push(message as CrawlTask);
  });
  const queue = createEmulatedQueue<CrawlMessage>({
    ...deployedQueue(),
    now: () => Date.now(),
    after(ms, call) {
      // The hostile crawl is terminated: its message is not delivered again.
      const timer = setTimeout(() => state === 'crawling' && call(), ms);
      return () => clearTimeout(timer);
    },
    invoke: async (messages) => (await processes.run({ invocation: messages })).failed,
  });
  for (const begin of sound) await processes.run({ begin, pages: PAGES });
  await processes.run(tenth);
  state = 'crawling';
  const startedAt = performance.now();
  queue.send({ crawls: begun });
  await Promise.race([allEnded.promise, queue.ended()]);
  const seconds = (performance.now() - startedAt) / 1_000;
  if (sound.size > 0) throw new Error(`${sound.size} sound sites were not crawled to their end`);
  state = 'ended';
  processes.close();
  return (SOUND * PAGES) / seconds;
}

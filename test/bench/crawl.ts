import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { startCrawlee, startOurs } from './crawl/contestant.ts';
import type { Contested } from './crawl/crawled.ts';
import { madeHost } from './crawl/made-site.ts';
import { pacedRows } from './crawl/paced.ts';
import { denseRows } from './crawl/dense.ts';
import { targetRows } from './crawl/targets.ts';
import type { CrawlWorld } from './crawl/world.ts';
import type { Row } from './table.ts';

const PAGES = 300;
/** Rounds until V8 has compiled the code of a crawl. */
const WARM_ROUNDS = 3;
const ROUNDS = 7;
const SIZES = [100, 1_000, 5_000];

/**
 * Measures the cost of crawls of whole sites: compared with another crawler, by size, at the default crawl rate, and
 * with external targets and resources.
 */
export async function benchCrawl(): Promise<Row[]> {
  const child = fork(join(import.meta.dirname, 'crawl/world.ts'));
  try {
    const [world] = (await once(child, 'message')) as [CrawlWorld];
    return [
      ...(await besideCrawlee(world)),
      ...(await bySize(world)),
      ...(await denseRows(world)),
      // In parallel, since both mainly wait.
      ...(await Promise.all([pacedRows(world), targetRows(world)])).flat(),
    ];
  } finally {
    child.kill();
  }
}

const cpuOfPage = ({ cpuMs, requested }: Contested) => cpuMs / requested;

/** Measures alternately, so that other work on the machine slows all of them; the first crawls are warm-up. */
async function besideCrawlee(world: CrawlWorld): Promise<Row[]> {
  const order = { host: world.real.host, pages: PAGES };
  const crawlers = {
    'our crawl, in memory': startOurs({ world, store: 'memory', databaseMs: 0 }),
    'our crawl, stored': startOurs({ world, store: 'database', databaseMs: 0 }),
    "crawlee's CheerioCrawler": startCrawlee(world),
  };
  const names = Object.keys(crawlers) as (keyof typeof crawlers)[];
  const [inMemory, stored, crawlee] = names.map((): number[] => []) as [number[], number[], number[]];
  for (let round = 0; round < WARM_ROUNDS + ROUNDS; round += 1) {
    const crawled: Contested[] = [];
    for (const name of names) crawled.push(await crawlers[name].crawl(order));
    const [ours, , theirs] = crawled;
    expectSame(ours!, theirs!);
    if (round >= WARM_ROUNDS)
      [inMemory, stored, crawlee].forEach((samples, index) => samples.push(cpuOfPage(crawled[index]!)));
  }
  for (const name of names) crawlers[name].end();
  const what = `a third-party site, ${PAGES} pages`;
  const ratio = (name: string, ours: number[], atLeast?: number): Row => ({
    what: `${what}: pages per CPU second, ${name} / crawlee`,
    samples: ours.map((cpu, round) => crawlee[round]! / cpu),
    unit: 'ratio',
    ...(atLeast && { atLeast }),
  });
  return [
    ...names.map((name, index): Row => ({
      what: `${what}: ${name}, CPU per page`,
      samples: [inMemory, stored, crawlee][index]!,
      unit: 'ms',
    })),
    ratio('our crawl, in memory', inMemory, 1.5),
    ratio('our crawl, stored', stored, 1.2),
  ];
}

/** @throws if they have not read the same pages, except for a few at the limit */
function expectSame(ours: Contested, theirs: Contested): void {
  const paths = Object.keys(ours.titles).filter((path) => theirs.titles[path] !== undefined);
  const differing = paths.filter((path) => ours.titles[path] !== theirs.titles[path]);
  if (paths.length < 0.9 * PAGES || differing.length > 0)
    throw new Error(`${paths.length} pages were read by both, ${differing.length} of them differently`);
}

async function bySize(world: CrawlWorld): Promise<Row[]> {
  const ours = startOurs({ world, store: 'database', databaseMs: 0 });
  await ours.crawl({ host: madeHost(SIZES[0]!), pages: SIZES[0]! });
  const taken: number[] = [];
  for (const pages of SIZES) {
    const crawled = await ours.crawl({ host: madeHost(pages), pages });
    if (crawled.requested !== pages) throw new Error(`Of ${pages} pages, ${crawled.requested} were crawled`);
    taken.push(cpuOfPage(crawled));
  }
  ours.end();
  return [
    ...taken.map((cpu, index): Row => ({
      what: `a generated site, ${SIZES[index]} pages: CPU per page`,
      samples: [cpu],
      unit: 'ms',
    })),
    {
      what: `generated sites: CPU per page, ${SIZES.at(-1)} / ${SIZES[0]} pages`,
      samples: [taken.at(-1)! / taken[0]!],
      unit: 'ratio',
      goal: 1.2,
    },
  ];
}

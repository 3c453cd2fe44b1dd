import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { besideRows } from './crawl/beside.ts';
import type { Crawled } from './crawl/crawled.ts';
import { startCrawler } from './crawl/crawler.ts';
import { madeHost } from './crawl/made-site.ts';
import { memoryRows } from './crawl/memory.ts';
import { pacedRows } from './crawl/paced.ts';
import { denseRows } from './crawl/dense.ts';
import { targetRows } from './crawl/targets.ts';
import { togetherRows } from './crawl/together.ts';
import type { CrawlWorld } from './crawl/world.ts';
import type { Row } from './table.ts';

const PAGES = 300;
/** Rounds until V8 has compiled the code of a crawl. */
const WARM_ROUNDS = 3;
const ROUNDS = 7;
const SIZES = [100, 1_000, 5_000];

/**
 * Measures the cost of crawls of whole sites: of a third party, by size, at the default crawl rate, with external targets
 * and resources, of many at the same time, and beside hostile sites.
 */
export async function benchCrawl(): Promise<Row[]> {
  const child = fork(join(import.meta.dirname, 'crawl/world.ts'));
  try {
    const [world] = (await once(child, 'message')) as [CrawlWorld];
    return [
      ...(await realSite(world)),
      ...(await bySize(world)),
      ...(await denseRows(world)),
      // In parallel, since both mainly wait.
      ...(await Promise.all([pacedRows(world), targetRows(world)])).flat(),
      ...(await togetherRows()),
      ...(await besideRows()),
      ...(await memoryRows()),
    ];
  } finally {
    child.kill();
  }
}

const cpuOfPage = ({ cpuMs, requested }: Crawled) => cpuMs / requested;

/** Measures crawls of a third-party site; the first ones are warm-up. */
async function realSite(world: CrawlWorld): Promise<Row[]> {
  const crawler = startCrawler({ world, databaseMs: 0 });
  const samples: number[] = [];
  for (let round = 0; round < WARM_ROUNDS + ROUNDS; round += 1) {
    const cpu = cpuOfPage(await crawler.crawl({ host: world.real.host, pages: PAGES }));
    if (round >= WARM_ROUNDS) samples.push(cpu);
  }
  crawler.end();
  return [{ what: `a third-party site, ${PAGES} pages: CPU per page`, samples, unit: 'ms' }];
}

async function bySize(world: CrawlWorld): Promise<Row[]> {
  const ours = startCrawler({ world, databaseMs: 0 });
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

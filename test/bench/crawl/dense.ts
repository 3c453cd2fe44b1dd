import { REPORTER_MS } from '../../../functions/core/crawls/limits.ts';
import { billedMs, MILLION, prices } from '../price/cost.ts';
import { deployedFunction } from '../start/deployed-function.ts';
import type { Row } from '../table.ts';
import { startCrawler } from './crawler.ts';
import { madeHost } from './made-site.ts';
import type { CrawlWorld } from './world.ts';

const PRICED_PAGES = 300;
const MOST_PAGES = 5_000;

/** Measures the database cost of sites with 200 links a page, and whether the largest one fits into the function. */
export async function denseRows(world: CrawlWorld): Promise<Row[]> {
  const { memoryMb } = deployedFunction('site-reporter')!;
  const counted = startCrawler({ world, databaseMs: prices.assumptions.dynamoLatencyMs });
  const { readUnits, writeUnits } = await counted.crawl({ host: madeHost(PRICED_PAGES, 'dense'), pages: PRICED_PAGES });
  counted.end();
  const price =
    (readUnits * prices.dynamoReadUnitsPerMillion + writeUnits * prices.dynamoWriteUnitsPerMillion) / MILLION;

  const largest = startCrawler({ world, databaseMs: 0 });
  const { requested, reportMs, peakMb } = await largest.crawl({
    host: madeHost(MOST_PAGES, 'dense'),
    pages: MOST_PAGES,
  });
  largest.end();
  if (requested !== MOST_PAGES) throw new Error(`Of ${MOST_PAGES} pages, ${requested} were crawled`);
  const what = `${MOST_PAGES} pages of 200 links each`;
  return [
    {
      what: 'a thousand crawled pages of 200 links each: DynamoDB, with links and evidence',
      samples: [(1_000 * price) / PRICED_PAGES],
      unit: 'USD',
      goal: 0.02,
    },
    { what: `${what}: memory / the function's memory`, samples: [peakMb / memoryMb], unit: 'ratio', goal: 1 },
    {
      what: `${what}: CPU of the result on the function's share of a core / its timeout`,
      samples: [billedMs(memoryMb, reportMs) / REPORTER_MS],
      unit: 'ratio',
      goal: 1,
    },
  ];
}

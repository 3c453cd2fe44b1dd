import { billedMs, lambdaTimeCost, MILLION, prices } from '../price/cost.ts';
import { deployedFunction } from '../start/deployed-function.ts';
import type { Row } from '../table.ts';
import { startCrawler } from './crawler.ts';
import { madeHost } from './made-site.ts';
import type { CrawlWorld } from './world.ts';

const PAGES = 100;
const CRAWLER = 'site-crawler';
/** A message is sent, received and deleted. */
const REQUESTS_A_MESSAGE = 3;

/**
 * Measures a crawl at the default rate of one request per second, and calculates its cost on AWS.
 */
export async function pacedRows(world: CrawlWorld): Promise<Row[]> {
  const ours = startCrawler({ world, databaseMs: prices.assumptions.dynamoLatencyMs });
  const crawled = await ours.crawl({ host: madeHost(PAGES, 'paced'), pages: PAGES });
  ours.end();
  if (crawled.requested !== PAGES) throw new Error(`Of ${PAGES} pages, ${crawled.requested} were crawled`);

  const { memoryMb } = deployedFunction(CRAWLER)!;
  const ofPage = (value: number) => value / PAGES;
  const [ms, cpu, reads, writes] = [
    ofPage(crawled.ms),
    ofPage(crawled.cpuMs),
    ofPage(crawled.readUnits),
    ofPage(crawled.writeUnits),
  ];
  const perThousand = {
    Lambda: lambdaTimeCost(memoryMb, ms),
    DynamoDB:
      (1_000 * (reads * prices.dynamoReadUnitsPerMillion + writes * prices.dynamoWriteUnitsPerMillion)) / MILLION,
    'messages and their calls':
      (1_000 * ofPage(crawled.slices) * (REQUESTS_A_MESSAGE * prices.sqsRequestsPerMillion + prices.lambdaPerMillion)) /
      MILLION,
  };
  const what = `a generated site, ${PAGES} pages, one request per second`;
  return [
    { what: `${what}: time per page`, samples: [ms], unit: 'ms' },
    { what: `${what}: CPU per page`, samples: [cpu], unit: 'ms' },
    {
      what: `${what}: CPU per page on the function's share of a core`,
      samples: [billedMs(memoryMb, cpu)],
      unit: 'ms',
      goal: 1_000,
    },
    {
      what: `${what}: GB-seconds per page / those of one second`,
      samples: [ms / 1_000],
      unit: 'ratio',
      goal: 1.1,
    },
    { what: `${what}: write units per page`, samples: [writes], unit: 'units', goal: 12 },
    { what: `${what}: read units per page`, samples: [reads], unit: 'units' },
    ...Object.entries(perThousand).map(([part, value]): Row => ({
      what: `a thousand crawled pages on AWS, one request per second: ${part}`,
      samples: [value],
      unit: 'USD',
    })),
    {
      what: 'a thousand crawled pages on AWS, one request per second: total',
      samples: [Object.values(perThousand).reduce((sum, each) => sum + each, 0)],
      unit: 'USD',
      goal: 0.02,
    },
  ];
}

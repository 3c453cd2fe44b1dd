import { lambdaTimeCost, MILLION, prices } from '../price/cost.ts';
import { deployedFunction } from '../start/deployed-function.ts';
import type { Row } from '../table.ts';
import { startCrawler } from './crawler.ts';
import type { Crawled } from './crawled.ts';
import { EXTERNAL_HOSTS, madeHost, TARGETS_OF_PAGE } from './made-site.ts';
import type { CrawlWorld } from './world.ts';

const PAGES = 30;
const PER_THOUSAND = 1_000 / PAGES;
/** A message is sent, received and deleted. */
const REQUESTS_A_MESSAGE = 3;
const EXTERNAL = PAGES * TARGETS_OF_PAGE.external;
const IMAGES = PAGES * TARGETS_OF_PAGE.images;
/** `seconds`: duration at one request per second and host; different external hosts are requested concurrently. */
const WAYS = [
  { name: 'pages alone', flags: {}, targets: 0, seconds: PAGES },
  { name: 'with `external`', flags: { external: true }, targets: EXTERNAL, seconds: PAGES + EXTERNAL / EXTERNAL_HOSTS },
  { name: 'with `resources`', flags: { resources: true }, targets: IMAGES, seconds: PAGES + IMAGES },
];

/**
 * Measures the cost of external targets and resources at one request per second: the same site is crawled with and
 * without them, concurrently, because each crawl mainly waits.
 */
export async function targetRows(world: CrawlWorld): Promise<Row[]> {
  const { memoryMb } = deployedFunction('site-crawler')!;
  const crawls = await Promise.all(WAYS.map(({ flags }) => crawlOnce(world, flags)));
  crawls.forEach(({ requested, targets }, index) => {
    if (requested !== PAGES || targets !== WAYS[index]!.targets)
      throw new Error(`${WAYS[index]!.name}: ${requested} pages and ${targets} targets were requested`);
  });
  return WAYS.flatMap(({ name, seconds }, index) => rowsOf(name, PER_THOUSAND * seconds, crawls[index]!, memoryMb));
}

/** Runs one of the crawls, each with its own site, since crawls of the same site would wait for each other. */
async function crawlOnce(world: CrawlWorld, flags: { external?: boolean; resources?: boolean }): Promise<Crawled> {
  const ours = startCrawler({ world, databaseMs: prices.assumptions.dynamoLatencyMs });
  const host = madeHost(PAGES, 'linked', Object.keys(flags)[0]);
  const crawled = await ours.crawl({ host, pages: PAGES, options: flags });
  ours.end();
  return crawled;
}

function rowsOf(name: string, seconds: number, { slices, readUnits, writeUnits }: Crawled, memoryMb: number): Row[] {
  const { external, images } = TARGETS_OF_PAGE;
  const what = `a thousand pages with ${external} external targets and ${images} images each, ${name}`;
  const [reads, writes, messages] = [readUnits, writeUnits, slices].map((count) => PER_THOUSAND * count);
  const database = reads! * prices.dynamoReadUnitsPerMillion + writes! * prices.dynamoWriteUnitsPerMillion;
  const calls = messages! * (REQUESTS_A_MESSAGE * prices.sqsRequestsPerMillion + prices.lambdaPerMillion);
  return [
    { what: `${what}: write units`, samples: [writes!], unit: 'units' },
    { what: `${what}: read units`, samples: [reads!], unit: 'units' },
    { what: `${what}: SQS messages`, samples: [messages!], unit: 'count' },
    { what: `${what}: time of the function`, samples: [seconds * (memoryMb / 1_024)], unit: 'GB s' },
    {
      what: `${what}: on AWS`,
      samples: [lambdaTimeCost(memoryMb, seconds) + (database + calls) / MILLION],
      unit: 'USD',
    },
  ];
}

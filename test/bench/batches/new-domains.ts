import { dnsSource } from '../../../functions/core/sources/dns.ts';
import { siteSource } from '../../../functions/core/sources/site/site.ts';
import { tlsSource } from '../../../functions/core/sources/tls.ts';
import { synthesizeOnce } from '../../../infra/local/template/synthesize.ts';
import { billedMs, lambdaTimeCost, MILLION, prices } from '../price/cost.ts';
import { deployedFunction } from '../start/deployed-function.ts';
import type { Row } from '../table.ts';
import { workOff } from './work-off.ts';

const DOMAINS = 50;
const SITE_MS = 300;
/** Interval between two domains at Tranco, the source with the lowest rate limit, of which batches have half. */
const SLOWEST_INTERVAL_MS = 2 * 2_200;
/** A message is sent, received and deleted. */
const REQUESTS_A_MESSAGE = 3;
const WORKER = 'snapshot-worker';

/** Calculates the cost of new domains on AWS from the worker's time and database units measured here. */
export async function benchNewDomains(): Promise<Row[]> {
  const domains = Array.from({ length: DOMAINS }, (_, index) => `site-${index}.test`);
  const { calls, messages, readingMs, cpuMs } = await workOff({
    domains,
    sources: [siteSource, dnsSource, tlsSource],
    siteMs: SITE_MS,
    databaseMs: prices.assumptions.dynamoLatencyMs,
    workers: 1,
  });
  const { memoryMb } = deployedFunction(WORKER)!;
  const cpu = cpuMs / DOMAINS;
  const atOnce = workersAtOnce();
  // Lambda gives less than one core.
  const siteMs = readingMs / DOMAINS + billedMs(memoryMb, cpu) - cpu;
  const units = (kind: 'readUnits' | 'writeUnits') => calls.reduce((sum, call) => sum + call[kind], 0) / DOMAINS;
  const [reads, writes] = [units('readUnits'), units('writeUnits')];
  const perThousand = {
    'Lambda, reading sites': lambdaTimeCost(memoryMb, siteMs),
    'Lambda, waiting for slots of rate-limited sources': lambdaTimeCost(memoryMb, SLOWEST_INTERVAL_MS),
    DynamoDB:
      (1_000 * (reads * prices.dynamoReadUnitsPerMillion + writes * prices.dynamoWriteUnitsPerMillion)) / MILLION,
    'messages and their calls':
      (1_000 * (messages / DOMAINS) * (REQUESTS_A_MESSAGE * prices.sqsRequestsPerMillion + prices.lambdaPerMillion)) /
      MILLION,
  };
  const all = Object.values(perThousand).reduce((sum, each) => sum + each, 0);
  return [
    {
      what: `new domains, sites of ${SITE_MS} ms: worker time per domain, measured`,
      samples: [readingMs / DOMAINS],
      unit: 'ms',
    },
    { what: 'new domains: CPU per domain, measured', samples: [cpu], unit: 'ms' },
    { what: 'new domains: read units per domain', samples: [reads], unit: 'units' },
    { what: 'new domains: write units per domain', samples: [writes], unit: 'units' },
    {
      what: `new domains on AWS, sites of ${SITE_MS} ms, ${atOnce} workers: per minute`,
      samples: [(atOnce * 60_000) / siteMs],
      unit: 'count',
    },
    ...Object.entries(perThousand).map(([what, value]) => costRow(what, value)),
    { ...costRow('total', all), goal: 0.25 },
  ];
}

const costRow = (what: string, value: number): Row => ({
  what: `a thousand new domains on AWS: ${what}`,
  samples: [value],
  unit: 'USD',
});

/** Returns the number of concurrent workers of batches on AWS. */
function workersAtOnce(): number {
  const { BATCH_QUEUE_URL: queue } = deployedFunction(WORKER)!.environment;
  return synthesizeOnce({}).model.eventSources.find((source) => source.queue === queue)!.maxConcurrency;
}

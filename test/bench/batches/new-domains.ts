import { dnsSource } from '../../../functions/core/sources/dns.ts';
import { siteSource } from '../../../functions/core/sources/site/site.ts';
import { tlsSource } from '../../../functions/core/sources/tls.ts';
import { trancoSource } from '../../../functions/core/sources/tranco.ts';
import { synthesizeOnce } from '../../../infra/local/template/synthesize.ts';
import { billedMs, lambdaTimeCost, MILLION, prices } from '../price/cost.ts';
import { deployedFunction } from '../start/deployed-function.ts';
import type { Row } from '../table.ts';
import { workOff } from './work-off.ts';

const DOMAINS = 30;
const SITE_MS = 300;
/** A message is sent, received and deleted. */
const REQUESTS_A_MESSAGE = 3;
const WORKER = 'snapshot-worker';
const COMPLETER = 'batch-completer';

/**
 * Calculates the cost of new domains on AWS from the time of the functions of both stages and the database units that are
 * measured here. Of the sources with a rate limit, the slowest one is requested, of which batches have half.
 */
export async function benchNewDomains(): Promise<Row[]> {
  const domains = Array.from({ length: DOMAINS }, (_, index) => `site-${index}.test`);
  const { calls, messages, stages } = await workOff({
    domains,
    sources: [siteSource, dnsSource, tlsSource, trancoSource],
    siteMs: SITE_MS,
    databaseMs: prices.assumptions.dynamoLatencyMs,
    workers: 1,
  });
  const { memoryMb } = deployedFunction(WORKER)!;
  const completerMb = deployedFunction(COMPLETER)!.memoryMb;
  const atOnce = workersAtOnce();
  // Lambda gives less than one core.
  const billed = ({ ms, cpuMs }: (typeof stages)['reading'], mb: number) =>
    (ms + billedMs(mb, cpuMs) - cpuMs) / DOMAINS;
  const siteMs = billed(stages.reading, memoryMb);
  const completingMs = billed(stages.completing, completerMb);
  const units = (kind: 'readUnits' | 'writeUnits') => calls.reduce((sum, call) => sum + call[kind], 0) / DOMAINS;
  const [reads, writes] = [units('readUnits'), units('writeUnits')];
  const perThousand = {
    'Lambda, reading sites': lambdaTimeCost(memoryMb, siteMs),
    'Lambda, waiting for slots of rate-limited sources': lambdaTimeCost(completerMb, completingMs),
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
      samples: [stages.reading.ms / DOMAINS],
      unit: 'ms',
    },
    { what: 'new domains: CPU of reading a domain, measured', samples: [stages.reading.cpuMs / DOMAINS], unit: 'ms' },
    {
      what: 'new domains: time per domain for the slowest rate-limited source, measured',
      samples: [stages.completing.ms / DOMAINS],
      unit: 'ms',
    },
    {
      what: "new domains: CPU per domain of this stage on its function's share of a core",
      samples: [billedMs(completerMb, stages.completing.cpuMs / DOMAINS)],
      unit: 'ms',
    },
    { what: 'new domains: read units per domain', samples: [reads], unit: 'units' },
    { what: 'new domains: write units per domain', samples: [writes], unit: 'units' },
    {
      what: `new domains on AWS, sites of ${SITE_MS} ms, ${atOnce} workers: per minute`,
      samples: [(atOnce * 60_000) / siteMs],
      unit: 'count',
    },
    ...Object.entries(perThousand).map(([what, value]) => costRow(what, value)),
    { ...costRow('total', all), goal: 0.05 },
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

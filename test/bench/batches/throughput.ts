import type { Row } from '../table.ts';
import { type BatchRunner, startBatchRunner } from './runner.ts';

const WARM_UP = 50;
const DOMAINS = 300;
const LATENCIES = [0, 300];

/** New domains of a batch on the runner, whose site, database and workers share one machine. */
export async function benchThroughput(): Promise<Row[]> {
  const batches = await startBatchRunner({ siteAlone: true });
  // Instances start one after another.
  await perMinute(batches, WARM_UP);
  const rows: Row[] = [];
  for (const latency of LATENCIES) {
    batches.setLatency(latency);
    rows.push({
      what: `new domains on the runner, sites of ${latency} ms: a minute`,
      samples: [await perMinute(batches, DOMAINS)],
      unit: 'count',
    });
  }
  await batches.close();
  return rows;
}

async function perMinute(batches: BatchRunner, count: number): Promise<number> {
  const started = performance.now();
  await batches.settled(await batches.post(batches.newDomains(count)));
  return (count * 60_000) / (performance.now() - started);
}

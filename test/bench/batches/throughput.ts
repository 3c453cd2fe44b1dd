import type { Row } from '../table.ts';
import { type BatchRunner, startBatchRunner } from './runner.ts';

const WARM_UP = 50;
/** The number of parts is a multiple of the number of workers, so that all workers end at the same time. */
const DOMAINS = 250;
const LATENCIES = [0, 300];
const SMALL = 20;
const SMALL_BATCHES = 5;

/** Measures new domains of a batch on the runner, whose site, database and workers share one machine. */
export async function benchThroughput(): Promise<Row[]> {
  const batches = await startBatchRunner({ siteAlone: true });
  // Instances start one after another.
  await timeOf(batches, WARM_UP);
  const rows: Row[] = [];
  for (const latency of LATENCIES) {
    batches.setLatency(latency);
    const what = `new domains on the runner, sites of ${latency} ms`;
    const perMinute = (DOMAINS * 60_000) / (await timeOf(batches, DOMAINS));
    const small: number[] = [];
    for (let made = 0; made < SMALL_BATCHES; made += 1) small.push(await timeOf(batches, SMALL));
    rows.push(
      { what: `${what}: per minute`, samples: [perMinute], unit: 'count' },
      { what: `${what}: a batch of ${SMALL}`, samples: small, unit: 'ms' },
    );
  }
  await batches.close();
  return rows;
}

async function timeOf(batches: BatchRunner, count: number): Promise<number> {
  const started = performance.now();
  await batches.settled(await batches.post(batches.newDomains(count)));
  return performance.now() - started;
}

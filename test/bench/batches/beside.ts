import { setTimeout as sleep } from 'node:timers/promises';
import { median, type Row } from '../table.ts';
import { type BatchRunner, startBatchRunner } from './runner.ts';

/** Besides a first one, which loads code. */
const ROUNDS = 3;
const SITE_MS = 300;
/** More than are processed in one phase. */
const BATCH = 600;
/** Time until all workers of a batch are running. */
const START_MS = 3_000;
const CACHED_QUERIES = 100;
const NEW_DOMAINS = 6;
/** Longer than the longest interval of a source, so that no query waits for a rate-limit slot. */
const APART_MS = 2_500;
const CACHED = 'shop.example';

type State = 'idle' | 'busy';
type Times = Record<'cached' | 'new', Record<State, number[]>>;

/** Measures single queries alternately with and without a running batch. */
export async function benchBesideBatch(): Promise<Row[]> {
  const batches = await startBatchRunner({ siteAlone: false });
  batches.setLatency(SITE_MS);
  const times: Times = { cached: { idle: [], busy: [] }, new: { idle: [], busy: [] } };
  for (let round = 0; round <= ROUNDS; round += 1) {
    for (const state of ['idle', 'busy'] as const) {
      const measured = await (state === 'busy' ? whileBusy(batches) : measure(batches));
      if (round === 0) continue;
      times.cached[state].push(...measured.cached);
      times.new[state].push(...measured.new);
    }
  }
  await batches.close();
  return [...rowsOf('cached queries', times.cached), ...rowsOf('queries of new domains', times.new)];
}

async function whileBusy(batches: BatchRunner) {
  const batchId = await batches.post(batches.newDomains(BATCH));
  await sleep(START_MS);
  const measured = await measure(batches);
  if ((await batches.pendingOf(batchId)) === 0) throw new Error('The batch was done before the queries');
  await batches.cancel(batchId);
  return measured;
}

async function measure(batches: BatchRunner): Promise<Record<keyof Times, number[]>> {
  const cached: number[] = [];
  const fresh: number[] = [];
  for (const domain of batches.newDomains(NEW_DOMAINS)) {
    fresh.push(await timeOf(batches, domain));
    const next = performance.now() + APART_MS;
    for (let query = 0; query < CACHED_QUERIES / NEW_DOMAINS; query += 1) cached.push(await timeOf(batches, CACHED));
    await sleep(Math.max(0, next - performance.now()));
  }
  return { cached, new: fresh };
}

async function timeOf({ runner }: BatchRunner, domain: string): Promise<number> {
  const started = performance.now();
  const response = await runner.get(`/api/v1/seo/query?domain=${domain}`);
  await response.arrayBuffer();
  if (response.status !== 200) throw new Error(`${domain} is answered ${response.status}`);
  return performance.now() - started;
}

function rowsOf(what: string, { idle, busy }: Record<State, number[]>): Row[] {
  return [
    { what: `${what}, no batch`, samples: idle, unit: 'ms' },
    { what: `${what}, during a batch`, samples: busy, unit: 'ms' },
    { what: `${what}: during a batch / no batch`, samples: [median(busy) / median(idle)], unit: 'ratio', goal: 1.5 },
  ];
}

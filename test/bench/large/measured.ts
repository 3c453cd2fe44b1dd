import { GCProfiler } from 'node:v8';
import { Worker } from 'node:worker_threads';
import { apiEvent } from '../../support/api-event.ts';
import { callsBetween, readCounts } from './counts.ts';
import { endCrawl, endpointOf, restoreCrawl, setEnvironment } from './functions.ts';
import type { Measured, MeasureOrder } from './orders.ts';

// The process of one measurement.
const { domain, port, what } = JSON.parse(process.argv[2]!) as MeasureOrder;
setEnvironment(port);
const MB = 1024 ** 2;
const highest = new Float64Array(new SharedArrayBuffer(8));
/** Another thread samples the memory, since work blocks this one. */
const sampler = new Worker(
  `const { workerData } = require('node:worker_threads');
  const pause = new Int32Array(new SharedArrayBuffer(4));
  for (;;) {
    workerData[0] = Math.max(workerData[0], process.memoryUsage.rss());
    Atomics.wait(pause, 0, 0, 5);
  }`,
  { eval: true, workerData: highest },
);
await new Promise((resolve) => sampler.once('online', resolve));
const profiler = new GCProfiler();
let [cpu, counts] = [process.cpuUsage(), await readCounts(port)];
const beforeMb = process.memoryUsage.rss() / MB;
profiler.start();
await restart();
const answer = await work();
const { user, system } = process.cpuUsage(cpu);
const now = await readCounts(port);
const collections = profiler.stop()?.statistics ?? [];
const measured: Measured = {
  ...callsBetween(counts, now),
  cpuMs: (user + system) / 1_000,
  peakMb: Math.max(highest[0]!, process.memoryUsage.rss()) / MB,
  beforeMb,
  heapMb: Math.max(
    0,
    ...collections
      .filter(({ gcType }) => gcType === 'MarkSweepCompact')
      .map(({ afterGC }) => afterGC.heapStatistics.usedHeapSize / MB),
  ),
  ...answer,
};
process.send!(measured, () => process.exit(0));

/** Begins the measurement of CPU and units again. */
async function restart(): Promise<void> {
  counts = await readCounts(port);
  cpu = process.cpuUsage();
}

async function work(): Promise<Pick<Measured, 'body' | 'status'>> {
  if ('restore' in what) await restoreCrawl({ domain, id: what.restore, slices: 0 }, port);
  else if ('end' in what) await endCrawl({ domain, id: what.end, slices: 0 }, port, restart);
  else {
    const endpoint = endpointOf(what.answer, port);
    const isAll = what.query.includes('&all=1');
    const query = `domain=${domain}${what.query.replace('&all=1', '')}`;
    let answer = await endpoint(apiEvent(query));
    for (let next = isAll ? cursorOf(answer.body) : null; next !== null; next = cursorOf(answer.body)) {
      answer = await endpoint(apiEvent(`${query}&cursor=${encodeURIComponent(next)}`));
    }
    return { status: answer.statusCode, ...(answer.statusCode !== 200 && { body: answer.body }) };
  }
  return {};
}

function cursorOf(body: string): string | null {
  return (JSON.parse(body) as { data: { next_cursor?: string | null } }).data.next_cursor ?? null;
}

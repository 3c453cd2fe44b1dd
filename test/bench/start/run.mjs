// A separate process, like an instance: loads a bundle, calls its handler once or many times, and writes the durations
// and the response to file descriptor 3. The log of the handler is written to standard output.
import { writeSync } from 'node:fs';
import { GCProfiler } from 'node:v8';

const [file, eventJson, warmCalls] = process.argv.slice(2);
const context = { awsRequestId: 'bench', getRemainingTimeInMillis: () => 29_000 };

const started = performance.now();
const { handler } = await import(file);
const loaded = performance.now();
const answer = await handler(JSON.parse(eventJson), context);
const answered = performance.now();
// The parent measures the time of the first byte.
writeSync(3, ' ');
const times = { init: loaded - started, call: answered - loaded, answer };
writeSync(3, JSON.stringify({ ...times, ...(await warm(Number(warmCalls))) }));
process.exit(0);

/** Allocated memory is the growth of the heap plus the memory that garbage collections have freed. */
async function warm(calls) {
  if (calls === 0) return {};
  for (let call = 0; call < calls; call += 1) await handler(JSON.parse(eventJson), context);
  globalThis.gc();
  const profiler = new GCProfiler();
  profiler.start();
  const heap = process.memoryUsage().heapUsed;
  const cpu = process.cpuUsage();
  const wall = [];
  for (let call = 0; call < calls; call += 1) {
    const at = performance.now();
    await handler(JSON.parse(eventJson), context);
    wall.push(performance.now() - at);
  }
  const { user, system } = process.cpuUsage(cpu);
  const grown = process.memoryUsage().heapUsed - heap;
  const { statistics } = profiler.stop();
  const used = ({ heapStatistics }) => heapStatistics.usedHeapSize;
  const collected = statistics.reduce((sum, { beforeGC, afterGC }) => sum + used(beforeGC) - used(afterGC), 0);
  return { wall, cpu: (user + system) / 1000 / calls, bytes: (grown + collected) / calls };
}

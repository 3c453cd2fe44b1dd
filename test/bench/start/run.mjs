// A process of its own, as an instance is: loads a bundle, calls its handler once, or many times, and tells over file
// descriptor 3 how long that took, and the answer. What the handler logs goes where standard output goes.
import { writeSync } from 'node:fs';
import { GCProfiler } from 'node:v8';

const [file, eventJson, warmCalls] = process.argv.slice(2);
const context = { awsRequestId: 'bench', getRemainingTimeInMillis: () => 29_000 };

const started = performance.now();
const { handler } = await import(file);
const loaded = performance.now();
const answer = await handler(JSON.parse(eventJson), context);
const answered = performance.now();
// The parent takes the time of the first octet.
writeSync(3, ' ');
const times = { init: loaded - started, call: answered - loaded, answer };
writeSync(3, JSON.stringify({ ...times, ...(await warm(Number(warmCalls))) }));
process.exit(0);

/** What was allocated is what the heap has grown by, plus what collections have taken away meanwhile. */
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

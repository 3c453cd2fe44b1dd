import { Worker } from 'node:worker_threads';

// Another thread samples the memory of the process, since the analysis blocks its own thread.
const highest = new Float64Array(new SharedArrayBuffer(8));
const WATCH = `
  const { workerData } = require('node:worker_threads');
  const pause = new Int32Array(new SharedArrayBuffer(4));
  for (;;) {
    workerData[0] = Math.max(workerData[0], process.memoryUsage.rss());
    Atomics.wait(pause, 0, 0, 1);
  }`;

export interface Watch {
  /** @returns peak memory of the process above the memory before, in bytes */
  peakOf: (work: () => void) => number;
  stop: () => Promise<unknown>;
}

export async function watchMemory(): Promise<Watch> {
  const worker = new Worker(WATCH, { eval: true, workerData: highest });
  await new Promise((resolve) => worker.once('online', resolve));
  return {
    peakOf: (work) => {
      globalThis.gc!();
      const before = process.memoryUsage.rss();
      highest[0] = before;
      work();
      return Math.max(highest[0], process.memoryUsage.rss()) - before;
    },
    stop: () => worker.terminate(),
  };
}

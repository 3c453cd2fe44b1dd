import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestRunner } from '../../support/runner.ts';

const MB = 1024;

/** What the runner and all its functions hold; `null` where the system does not tell. */
export function memoryOf(runner: TestRunner) {
  const pid = readFileSync(join(runner.dataDir, 'runner.pid'), 'utf8').trim();
  const [status, clear] = [`/proc/${pid}/status`, `/proc/${pid}/clear_refs`];
  if (!existsSync(status)) return null;
  const read = (name: string) =>
    Number(new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(readFileSync(status, 'utf8'))![1]) / MB;
  return {
    /** @returns megabytes that it holds now */
    now: () => read('VmRSS'),
    /** @returns the most megabytes that it has held since the last reset */
    peak: () => read('VmHWM'),
    /** Counts the peak anew (proc(5), clear_refs). */
    reset: () => writeFileSync(clear, '5'),
  };
}

import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestRunner } from '../../support/runner.ts';

const MB = 1024;

/** Memory of the runner and all its functions; `null` when the system does not report it. */
export function memoryOf(runner: TestRunner) {
  const pid = readFileSync(join(runner.dataDir, 'runner.pid'), 'utf8').trim();
  const [status, clear] = [`/proc/${pid}/status`, `/proc/${pid}/clear_refs`];
  if (!existsSync(status)) return null;
  const read = (name: string) =>
    Number(new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(readFileSync(status, 'utf8'))![1]) / MB;
  return {
    /** @returns current memory, in megabytes */
    now: () => read('VmRSS'),
    /** @returns peak memory since the last reset, in megabytes */
    peak: () => read('VmHWM'),
    /** Resets the peak (proc(5), clear_refs). */
    reset: () => writeFileSync(clear, '5'),
  };
}

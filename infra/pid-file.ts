import { readFileSync } from 'node:fs';

/** @returns the process id that a process has written to a file; 0 when there is none, or none yet */
export function readPid(file: string): number {
  try {
    return Number(readFileSync(file, 'utf8'));
  } catch {
    return 0;
  }
}

/** Whether the process exists: signal 0 only checks that. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

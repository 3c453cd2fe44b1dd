import { readFileSync } from 'node:fs';

/** @returns the number of the process that has left it in a file; 0 where there is none, or none yet */
export function readPid(file: string): number {
  try {
    return Number(readFileSync(file, 'utf8'));
  } catch {
    return 0;
  }
}

/** Signal 0 asks whether there is such a process. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

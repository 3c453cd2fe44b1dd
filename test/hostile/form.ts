import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const isLong = process.env.HOSTILE_FORM === 'long';

/** How often something is tried: the medium form is part of `npm run test:full`, the long one is `npm run test:hostile`. */
export function tries(medium: number, long: number): number {
  return isLong ? long : medium;
}

/** Time limit of a test whose long form takes longer. @returns milliseconds */
export function timeLimit(mediumMs: number, longMs: number): number {
  return isLong ? longMs : mediumMs;
}

/** Where a long run leaves what it has tried, a file each line of the report. */
export const TALLY_DIR = join(import.meta.dirname, '../../node_modules/.cache/hostile');

export interface Tally {
  /** Section of the report. */
  area: 'Hostile input' | 'Hostile sites' | 'Failing dependencies' | 'Load' | 'Who may do what' | 'Upgrades';
  /** What was attacked, and how. */
  what: string;
  /** How often it was tried. */
  tried: number;
  /** What came back, as counted in this run. */
  outcome: string;
  /** Day of the run, `YYYY-MM-DD`. */
  day?: string;
}

/** Notes what a long run has tried, for the report. */
export function tally(line: Tally) {
  if (!isLong) return;
  mkdirSync(TALLY_DIR, { recursive: true });
  const name = `${line.area} ${line.what}`.replaceAll(/[^a-z0-9]+/gi, '-').toLowerCase();
  const day = new Date().toISOString().slice(0, 10);
  writeFileSync(join(TALLY_DIR, `${name}.json`), JSON.stringify({ ...line, day }));
}

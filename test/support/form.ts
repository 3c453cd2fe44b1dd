import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { outputFolder } from './parts.ts';

const isLong = process.env.TEST_FORM === 'long';

/** Returns a number of tries: the medium form is for `npm run test:full`, the long one for `npm run release-check`. */
export function tries(medium: number, long: number): number {
  return isLong ? long : medium;
}

/** Returns all items in the long form, and every nth of them in the medium one. */
export function sample<Item>(items: readonly Item[], nth: number): Item[] {
  return items.filter((_, index) => isLong || index % nth === 0);
}

/** Time limit of a test whose long form takes longer. @returns milliseconds */
export function timeLimit(mediumMs: number, longMs: number): number {
  return isLong ? longMs : mediumMs;
}

export interface Tally {
  /** Section of the report. */
  area: 'Hostile input' | 'Hostile sites' | 'Failing dependencies' | 'Load' | 'Permissions' | 'Upgrades';
  /** Subject and kind of the attack. */
  what: string;
  /** Number of tries. */
  tried: number;
  /** Outcome of this run. */
  outcome: string;
}

/** Records a row for the report if the part is run by `npm run release-check`. */
export function tally(row: Tally) {
  const folder = outputFolder();
  if (folder === null) return;
  const name = `${row.area} ${row.what}`.replaceAll(/[^a-z0-9]+/gi, '-').toLowerCase();
  writeFileSync(join(folder, `${name}.json`), JSON.stringify(row));
}

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { outputFolder } from './parts.ts';

const isLong = process.env.TEST_FORM === 'long';

/** How often something is tried: the medium form is part of `npm run test:full`, the long one of `npm run release-check`. */
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
  /** What was attacked, and how. */
  what: string;
  /** How often it was tried. */
  tried: number;
  /** What came back, as counted in this run. */
  outcome: string;
}

/** Records a row for the report, where a part is run by `npm run release-check`. */
export function tally(row: Tally) {
  const folder = outputFolder();
  if (folder === null) return;
  const name = `${row.area} ${row.what}`.replaceAll(/[^a-z0-9]+/gi, '-').toLowerCase();
  writeFileSync(join(folder, `${name}.json`), JSON.stringify(row));
}

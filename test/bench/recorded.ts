import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { median, type Row } from './table.ts';

const FILE = join(import.meta.dirname, 'recorded.json');
/** Factor above which a ratio has become worse; on a busy machine, ratios vary less than this. */
const TOLERANCE = 2;

/** Ratios by part and by row. */
type Recorded = Record<string, Record<string, number>>;

/** Stores the ratios of a part, for comparison with later runs. */
export function recordRatios(part: string, rows: Row[]) {
  const ratios = rows
    .filter(({ unit }) => unit === 'ratio')
    .map((row) => [row.what, Number(median(row.samples).toFixed(3))] as const);
  if (ratios.length === 0) return;
  const recorded = { ...readRecorded(), [part]: Object.fromEntries(ratios) };
  writeFileSync(FILE, `${JSON.stringify(recorded, null, 2)}\n`);
}

function readRecorded(): Recorded {
  return JSON.parse(readFileSync(FILE, 'utf8')) as Recorded;
}

/** @returns the rows of a part that are twice as bad as recorded, each as a sentence */
export function worsened(part: string, rows: Row[]): string[] {
  const recorded = readRecorded()[part] ?? {};
  return rows.flatMap((row) => {
    const before = recorded[row.what];
    if (row.unit !== 'ratio' || before === undefined) return [];
    const now = median(row.samples);
    const isWorse = row.atLeast === undefined ? now > before * TOLERANCE : now < before / TOLERANCE;
    return isWorse ? [`${row.what}: ${now.toFixed(2)}, recorded ${before.toFixed(2)}`] : [];
  });
}

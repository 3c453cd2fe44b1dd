import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { median, type Row } from './table.ts';

const FILE = join(import.meta.dirname, 'recorded.json');
/** On a busy machine ratios vary; past this they have really become worse. */
const TOLERANCE = 2;

/** Keeps the ratios of a full run, for later runs to be held against. */
export function recordRatios(rows: Row[]) {
  const ratios = rows
    .filter(({ unit }) => unit === 'ratio')
    .map((row) => [row.what, Number(median(row.samples).toFixed(3))]);
  writeFileSync(FILE, `${JSON.stringify(Object.fromEntries(ratios), null, 2)}\n`);
}

/** @returns the rows that are twice as bad as recorded, each as a sentence */
export function worsened(rows: Row[]): string[] {
  const recorded = JSON.parse(readFileSync(FILE, 'utf8')) as Record<string, number>;
  return rows.flatMap((row) => {
    const before = recorded[row.what];
    if (row.unit !== 'ratio' || before === undefined) return [];
    const now = median(row.samples);
    const isWorse = row.atLeast === undefined ? now > before * TOLERANCE : now < before / TOLERANCE;
    return isWorse ? [`${row.what}: ${now.toFixed(2)}, recorded ${before.toFixed(2)}`] : [];
  });
}

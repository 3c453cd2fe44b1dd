import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { TALLY_DIR, type Tally } from './form.ts';

const REPORT = 'docs/reliability.md';
const BEGIN = '<!-- runs: begin -->';
const END = '<!-- runs: end -->';

/**
 * `npm run test:hostile`: the long form of the attacks, and the report of what was tried. With names of files
 * (`npm run test:hostile -- test/hostile/load`) a part is run, and its lines of the report are made anew.
 */
const files = process.argv.slice(2);
if (files.length === 0) rmSync(TALLY_DIR, { recursive: true, force: true });
const jest = [
  '--experimental-vm-modules',
  'node_modules/jest/bin/jest.js',
  '--config',
  'jest.full.config.js',
  '--runInBand',
];
const { status } = spawnSync(process.execPath, [...jest, ...(files.length > 0 ? files : ['test/hostile'])], {
  stdio: 'inherit',
  env: { ...process.env, HOSTILE_FORM: 'long' },
});
if (status === 0) writeReport();
process.exitCode = status ?? 1;

function writeReport() {
  const report = readFileSync(REPORT, 'utf8');
  const begin = report.indexOf(BEGIN) + BEGIN.length;
  const end = report.indexOf(END);
  if (end < begin) throw new Error(`${REPORT} has no place for the runs`);
  const before = files.length > 0 ? rowsOf(report.slice(begin, end)) : [];
  const rows = new Map([...before, ...tallies().map(rowOf)].map((row) => [nameOf(row), row]));
  const table = ['| area | what | tried | outcome | day |', '|---|---|---|---|---|', ...[...rows.values()].sort()];
  writeFileSync(REPORT, `${report.slice(0, begin)}\n\n${table.join('\n')}\n\n${report.slice(end)}`);
}

function tallies(): Tally[] {
  if (!existsSync(TALLY_DIR)) return [];
  return readdirSync(TALLY_DIR).map((name) => JSON.parse(readFileSync(join(TALLY_DIR, name), 'utf8')) as Tally);
}

function rowOf({ area, what, tried, outcome, day }: Tally): string {
  return `| ${area} | ${what} | ${tried} | ${outcome} | ${day} |`;
}

/** The table's lines but its head. */
function rowsOf(table: string): string[] {
  return table
    .split('\n')
    .filter((line) => line.startsWith('| '))
    .slice(1);
}

/** Area and what was attacked. */
function nameOf(row: string): string {
  return row.split(' | ', 2).join();
}

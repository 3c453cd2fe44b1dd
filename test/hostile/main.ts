import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { TALLY_DIR, type Tally } from './form.ts';

const REPORT = 'docs/reliability.md';
const BEGIN = '<!-- runs: begin -->';
const END = '<!-- runs: end -->';

/**
 * `npm run test:hostile`: the long form of the attacks, and the report of what was tried. Arguments go on to jest;
 * where some are given, only a part is run and the report stays.
 */
const args = process.argv.slice(2);
rmSync(TALLY_DIR, { recursive: true, force: true });
const jest = ['--experimental-vm-modules', 'node_modules/jest/bin/jest.js', '--runInBand', 'test/hostile'];
const { status } = spawnSync(process.execPath, [...jest, ...args], {
  stdio: 'inherit',
  env: { ...process.env, HOSTILE_FORM: 'long' },
});
if (status === 0 && args.length === 0) writeReport();
process.exitCode = status ?? 1;

function writeReport() {
  const report = readFileSync(REPORT, 'utf8');
  const begin = report.indexOf(BEGIN);
  const end = report.indexOf(END);
  if (begin < 0 || end < begin) throw new Error(`${REPORT} has no place for the runs`);
  const section = `${BEGIN}\n\n${tableOf(tallies())}\n\n`;
  writeFileSync(REPORT, report.slice(0, begin) + section + report.slice(end));
}

function tallies(): Tally[] {
  if (!existsSync(TALLY_DIR)) return [];
  const lines = readdirSync(TALLY_DIR).map((name) => JSON.parse(readFileSync(join(TALLY_DIR, name), 'utf8')) as Tally);
  return lines.sort((a, b) => a.area.localeCompare(b.area) || a.what.localeCompare(b.what));
}

function tableOf(lines: Tally[]): string {
  const day = new Date().toISOString().slice(0, 10);
  const rows = lines.map(({ area, what, tried, outcome }) => `| ${area} | ${what} | ${tried} | ${outcome} |`);
  return [`Run on ${day}.`, '', '| area | what | tried | outcome |', '|---|---|---|---|', ...rows].join('\n');
}

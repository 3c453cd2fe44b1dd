import { writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { parts } from './parts.ts';
import { ensurePeers } from './peers.ts';
import { recordRatios } from './recorded.ts';
import { type Row, tableOf } from './table.ts';

const REPORT = 'docs/performance.md';

/**
 * `npm run bench`: measures everything side by side in one run, prints it, and writes the report. With names of parts
 * (`npm run bench -- start page`), only these are measured, and nothing is written.
 */
const wanted = process.argv.slice(2);
const names = parts.map(({ name }) => name);
const unknown = wanted.filter((name) => !names.includes(name));
if (unknown.length > 0) throw new Error(`There is no part ${unknown.join(', ')}; there are ${names.join(', ')}.`);
ensurePeers();
const chosen = parts.filter(({ name }) => wanted.length === 0 || wanted.includes(name));
const sections: string[] = [];
const rows: Row[] = [];
for (const { title, about, measure } of chosen) {
  const measured = await measure();
  rows.push(...measured);
  sections.push(`## ${title}\n\n${about}\n\n${tableOf(measured)}\n`);
  console.log(sections.at(-1));
}
if (wanted.length === 0) {
  recordRatios(rows);
  writeFileSync(REPORT, report(sections));
}

function report(tables: string[]): string {
  const day = new Date().toISOString().slice(0, 10);
  const intro = `# Performance

Written by \`npm run bench\` on ${day}, on a shared machine with ${availableParallelism()} cores: absolute times mean little there, ratios within one run count. Medians, and spreads where there are several samples. What was decided because of these numbers, and what lost, is in [decisions](decisions/).
`;
  return [intro, ...tables].join('\n');
}

import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Part } from '../support/parts.ts';
import type { Tally } from './form.ts';

const jest = ['--experimental-vm-modules', 'node_modules/jest/bin/jest.js', '--config', 'jest.full.config.js'];

/** Each file of attacks, in its long form, with its section of the report of what was tried. */
export function hostileParts(): Part[] {
  const files = readdirSync(import.meta.dirname).filter((name) => name.endsWith('.test.ts'));
  return files.sort().map((file): Part => {
    const name = basename(file, '.test.ts');
    return {
      name,
      command: [...jest, '--runInBand', `test/hostile/${file}`],
      environment: { HOSTILE_FORM: 'long' },
      report: 'docs/reliability.md',
      heading: `### ${name}`,
      readOutput: (folder) => ({ text: tableOf(talliesIn(folder)) }),
    };
  });
}

function talliesIn(folder: string): Tally[] {
  return readdirSync(folder).map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')) as Tally);
}

function tableOf(tallies: Tally[]): string {
  if (tallies.length === 0) return 'All passed; nothing is counted.';
  const rows = tallies.map(({ area, what, tried, outcome }) => `| ${area} | ${what} | ${tried} | ${outcome} |`);
  return ['| area | what | tried | outcome |', '|---|---|---|---|', ...rows.sort()].join('\n');
}

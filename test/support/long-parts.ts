import { globSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Tally } from './form.ts';
import type { Part } from './parts.ts';

const jest = ['--experimental-vm-modules', 'node_modules/jest/bin/jest.js', '--config', 'jest.full.config.js'];

/**
 * Returns a part for the long form of each test file, with its section of the report.
 *
 * @param files patterns
 * @param measuring names of those that measure time or memory, so that no other part runs at the same time
 */
export function longParts(files: string[], measuring: string[] = []): Part[] {
  return globSync(files)
    .sort()
    .map((file): Part => {
      const name = basename(file, '.test.ts').replace(/\.full$/, '');
      return {
        name,
        command: [...jest, '--runInBand', file],
        environment: { TEST_FORM: 'long' },
        report: 'docs/reliability.md',
        heading: `### ${name}`,
        isShared: !measuring.includes(name),
        readOutput: (folder) => ({ text: tableOf(talliesIn(folder)) }),
      };
    });
}

function talliesIn(folder: string): Tally[] {
  return readdirSync(folder).map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')) as Tally);
}

function tableOf(tallies: Tally[]): string {
  if (tallies.length === 0) return 'All tests passed; nothing was counted.';
  const rows = tallies.map(({ area, what, tried, outcome }) => `| ${area} | ${what} | ${tried} | ${outcome} |`);
  return ['| area | what | tried | outcome |', '|---|---|---|---|', ...rows.sort()].join('\n');
}

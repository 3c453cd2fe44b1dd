import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { largePages } from './page/large-pages.ts';
import type { Cost } from './page/memory-child.ts';
import { median, type Row } from './table.ts';

/**
 * Measures the analysis of large and hostile pages. Memory is the RSS of the process: an instance that exceeds its
 * limit is killed, and only RSS includes garbage that is not collected yet. The page itself is loaded before and not
 * counted.
 */
export async function benchPageMemory(): Promise<Row[]> {
  const rows: Row[] = [];
  for (const name of largePages.keys()) {
    const { bytes, peak, whole, quarter } = await costOf(name);
    const perByte = median(whole) / 4 / median(quarter);
    rows.push(
      { what: `${name}: peak memory / size`, samples: [peak / bytes], unit: 'ratio', goal: 8 },
      {
        what: `${name}: time per byte / time per byte of a quarter of it`,
        samples: [perByte],
        unit: 'ratio',
        goal: 1.3,
      },
      { what: `${name}: time`, samples: whole, unit: 'ms' },
    );
  }
  return rows;
}

async function costOf(name: string): Promise<Cost> {
  const child = fork(join(import.meta.dirname, 'page/memory-child.ts'), [name], { execArgv: ['--expose-gc'] });
  const [cost] = (await once(child, 'message')) as [Cost];
  return cost;
}

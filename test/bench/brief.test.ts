import { expect, test } from '@jest/globals';
import { spawnSync } from 'node:child_process';

test('no ratio is twice as bad as in the last full run of the bench', () => {
  const { status, stderr } = spawnSync(process.execPath, ['test/bench/brief.ts'], { encoding: 'utf8' });
  expect(stderr.split('\n').filter((line) => line.startsWith('Worse than recorded'))).toEqual([]);
  expect(status).toBe(0);
}, 240_000);

import { expect, test } from '@jest/globals';
import { execFile } from 'node:child_process';
import { globSync } from 'node:fs';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Tests of days, ranges and times of day, without HTTPS sites, whose certificates have the machine's time. */
const DAYS = [
  ...['platform/time.', 'accounts/', 'domains/history/', 'domains/schedule/', 'watches/'],
  ...['history', 'navigation', 'overview', 'language'].map((name) => `back-office-page/${name}`),
].map((name) => `test/unit/${name}`);
const SERVICE = ['test/integration/seo-history.test.ts', 'test/integration/forum.test.ts'];

test.each([
  { clock: '12:01', zone: 'Asia/Shanghai', files: SERVICE },
  { clock: '2028-02-29T23:58:00Z', zone: 'America/New_York', files: DAYS },
])(
  'tests pass at $clock in $zone',
  async ({ clock, zone, files }) => {
    for (const file of files)
      expect([file, globSync(`${file}*`)]).toEqual([file, expect.arrayContaining([expect.any(String)])]);
    const { NODE_OPTIONS: _, TEST_CLOCK_OFFSET_MS: __, ...environment } = process.env;
    const { stderr } = await run(
      process.execPath,
      ['--experimental-vm-modules', 'node_modules/jest/bin/jest.js', '--maxWorkers=2', ...files],
      { env: { ...environment, TEST_CLOCK: clock, TZ: zone }, maxBuffer: 64 * 1024 * 1024 },
    ).catch((error: { stderr: string }) => error);
    expect(stderr).toMatch(/^Tests: +\d+ passed, \d+ total$/m);
  },
  300_000,
);

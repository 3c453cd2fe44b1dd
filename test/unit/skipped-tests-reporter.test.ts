import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { root } from '../../infra/constructs/build-cache.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'skipped-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Runs one file of tests under this project's reporter. */
function run(tests: string, ...args: string[]) {
  writeFileSync(join(folder, 'some.test.ts'), tests);
  const config = {
    rootDir: folder,
    extensionsToTreatAsEsm: ['.ts'],
    transform: { '\\.ts$': join(root, 'test/esbuild-transform.js') },
    reporters: [join(root, 'test/skipped-tests-reporter.ts')],
  };
  const jest = ['--experimental-vm-modules', join(root, 'node_modules/jest/bin/jest.js')];
  const { status, stderr } = spawnSync(
    process.execPath,
    [...jest, '--config', JSON.stringify(config), '--runTestsByPath', join(folder, 'some.test.ts'), ...args],
    { cwd: folder, encoding: 'utf8' },
  );
  return { status, lines: stderr.split('\n').filter((line) => line.startsWith('Skipped: ')), stderr };
}

const imports = `
  import { test } from '@jest/globals';
  import { describeWhen, testWhen } from '${join(root, 'test/support/when.ts')}';
  test('is run', () => {});
`;

test('each skipped test is named with its reason, and the run succeeds', () => {
  const { status, lines } = run(`${imports}
    testWhen(true, 'never')('is run as well', () => {});
    testWhen(false, 'no tool [1.0] here')('needs a tool', () => { throw new Error(); });
    describeWhen(false, 'no browser')('a page', () => test('is shown', () => {}));
  `);
  expect(lines).toEqual([
    'Skipped: some.test.ts › needs a tool: no tool [1.0] here',
    'Skipped: some.test.ts › a page is shown: no browser',
  ]);
  expect(status).toBe(0);
});

test.each(["test.skip('is forgotten', () => {});", "test.only('is looked at', () => {});"])(
  'a test that is skipped without a reason fails the run: %s',
  (skipping) => {
    const { status, lines, stderr } = run(imports + skipping);
    expect(lines).toEqual([expect.stringContaining('NO REASON GIVEN')]);
    expect(stderr).toContain('Tests skipped without a reason: 1.');
    expect(status).toBe(1);
  },
);

test('tests that a pattern of names leaves out are not counted', () => {
  const { status, lines } = run(`${imports} test('is left out', () => {});`, '-t', 'is run');
  expect([status, lines]).toEqual([0, []]);
});

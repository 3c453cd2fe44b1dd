import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { buildOnce } from '../../infra/constructs/build-cache.ts';

let dir: string;
let input: string;
let results: string[];
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'build-cache-'));
  input = join(dir, 'input.txt');
  writeFileSync(input, `${Math.random()}`);
  results = [];
});
afterEach(() => {
  for (const folder of [dir, ...results]) rmSync(folder, { recursive: true, force: true });
});

/** @returns the content of the result, and the number of builds */
function build() {
  let builds = 0;
  const folder = buildOnce('test', [input], (outputDir) => {
    builds += 1;
    writeFileSync(join(outputDir, 'output.txt'), `made of ${readFileSync(input, 'utf8')}`);
  });
  results.push(folder);
  return { builds, output: readFileSync(join(folder, 'output.txt'), 'utf8') };
}

test('a build of the same files is cached', () => {
  expect(build().builds).toBe(1);
  expect(build().builds).toBe(0);
});

test('a changed file causes a new build', () => {
  build();
  writeFileSync(input, 'something else');
  expect(build()).toEqual({ builds: 1, output: 'made of something else' });
});

test('a failed build leaves no result', () => {
  const failing = () =>
    buildOnce('test', [input], () => {
      throw new Error('syntax error');
    });
  expect(failing).toThrow('syntax error');
  expect(build().builds).toBe(1);
});

/** Builds in a separate process. @returns its exit status */
function buildElsewhere(code: string) {
  const program = `
    import { writeFileSync } from 'node:fs';
    import { buildOnce } from '${join(process.cwd(), 'infra/constructs/build-cache.ts')}';
    buildOnce('test', ['${input}'], (outputDir) => { ${code} });`;
  return spawnSync(process.execPath, ['--input-type=module', '-e', program], { timeout: 20_000 });
}

test('a build whose process was killed is started again at once', () => {
  const kill = "process.kill(process.pid, 'SIGKILL');";
  expect(buildElsewhere(kill)).toMatchObject({ signal: 'SIGKILL' });
  expect(buildElsewhere("writeFileSync(outputDir + '/output.txt', 'taken over');")).toMatchObject({ status: 0 });
  expect(build()).toEqual({ builds: 0, output: 'taken over' });
});

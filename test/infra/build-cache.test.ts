import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { buildOnce } from '../../infra/constructs/build-cache.ts';

/** Number of builds after which an older one that no process uses is removed. */
const MORE_THAN_KEPT = 31;

let dir: string;
let input: string;
let results: string[];
let processes: ChildProcess[];
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'build-cache-'));
  input = join(dir, 'input.txt');
  writeFileSync(input, `${Math.random()}`);
  results = [];
  processes = [];
});
afterEach(() => {
  for (const child of processes) child.kill();
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

test.each([
  ['a file', 'output.txt'],
  ['the folder', '.'],
])('a build without %s is built again', (_, removed) => {
  build();
  rmSync(join(results[0]!, removed), { recursive: true });
  expect(build()).toMatchObject({ builds: 1, output: expect.stringContaining('made of') as unknown });
});

/** @returns a program that builds in a separate process, then runs further code */
function program(code: string, afterwards = '') {
  return `
    import { writeFileSync } from 'node:fs';
    import { buildOnce } from '${join(process.cwd(), 'infra/constructs/build-cache.ts')}';
    const folder = buildOnce('test', ['${input}'], (outputDir) => { ${code} });
    ${afterwards}`;
}

/** Environment in which the clock has this year. */
const inYear = (year: number) => ({
  ...process.env,
  TEST_CLOCK_OFFSET_MS: undefined,
  TEST_CLOCK: `${year}-06-01T12:00:00Z`,
  NODE_OPTIONS: `--import=${join(process.cwd(), 'test/support/shift-clock.ts')}`,
});

/** Builds in a separate process. @returns its exit status */
function buildElsewhere(code: string, env: NodeJS.ProcessEnv = process.env) {
  return spawnSync(process.execPath, ['--input-type=module', '-e', program(code)], { env, timeout: 20_000 });
}

/** Starts a process that builds and then runs until the end of the test. @returns after its first line of output */
async function startElsewhere(code: string, env: NodeJS.ProcessEnv) {
  const stays = 'console.log(folder); setInterval(() => {}, 1000);';
  const child = spawn(process.execPath, ['--input-type=module', '-e', program(code, stays)], { env });
  processes.push(child);
  const [line] = (await once(child.stdout, 'data')) as [Buffer];
  return { child, line: String(line).trim() };
}

test('a build whose process was killed is started again at once', () => {
  const kill = "process.kill(process.pid, 'SIGKILL');";
  expect(buildElsewhere(kill)).toMatchObject({ signal: 'SIGKILL' });
  expect(buildElsewhere("writeFileSync(outputDir + '/output.txt', 'taken over');")).toMatchObject({ status: 0 });
  expect(build()).toEqual({ builds: 0, output: 'taken over' });
});

const WRITE = "writeFileSync(outputDir + '/output.txt', 'elsewhere');";

test('a process with another clock uses the build of one that is still building', async () => {
  const slowly = `console.log('building'); Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 500); ${WRITE}`;
  const { child } = await startElsewhere(slowly, inYear(2020));
  expect(buildElsewhere("writeFileSync(outputDir + '/output.txt', 'again');", inYear(2040))).toMatchObject({
    status: 0,
  });
  expect(child.exitCode).toBeNull();
  expect(build()).toEqual({ builds: 0, output: 'elsewhere' });
});

test('a build stays while a process uses it, whatever the clocks, and is removed later', async () => {
  const used = await startElsewhere(WRITE, inYear(2020));
  const buildOthers = () => {
    for (let other = 0; other < MORE_THAN_KEPT; other += 1) {
      writeFileSync(input, `${Math.random()}`);
      build();
    }
  };
  writeFileSync(input, 'another state');
  expect(buildElsewhere(WRITE, inYear(2040))).toMatchObject({ status: 0 });
  buildOthers();
  expect(readFileSync(join(used.line, 'output.txt'), 'utf8')).toBe('elsewhere');
  used.child.kill();
  await once(used.child, 'exit');
  buildOthers();
  expect(existsSync(used.line)).toBe(false);
});

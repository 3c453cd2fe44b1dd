import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { testWhen } from '../../support/when.ts';

/** A command with four parts; those named in `shared.json` can be shared, those in `requested.json` run on request. */
const COMMAND = `
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runParts } from ${JSON.stringify(join(process.cwd(), 'test/support/parts.ts'))};

const namesIn = (file) => (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : []);
const [shared, requested] = [namesIn('shared.json'), namesIn('requested.json')];
const parts = ['first', 'second', 'third', 'fourth'].map((name) => ({
  name,
  command: ['part.mjs', name],
  environment: { TEXT: \`text of \${name}\` },
  report: 'report.md',
  isShared: shared.includes(name),
  isOnRequest: requested.includes(name),
  heading: \`## The \${name}\`,
  readOutput: (folder) => JSON.parse(readFileSync(join(folder, 'output.json'), 'utf8')),
}));
process.exitCode = await runParts(parts, process.argv.slice(2));
`;

/**
 * A part: logs its run, and writes its output. A file \`fail-<name>\` makes it fail, \`miss-<name>\` makes its output
 * insufficient, \`hold-<name>\` makes it start a server and wait until it is killed, and \`wait-<name>\` contains the
 * name of a part for which it waits.
 */
const PART = `
import { spawn } from 'node:child_process';
import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const name = process.argv[2];
appendFileSync('runs.log', name + '\\n');
if (existsSync('wait-' + name)) {
  const other = readFileSync('wait-' + name, 'utf8');
  while (!readFileSync('runs.log', 'utf8').includes(other)) await sleep(10);
}
if (existsSync('hold-' + name)) {
  const server = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)']);
  server.once('spawn', () => console.log('holding', process.pid, server.pid));
  setInterval(() => {}, 1000);
} else if (existsSync('fail-' + name)) {
  process.exitCode = 3;
} else {
  const failures = existsSync('miss-' + name) ? ['too slow'] : [];
  writeFileSync(join(process.env.PART_OUTPUT, 'output.json'), JSON.stringify({ text: process.env.TEXT, failures }));
}
`;

const REPORT = `# Report

An introduction.

## The second

Run on 2026-01-02 in 2.5 minutes.

old text of second

## The fourth

old text of fourth
`;

let folder: string;
const path = (name: string) => join(folder, name);
const report = () => readFileSync(path('report.md'), 'utf8');

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'parts-'));
  writeFileSync(path('command.mjs'), COMMAND);
  writeFileSync(path('part.mjs'), PART);
  writeFileSync(path('report.md'), REPORT);
});
afterEach(() => rmSync(folder, { recursive: true }));

function start(args: string[]): ChildProcess {
  return spawn(process.execPath, ['command.mjs', ...args], { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] });
}

/** Runs the command to its end. @returns also the parts that this run started */
async function run(...args: string[]) {
  rmSync(path('runs.log'), { force: true });
  const child = start(args);
  let output = '';
  for (const stream of [child.stdout!, child.stderr!]) stream.on('data', (piece: Buffer) => (output += String(piece)));
  const [status] = (await once(child, 'close')) as [number];
  return { status, output, started: startedParts() };
}

function startedParts(): string[] {
  return existsSync(path('runs.log')) ? readFileSync(path('runs.log'), 'utf8').trim().split('\n') : [];
}

/** Kills the command while its second part waits. @returns the exit code, and the processes of the part */
async function killInSecond(signal: NodeJS.Signals) {
  writeFileSync(path('hold-second'), '');
  const child = start([]);
  for await (const line of createInterface(child.stdout!)) {
    const [, part, server] = /^holding (\d+) (\d+)$/.exec(line) ?? [];
    if (!server) continue;
    child.stdout!.resume();
    child.kill(signal);
    const [status] = (await once(child, 'exit')) as [number | null];
    rmSync(path('hold-second'));
    return { status, processes: [Number(part), Number(server)] };
  }
  throw new Error('The second part did not start');
}

/** Resolves when none of the processes runs; the time limit of the test is that of the wait. */
async function untilEnded(processes: number[]): Promise<void> {
  // A process that has ended remains a zombie if its parent does not reap it.
  const isRunning = (pid: number) =>
    existsSync(`/proc/${pid}`) && !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  while (processes.some(isRunning)) await sleep(10);
}

const git = (...args: string[]) => execFileSync('git', args, { cwd: path('.'), encoding: 'utf8' });
const hasGit = spawnSync('git', ['--version']).status === 0;

testWhen(hasGit, 'git is not installed')(
  'a section names the commit, and whether other files differ from it',
  async () => {
    writeFileSync(path('.gitignore'), 'node_modules\nruns.log\n');
    git('init', '--quiet');
    git('add', '.');
    git('-c', 'user.name=a', '-c', 'user.email=a@example.com', 'commit', '--quiet', '--message=First');
    const commit = git('rev-parse', '--short=10', 'HEAD').trim();
    await run('first');
    writeFileSync(path('other.txt'), '');
    await run('second');
    const commits = [...report().matchAll(/, at (commit .+)\.$/gm)].map(([, text]) => text);
    expect(commits).toEqual([`commit ${commit}`, `commit ${commit} with changes`]);
  },
);

test('a run replaces the sections of its parts, inserts new ones in order, and leaves the rest of the report as it is', async () => {
  const { status, started } = await run();
  expect([status, started]).toEqual([0, ['first', 'second', 'third', 'fourth']]);
  const day = /^Run on \d{4}-\d\d-\d\d in \d+\.\d minutes, at an unknown commit\.$/gm;
  const sections = ['first', 'second', 'third', 'fourth'].map((name) => `## The ${name}\n\nRUN\n\ntext of ${name}\n`);
  expect(report().replaceAll(day, 'RUN')).toBe(`# Report\n\nAn introduction.\n\n${sections.join('\n')}`);
});

test.each(['SIGINT', 'SIGTERM'] as const)(
  '%s ends the part with its servers, and --continue repeats it and runs what remains',
  async (signal) => {
    const { status, processes } = await killInSecond(signal);
    expect(status).toBe(130);
    await untilEnded(processes);
    expect(report()).toContain('text of first\n');
    expect(report()).toContain('\nold text of second\n');
    expect(await run('--continue')).toMatchObject({ status: 0, started: ['second', 'third', 'fourth'] });
    expect(await run('--continue')).toMatchObject({ status: 0, started: [] });
  },
);

test('a part that fails keeps its old section, does not stop the others, and is repeated by --continue', async () => {
  writeFileSync(path('fail-second'), '');
  const { status, started, output } = await run();
  expect([status, started]).toEqual([1, ['first', 'second', 'third', 'fourth']]);
  expect(output).toMatch(/^second: \d+\.\d minutes, FAILED \(exit code 3\)$/m);
  expect(output).toMatch(/^4 parts: \d+\.\d minutes, 1 failed$/m);
  expect(report()).toContain('\nold text of second\n');
  expect(await run('--continue')).toMatchObject({ status: 1, started: ['second'] });
  rmSync(path('fail-second'));
  expect(await run('--continue')).toMatchObject({ status: 0, started: ['second'] });
});

test('a part with insufficient output has its section, and fails', async () => {
  writeFileSync(path('miss-second'), '');
  const { status, output } = await run('second');
  expect([status, output]).toEqual([1, expect.stringContaining('FAILED (too slow)')]);
  expect(report()).toContain('\n\ntext of second\n');
  expect(await run('--continue')).toMatchObject({ started: ['second'] });
});

test('a part that runs on request runs only if it is named', async () => {
  writeFileSync(path('requested.json'), JSON.stringify(['second']));
  expect(await run()).toMatchObject({ started: ['first', 'third', 'fourth'] });
  expect(await run('second')).toMatchObject({ status: 0, started: ['second'] });
  expect(report()).toContain('\n\ntext of second\n');
});

test('the names of all parts of the release check differ', () => {
  const output = execFileSync(process.execPath, ['test/release-check.ts', '--list'], { encoding: 'utf8' });
  const names = output.split('\n').flatMap((line) => /^(\S+): /.exec(line)?.[1] ?? []);
  expect(names).toEqual(expect.arrayContaining(['start', 'load', 'real-pages']));
  expect(new Set(names).size).toBe(names.length);
});

test('parts that can be shared run at the same time, after the others', async () => {
  writeFileSync(path('shared.json'), JSON.stringify(['first', 'third']));
  writeFileSync(path('wait-first'), 'third');
  const { status, started } = await run();
  expect(status).toBe(0);
  expect(started.slice(0, 2)).toEqual(['second', 'fourth']);
  expect(started.slice(2).sort()).toEqual(['first', 'third']);
});

import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';

/** A part of a long check that runs in a separate process and has its own section in a report. */
export interface Part {
  /** Unique among all parts: its name on the command line and in the list of pending parts. */
  name: string;
  /** Arguments of Node. */
  command: string[];
  environment?: Record<string, string>;
  /** File of the report. */
  report: string;
  /** Heading of the section, with its `#`. */
  heading: string;
  /** Runs only if it is named: it takes long, and few changes concern it. */
  isOnRequest?: boolean;
  /** Measures neither time nor memory, so that another such part can run at the same time. */
  isShared?: boolean;
  /** Composes the section from the files that the part wrote to its output folder (`outputFolder()`). */
  readOutput: (folder: string) => { text: string; failures?: string[] };
}

interface Outcome {
  part: Part;
  minutes: number;
  failures: string[];
}

/** Names of the parts that have to run again: started and not passed. */
const PENDING = 'node_modules/.cache/pending-parts.json';
/** Line of a section that records when the part ran, how long it took, and at which commit. */
const DURATION = /^Run on \d{4}-\d\d-\d\d in (?<minutes>\d+\.\d) minutes(?:, at .+)?\.$/m;
/** What runs of parts change, also of those that another command runs. */
const WRITTEN = ['docs/performance.md', 'docs/reliability.md', 'test/bench/recorded.json'];

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
/** Time for an interrupted part to end by itself. */
const GRACE_MS = 10_000;

class UsageError extends Error {}
class Interrupted extends Error {}

/**
 * Runs parts one after the other, and at the end the shared ones, two at a time: with three, two cores are so busy that
 * time limits are exceeded. A part that passes replaces its section of the report, with its duration, which is the
 * expected one of the next run. A part that fails does not stop the others.
 *
 * @param args of the command line: names of parts (default: all), `--continue` for only those that were started or
 *   planned earlier and have not passed, `--list` for only a list of the parts and their expected durations
 * @returns the exit code: 0; 1 if a part failed; 2 if the arguments are invalid; 130 after an interruption
 */
export async function runParts(parts: Part[], args: string[]): Promise<number> {
  try {
    const { selected, isList } = select(parts, args);
    if (isList || selected.length === 0) {
      console.log(selected.length === 0 ? 'No part is left to continue.' : listOf(selected));
      return 0;
    }
    const started = performance.now();
    const outcomes = await runAll(selected, parts);
    console.log(summaryOf(outcomes, minutesSince(started)));
    return outcomes.every(({ failures }) => failures.length === 0) ? 0 : 1;
  } catch (error) {
    if (error instanceof Interrupted) {
      console.error(`\n${error.message}. --continue repeats this part and runs those that remain.`);
      return 130;
    }
    if (!(error instanceof UsageError)) throw error;
    console.error(error.message);
    return 2;
  }
}

/** Returns the folder to which the running part writes its output; null outside of `runParts`. */
export function outputFolder(): string | null {
  return process.env.PART_OUTPUT ?? null;
}

function select(parts: Part[], args: string[]): { selected: Part[]; isList: boolean } {
  const { values, positionals: names } = readArguments(args);
  const unknown = names.filter((name) => !parts.some((part) => part.name === name));
  if (unknown.length > 0)
    throw new UsageError(`Unknown part: ${unknown.join(', ')}. Parts: ${parts.map(({ name }) => name).join(', ')}.`);
  const pending = values.continue ? readPending() : null;
  const selected = parts.filter(
    ({ name, isOnRequest = false }) =>
      (names.length === 0 ? !isOnRequest : names.includes(name)) && (pending?.has(name) ?? true),
  );
  return { selected, isList: values.list };
}

function readArguments(args: string[]) {
  const flag = { type: 'boolean', default: false } as const;
  try {
    return parseArgs({ args, options: { continue: flag, list: flag }, allowPositionals: true });
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}

async function runAll(selected: Part[], all: Part[]): Promise<Outcome[]> {
  updatePending((pending) => selected.forEach(({ name }) => pending.add(name)));
  const shared = selected.filter(({ isShared }) => isShared);
  const inOrder = [...selected.filter(({ isShared }) => !isShared), ...shared];
  const outcomes: Outcome[] = [];
  let begun = 0;
  async function runNext() {
    const part = inOrder[begun]!;
    const left = expectedOf(inOrder.slice(begun));
    begun += 1;
    const title = `[${begun} of ${inOrder.length}] ${part.name}`;
    console.log(`\n${title}: expected ${expectedOf([part])}; all that remains ${left}`);
    const outcome = await runOne(part, all);
    if (outcome.failures.length === 0) updatePending((pending) => pending.delete(part.name));
    console.log(`${title}: ${resultOf(outcome)} after ${inMinutes(outcome.minutes)}`);
    outcomes.push(outcome);
  }
  while (begun < inOrder.length - shared.length) await runNext();
  const runShared = async () => {
    while (begun < inOrder.length) await runNext();
  };
  await Promise.all([runShared(), runShared()]);
  return outcomes;
}

async function runOne(part: Part, all: Part[]): Promise<Outcome> {
  const folder = mkdtempSync(join(tmpdir(), 'part-'));
  const started = performance.now();
  const commit = commitText(all);
  try {
    const problem = await runProcess(part, folder);
    const minutes = minutesSince(started);
    const failures = problem === null ? writeSection(part, all, { folder, minutes, commit }) : [problem];
    return { part, minutes, failures };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Returns the commit of the working tree, and whether other files than the reports differ from it. */
function commitText(parts: Part[]): string {
  const git = (...args: string[]) => spawnSync('git', args, { encoding: 'utf8' });
  const { status, stdout } = git('rev-parse', '--short=10', 'HEAD');
  if (status !== 0) return 'an unknown commit';
  const written = [...WRITTEN, ...parts.map(({ report }) => report)].map((file) => `:!${file}`);
  const changes = git('status', '--porcelain', '--', '.', ...written).stdout;
  return `commit ${stdout.trim()}${changes === '' ? '' : ' with changes'}`;
}

interface CompletedRun {
  folder: string;
  minutes: number;
  commit: string;
}

/** Writes the section of a part. @returns the failures in its output */
function writeSection(part: Part, all: Part[], { folder, minutes, commit }: CompletedRun): string[] {
  let output: ReturnType<Part['readOutput']>;
  try {
    output = part.readOutput(folder);
  } catch (error) {
    return [`its output cannot be read: ${(error as Error).message}`];
  }
  const day = new Date().toISOString().slice(0, 10);
  const run = `Run on ${day} in ${minutes.toFixed(1)} minutes, at ${commit}.`;
  const section = `${part.heading}\n\n${run}\n\n${output.text.trim()}\n`;
  const later = all.slice(all.indexOf(part) + 1).filter((one) => one.report === part.report);
  replaceFile(part.report, withSection(readFileSync(part.report, 'utf8'), section, later));
  return output.failures ?? [];
}

/** Runs the process of a part in its own process group, so that an interruption also ends its servers and browsers. */
async function runProcess({ command, environment }: Part, folder: string): Promise<string | null> {
  const child = spawn(process.execPath, command, {
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, ...environment, PART_OUTPUT: folder },
    detached: true,
  });
  let interruption: NodeJS.Signals | null = null;
  const interrupt = (signal: NodeJS.Signals) => {
    // npm repeats a signal that the terminal has already sent.
    if (interruption !== null) return;
    interruption = signal;
    killGroup(child, 'SIGTERM');
    setTimeout(() => killGroup(child, 'SIGKILL'), GRACE_MS).unref();
  };
  for (const signal of SIGNALS) process.on(signal, interrupt);
  const [status, signal] = (await once(child, 'exit')) as [number | null, NodeJS.Signals | null];
  for (const each of SIGNALS) process.off(each, interrupt);
  if (interruption !== null) {
    killGroup(child, 'SIGKILL');
    throw new Interrupted(`Interrupted by ${interruption as string}`);
  }
  if (status === 0) return null;
  return signal === null ? `exit code ${status}` : `ended by ${signal}`;
}

function killGroup({ pid }: ChildProcess, signal: NodeJS.Signals): void {
  try {
    process.kill(-pid!, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

/** Replaces the section with the same heading, or inserts it before the first of the later ones. */
function withSection(text: string, section: string, later: Part[]): string {
  const sections = text.split(/^(?=#{1,6} )/m);
  const isOf = (heading: string) => (one: string) => one.startsWith(`${heading}\n`);
  const [heading] = section.split('\n', 1) as [string];
  const found = sections.findIndex(isOf(heading));
  const next = sections.findIndex((one) => later.some((part) => isOf(part.heading)(one)));
  if (found !== -1) sections[found] = section;
  else sections.splice(next === -1 ? sections.length : next, 0, section);
  return `${sections.map((one) => one.trimEnd()).join('\n\n')}\n`;
}

/** Returns the duration of the part's last complete run, from the report; null if there is none. */
function expectedMinutes({ report, heading }: Part): number | null {
  const sections = readFileSync(report, 'utf8').split(/^(?=#{1,6} )/m);
  const own = sections.find((text) => text.startsWith(`${heading}\n`));
  const minutes = own && DURATION.exec(own)?.groups?.minutes;
  return minutes === undefined ? null : Number(minutes);
}

function readPending(): Set<string> {
  return new Set(existsSync(PENDING) ? (JSON.parse(readFileSync(PENDING, 'utf8')) as string[]) : []);
}

function updatePending(update: (pending: Set<string>) => void): void {
  const pending = readPending();
  update(pending);
  mkdirSync(dirname(PENDING), { recursive: true });
  replaceFile(PENDING, JSON.stringify([...pending]));
}

/** Replaces a file atomically. */
function replaceFile(path: string, text: string): void {
  writeFileSync(`${path}.new`, text);
  renameSync(`${path}.new`, path);
}

function listOf(parts: Part[]): string {
  const lines = parts.map((part) => `${part.name}: ${expectedOf([part])}`);
  return [...lines, `${parts.length} parts: ${expectedOf(parts)}`].join('\n');
}

/** Returns the sum of the recorded durations, and the number of parts without one. */
function expectedOf(parts: Part[]): string {
  const isAlone = parts.length === 1;
  const known = parts.flatMap((part) => {
    const minutes = expectedMinutes(part);
    return minutes === null ? [] : [part.isShared && !isAlone ? minutes / 2 : minutes];
  });
  const unknown = parts.length - known.length;
  if (unknown === 0) return inMinutes(sum(known));
  if (isAlone) return 'unknown duration';
  return `${inMinutes(sum(known))}, and ${unknown} parts of unknown duration`;
}

function summaryOf(outcomes: Outcome[], minutes: number): string {
  const lines = outcomes.map((outcome) => `${outcome.part.name}: ${inMinutes(outcome.minutes)}, ${resultOf(outcome)}`);
  const failed = outcomes.filter(({ failures }) => failures.length > 0).length;
  const total = `${outcomes.length} parts: ${inMinutes(minutes)}, ${failed} failed`;
  const advice = failed > 0 ? ['--continue repeats those that failed.'] : [];
  return ['', ...lines, total, ...advice].join('\n');
}

function resultOf({ failures }: Outcome): string {
  return failures.length === 0 ? 'passed' : `FAILED (${failures.join('; ')})`;
}

const minutesSince = (started: number) => (performance.now() - started) / 60_000;

const sum = (numbers: number[]) => numbers.reduce((total, one) => total + one, 0);

const inMinutes = (minutes: number) => `${minutes.toFixed(1)} minutes`;

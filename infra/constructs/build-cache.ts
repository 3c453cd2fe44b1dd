import { execFileSync, type StdioOptions } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join, relative } from 'node:path';
import { DAY_MS } from '../../functions/core/platform/time/day.ts';

export const root = join(import.meta.dirname, '../..');
const cacheDir = join(root, 'node_modules/.cache/builds');

/** Time after which a build is considered to have failed. */
export const BUILD_TIMEOUT_MS = 120_000;
const POLL_MS = 100;
const KEEP_UNUSED_MS = 3 * DAY_MS;

/**
 * Caches a build for each state of its inputs. Of several processes that need it concurrently, one builds; the others
 * wait for it, and take over when it ends early.
 *
 * @param name prefix of the result's folder
 * @param inputs files that the build reads; the lock file is always added
 * @param build writes the result into a folder
 * @param variant distinguishes different builds from the same files
 * @returns the folder with the result
 */
export function buildOnce(name: string, inputs: string[], build: (outputDir: string) => void, variant = ''): string {
  const built = join(cacheDir, `${name}-${digestOf([...inputs, join(root, 'package-lock.json')], variant)}`);
  const claim = `${built}.claim`;
  mkdirSync(cacheDir, { recursive: true });
  while (!existsSync(built)) {
    if (tryClaim(claim)) {
      try {
        reportBuild(name, () => buildInto(built, build));
        removeUnused(name);
      } finally {
        rmSync(claim, { force: true });
      }
    } else {
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, POLL_MS);
    }
  }
  const now = new Date();
  utimesSync(built, now, now);
  return built;
}

/** Reports the progress on standard error, because standard output may be a template. */
function reportBuild(name: string, build: () => void) {
  const startedAt = performance.now();
  process.stderr.write(`Building ${name} …\n`);
  build();
  process.stderr.write(`Built ${name} in ${((performance.now() - startedAt) / 1000).toFixed(1)} s\n`);
}

/** Removes old builds, of earlier states of the files, that were not used for days. */
function removeUnused(name: string) {
  for (const file of readdirSync(cacheDir).filter((each) => each.startsWith(`${name}-`))) {
    const path = join(cacheDir, file);
    const usedAt = statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Infinity;
    if (Date.now() - usedAt > KEEP_UNUSED_MS) rmSync(path, { recursive: true, force: true });
  }
}

/** Runs one of our build programs; its standard error is passed on. @throws when it fails */
export function runBuild(program: string, ...args: string[]): void {
  const stdio: StdioOptions = ['ignore', 'ignore', 'inherit'];
  execFileSync(process.execPath, [program, ...args], { stdio, timeout: BUILD_TIMEOUT_MS });
}

/** @returns all files below a folder, in order */
export function filesBelow(dir: string): string[] {
  const entries = readdirSync(dir, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}

function buildInto(built: string, build: (outputDir: string) => void) {
  // Another process may have finished the build before this process created the claim file.
  if (existsSync(built)) return;
  const unfinished = `${built}.${process.pid}`;
  // Left over from a failed build.
  rmSync(unfinished, { recursive: true, force: true });
  mkdirSync(unfinished);
  build(unfinished);
  try {
    renameSync(unfinished, built);
  } catch (error) {
    // Two processes that take over concurrently may both build; the first result is used.
    if (!existsSync(built)) throw error;
    rmSync(unfinished, { recursive: true, force: true });
  }
}

function digestOf(files: string[], variant: string): string {
  const hash = createHash('sha256').update(`${variant}\0`);
  for (const file of files) {
    hash
      .update(`${relative(root, file)}\0`)
      .update(readFileSync(file))
      .update('\0');
  }
  return hash.digest('hex').slice(0, 32);
}

/** Creates the claim file, atomically. @returns true if this process has created it */
function tryClaim(claim: string): boolean {
  try {
    writeFileSync(claim, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    if (isAbandoned(claim)) rmSync(claim, { force: true });
    return false;
  }
}

/** Whether its process has ended; by the file's age in case another process has the same id now. */
function isAbandoned(claim: string): boolean {
  const holder = readPid(claim);
  const claimedAt = statSync(claim, { throwIfNoEntry: false })?.mtimeMs ?? Date.now();
  return (holder > 0 && !isAlive(holder)) || Date.now() - claimedAt > BUILD_TIMEOUT_MS;
}

/** @returns the process id that a process has written to a file; 0 when there is none, or none yet */
export function readPid(file: string): number {
  try {
    return Number(readFileSync(file, 'utf8'));
  } catch {
    return 0;
  }
}

/** Whether the process exists: signal 0 only checks that. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

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
import { isAlive, readPid } from '../pid-file.ts';
import { DAY_MS } from '../../functions/shared/time/day.ts';

export const root = join(import.meta.dirname, '../..');
const cacheDir = join(root, 'node_modules/.cache/builds');

/** A build that takes longer has died. */
export const BUILD_TIMEOUT_MS = 120_000;
const POLL_MS = 100;
const KEPT_MS = 3 * DAY_MS;

/**
 * Builds something once for each state of what it is made of, and keeps it. Of many processes that start at once one
 * builds; the others wait for it, and take over where it dies.
 *
 * @param name of what is built
 * @param inputs files that it is made of; the lock file is one of them in any case
 * @param build puts the result into a folder
 * @param variant tells apart what is built of the same files
 * @returns the folder with the result
 */
export function builtOnce(name: string, inputs: string[], build: (outputDir: string) => void, variant = ''): string {
  const built = join(cacheDir, `${name}-${digestOf([...inputs, join(root, 'package-lock.json')], variant)}`);
  const claim = `${built}.claim`;
  mkdirSync(cacheDir, { recursive: true });
  while (!existsSync(built)) {
    if (isClaimed(claim)) {
      try {
        buildInto(built, build);
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

/** Each state of the files leaves a build: those that nobody has used for days are removed. */
function removeUnused(name: string) {
  for (const file of readdirSync(cacheDir).filter((each) => each.startsWith(`${name}-`))) {
    const path = join(cacheDir, file);
    const usedAt = statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Infinity;
    if (Date.now() - usedAt > KEPT_MS) rmSync(path, { recursive: true, force: true });
  }
}

/** Runs a program of ours that builds something; what it complains of is seen. @throws when it fails */
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
  // Another process may have finished it before this one's claim.
  if (existsSync(built)) return;
  const unfinished = `${built}.${process.pid}`;
  // What a build that failed has left.
  rmSync(unfinished, { recursive: true, force: true });
  mkdirSync(unfinished);
  build(unfinished);
  try {
    renameSync(unfinished, built);
  } catch (error) {
    // Two that take over at once may both build: the first one's result stays.
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

/** Of many processes that try at once, one makes the file. @returns true where this process has made it */
function isClaimed(claim: string): boolean {
  try {
    writeFileSync(claim, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    if (isAbandoned(claim)) rmSync(claim, { force: true });
    return false;
  }
}

/** Whether its process has died. Where another one has got its number since, it is told by the time. */
function isAbandoned(claim: string): boolean {
  const holder = readPid(claim);
  const claimedAt = statSync(claim, { throwIfNoEntry: false })?.mtimeMs ?? Date.now();
  return (holder > 0 && !isAlive(holder)) || Date.now() - claimedAt > BUILD_TIMEOUT_MS;
}

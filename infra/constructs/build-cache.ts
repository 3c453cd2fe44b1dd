import { execFileSync, type StdioOptions } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

export const root = join(import.meta.dirname, '../..');
const cacheDir = join(root, 'node_modules/.cache/builds');

/** Time after which a build is considered to have failed. */
export const BUILD_TIMEOUT_MS = 120_000;
const POLL_MS = 100;
/** Builds of each name that are kept without a user: those of the tests' settings, for two states of the sources. */
const KEPT = 30;

/**
 * Builds, the files of those that are complete, and the processes that use them. The database locks it for one process
 * at a time, and the system releases the lock when that process ends. Order is by number: processes have different
 * clocks.
 */
const SCHEMA = `
  CREATE TABLE IF NOT EXISTS builds (
    id TEXT PRIMARY KEY, name TEXT NOT NULL, builder INTEGER, files TEXT, used INTEGER NOT NULL DEFAULT 0);
  CREATE TABLE IF NOT EXISTS users (id TEXT, pid INTEGER, PRIMARY KEY (id, pid));`;

/** Paths and sizes in bytes. */
type Files = [path: string, size: number][];

/**
 * Caches a build for each state of its inputs. Of several processes that need it concurrently, one builds; the others
 * wait for it, and take over when it ends early. A build stays until the process that requested it has ended.
 *
 * @param name prefix of the result's folder
 * @param inputs files that the build reads; the lock file is always added
 * @param build writes the result into a folder
 * @param variant distinguishes different builds from the same files
 * @returns the folder with the result
 */
export function buildOnce(name: string, inputs: string[], build: (outputDir: string) => void, variant = ''): string {
  const id = `${name}-${digestOf([...inputs, join(root, 'package-lock.json')], variant)}`;
  const startedAt = performance.now();
  for (;;) {
    // Another process may have the id of a builder that has ended.
    const canWait = performance.now() - startedAt < BUILD_TIMEOUT_MS;
    const next = inTransaction((db) => useOrClaim(db, name, id, canWait));
    if (next === 'use') return join(cacheDir, id);
    if (next === 'build') reportBuild(name, () => buildInto(name, id, build));
    else Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, POLL_MS);
  }
}

/** Records this process as a user if the build is complete, and otherwise as its builder if there is none. */
function useOrClaim(db: DatabaseSync, name: string, id: string, canWait: boolean): 'use' | 'build' | 'wait' {
  const stored = db.prepare('SELECT builder, files FROM builds WHERE id = ?').get(id) as
    { builder: number | null; files: string | null } | undefined;
  if (stored?.files && hasFiles(join(cacheDir, id), JSON.parse(stored.files) as Files)) {
    db.prepare('UPDATE builds SET used = (SELECT max(used) + 1 FROM builds) WHERE id = ?').run(id);
    db.prepare('INSERT OR IGNORE INTO users VALUES (?, ?)').run(id, process.pid);
    return 'use';
  }
  const { builder } = stored ?? {};
  if (builder && builder !== process.pid && isAlive(builder) && canWait) return 'wait';
  db.prepare('INSERT OR REPLACE INTO builds (id, name, builder) VALUES (?, ?, ?)').run(id, name, process.pid);
  return 'build';
}

/** Builds into a temporary folder, which replaces that of the result when it is complete. */
function buildInto(name: string, id: string, build: (outputDir: string) => void) {
  const [built, unfinished] = [join(cacheDir, id), join(cacheDir, `${id}.${process.pid}`)];
  let files: string | null = null;
  try {
    // Left over from a process with the same id.
    rmSync(unfinished, { recursive: true, force: true });
    mkdirSync(unfinished);
    build(unfinished);
    files = JSON.stringify(filesBelow(unfinished).map((file) => [relative(unfinished, file), statSync(file).size]));
  } finally {
    inTransaction((db) => {
      const { changes } = db
        .prepare('UPDATE builds SET builder = NULL, files = ? WHERE id = ? AND builder = ?')
        .run(files, id, process.pid);
      // Another process that has taken over may have finished, and use its result.
      if (changes && files) {
        rmSync(built, { recursive: true, force: true });
        renameSync(unfinished, built);
        removeUnused(db, name, id);
      }
    });
    rmSync(unfinished, { recursive: true, force: true });
  }
}

/** Removes what no process uses: old builds, of earlier states of the files, and what killed processes have left. */
function removeUnused(db: DatabaseSync, name: string, newId: string) {
  const old = db
    .prepare('SELECT id FROM builds WHERE name = ? AND id <> ? AND files NOT NULL ORDER BY used DESC LIMIT -1 OFFSET ?')
    .all(name, newId, KEPT - 1) as { id: string }[];
  for (const { id } of old) {
    const users = db.prepare('SELECT pid FROM users WHERE id = ?').all(id) as { pid: number }[];
    if (users.some(({ pid }) => isAlive(pid))) continue;
    rmSync(join(cacheDir, id), { recursive: true, force: true });
    db.prepare('DELETE FROM builds WHERE id = ?').run(id);
    db.prepare('DELETE FROM users WHERE id = ?').run(id);
  }
  for (const folder of readdirSync(cacheDir).filter((each) => each.startsWith(`${name}-`))) {
    const [, pid] = /\.(\d+)$/.exec(folder) ?? [];
    if (pid && !isAlive(Number(pid))) rmSync(join(cacheDir, folder), { recursive: true, force: true });
  }
}

/** Whether a build still has its files: an interrupted removal of the folder leaves some of them. */
function hasFiles(dir: string, files: Files): boolean {
  return files.every(([path, size]) => statSync(join(dir, path), { throwIfNoEntry: false })?.size === size);
}

function inTransaction<Result>(run: (db: DatabaseSync) => Result): Result {
  mkdirSync(cacheDir, { recursive: true });
  const db = new DatabaseSync(join(cacheDir, 'builds.db'), { timeout: BUILD_TIMEOUT_MS });
  try {
    db.exec('BEGIN IMMEDIATE');
    db.exec(SCHEMA);
    const result = run(db);
    db.exec('COMMIT');
    return result;
  } finally {
    // Without a commit, this rolls back.
    db.close();
  }
}

/** Reports the progress on standard error, because standard output may be a template. */
function reportBuild(name: string, build: () => void) {
  const startedAt = performance.now();
  process.stderr.write(`Building ${name} …\n`);
  build();
  process.stderr.write(`Built ${name} in ${((performance.now() - startedAt) / 1000).toFixed(1)} s\n`);
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

/** Whether the process exists: signal 0 only checks that. */
function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, extname, join, relative } from 'node:path';

const root = join(import.meta.dirname, '../..');
const pageDir = join(root, 'functions/back-office/page');
const cacheDir = join(root, 'node_modules/.cache/back-office-page');

/** A build that takes longer has died. */
const BUILD_TIMEOUT_MS = 120_000;
const POLL_MS = 100;

/** API Gateway passes bytes on only to callers who ask for their type first: what is served has to be text. */
const TEXT_FILES = ['.html', '.js', '.css', '.svg', '.json', '.txt', '.map'];

/** The page has a file that cannot be served. */
export class NotServable extends Error {
  readonly code = 'not_servable';
}

/**
 * Puts the back office's page beside the function's bundle, as `page/`. It is built by Vite once for each state of its
 * files, and kept.
 */
export function copyBackOfficePage(outputDir: string): void {
  const built = join(cacheDir, pageHash());
  if (!existsSync(built)) buildOnce(built);
  cpSync(built, join(outputDir, 'page'), { recursive: true });
}

/** A digest of all that the page is made of. */
function pageHash(): string {
  const hash = createHash('sha256');
  const files = filesBelow(pageDir).map((file) => join(pageDir, file));
  for (const file of [...files, join(root, 'functions/back-office/contract.ts'), join(root, 'package-lock.json')]) {
    hash
      .update(`${relative(root, file)}\0`)
      .update(readFileSync(file))
      .update('\0');
  }
  return hash.digest('hex').slice(0, 32);
}

function filesBelow(dir: string): string[] {
  const entries = readdirSync(dir, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(dir, join(entry.parentPath, entry.name)))
    .sort();
}

/** One of many processes that start at once builds; the others wait for it, and take over where it dies. */
function buildOnce(built: string) {
  mkdirSync(cacheDir, { recursive: true });
  const claim = `${built}.claim`;
  while (!existsSync(built)) {
    if (isClaimed(claim)) {
      try {
        build(built);
      } finally {
        rmSync(claim, { recursive: true, force: true });
      }
      return;
    }
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, POLL_MS);
  }
}

/** Making a folder is atomic. @returns true where this process has made it */
function isClaimed(claim: string): boolean {
  try {
    mkdirSync(claim);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    const claimedAt = statSync(claim, { throwIfNoEntry: false })?.mtimeMs ?? Date.now();
    if (Date.now() - claimedAt > BUILD_TIMEOUT_MS) rmSync(claim, { recursive: true, force: true });
    return false;
  }
}

function build(built: string) {
  const unfinished = `${built}.${process.pid}`;
  const vite = join(dirname(createRequire(import.meta.url).resolve('vite/package.json')), 'bin/vite.js');
  const args = [
    vite,
    'build',
    '--config',
    join(pageDir, 'vite.config.ts'),
    '--outDir',
    unfinished,
    '--logLevel',
    'warn',
  ];
  // A test runner's own setting would make it a page for developers.
  const env = { ...process.env, NODE_ENV: 'production' };
  execFileSync(process.execPath, args, { cwd: pageDir, env, stdio: ['ignore', 2, 2], timeout: BUILD_TIMEOUT_MS });
  const bytes = filesBelow(unfinished).filter((file) => !TEXT_FILES.includes(extname(file)));
  if (bytes.length > 0) throw new NotServable(`The page has files that are no text: ${bytes.join(', ')}`);
  renameSync(unfinished, built);
}

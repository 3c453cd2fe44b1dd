import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type Browser, chromium } from 'playwright-core';

/**
 * A real browser without an installation: the one inside an npm package where that runs, or else an installed Chrome.
 *
 * @param args of its command line
 * @returns `null` where there is neither
 */
export async function launchBrowser(args: string[] = []): Promise<Browser | null> {
  for (const launch of [launchPackaged, launchInstalled]) {
    const browser = await launch(args).catch(() => null);
    if (browser) return browser;
  }
  return null;
}

async function launchPackaged(args: string[]): Promise<Browser | null> {
  if (process.platform !== 'linux' || process.arch !== 'x64') return null;
  // The package's own arguments are left out: they switch web security off.
  return chromium.launch({ executablePath: await unpacked(), args: ['--no-sandbox', ...args], headless: true });
}

function launchInstalled(args: string[]): Promise<Browser> {
  return chromium.launch({ channel: 'chrome', args, headless: true });
}

/**
 * The packaged browser, unpacked once for each version. It is unpacked aside and then moved, so that test files that
 * run side by side never start a half of it.
 */
async function unpacked(): Promise<string> {
  const { version } = JSON.parse(await readFile('node_modules/@sparticuz/chromium/package.json', 'utf8')) as {
    version: string;
  };
  const directory = join(tmpdir(), `test-browser-${version}`);
  const executable = join(directory, 'chromium');
  if (existsSync(executable)) return executable;
  const aside = await mkdtemp(`${directory}-`);
  await promisify(execFile)(process.execPath, ['test/browser/support/unpack-browser.ts'], {
    env: { ...process.env, TMPDIR: aside },
  });
  await rename(aside, directory).catch(() => rm(aside, { recursive: true }));
  return executable;
}

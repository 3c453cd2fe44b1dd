import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type Browser, chromium } from 'playwright-core';

/**
 * Launches the browser of an npm package where that runs, otherwise an installed Chrome.
 *
 * @param args command-line arguments
 * @returns `null` if there is neither
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
  // The package's own arguments are omitted, because they disable web security.
  return chromium.launch({ executablePath: await unpacked(), args: ['--no-sandbox', ...args], headless: true });
}

function launchInstalled(args: string[]): Promise<Browser> {
  return chromium.launch({ channel: 'chrome', args, headless: true });
}

/**
 * Returns the path of the packaged browser, unpacked once for each version. It is unpacked to a temporary folder and
 * then moved, so that concurrent test files never start an incomplete one.
 */
async function unpacked(): Promise<string> {
  const { version } = JSON.parse(await readFile('node_modules/@sparticuz/chromium/package.json', 'utf8')) as {
    version: string;
  };
  const directory = join(tmpdir(), `test-browser-${version}`);
  const executable = join(directory, 'chromium');
  if (existsSync(executable)) return executable;
  const temporary = await mkdtemp(`${directory}-`);
  await promisify(execFile)(process.execPath, ['test/browser/support/unpack-browser.ts'], {
    env: { ...process.env, TMPDIR: temporary },
  });
  await rename(temporary, directory).catch(() => rm(temporary, { recursive: true }));
  return executable;
}

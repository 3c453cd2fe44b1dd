import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type Browser, type BrowserServer, chromium, type LaunchOptions } from 'playwright-core';

/**
 * Connects to the browser that the run lends to all its files. With arguments, or outside a run, launches another one.
 * Its owner closes the result in either case; that closes the lent browser's pages, not the browser.
 *
 * @param args command-line arguments
 * @returns `null` if there is no browser
 */
export async function launchBrowser(args: string[] = []): Promise<Browser | null> {
  const { TEST_BROWSER_URL } = process.env;
  if (args.length > 0 || !TEST_BROWSER_URL) return firstThatRuns((options) => chromium.launch(options), args);
  const address = await (await fetch(TEST_BROWSER_URL)).text();
  return address ? chromium.connect(address) : null;
}

/** Launches a browser for several processes, which connect to it. */
export function launchServer(): Promise<BrowserServer | null> {
  return firstThatRuns((options) => chromium.launchServer(options), []);
}

/** Launches the browser of an npm package where that runs, otherwise an installed Chrome. */
async function firstThatRuns<Launched>(launch: (options: LaunchOptions) => Promise<Launched>, args: string[]) {
  const packaged = async () => {
    if (process.platform !== 'linux' || process.arch !== 'x64') return null;
    // The package's own arguments are omitted, because they disable web security.
    return launch({ executablePath: await unpacked(), args: ['--no-sandbox', ...args], headless: true });
  };
  const installed = () => launch({ channel: 'chrome', args, headless: true });
  return (await packaged().catch(() => null)) ?? installed().catch(() => null);
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

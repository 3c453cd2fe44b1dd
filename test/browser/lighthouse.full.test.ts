import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { importPackage } from '../corpora/packages.ts';
import { tries } from '../support/form.ts';
import { punctual, startTestRunner, type TestRunner } from '../support/runner.ts';
import type { Browser } from 'playwright-core';
import { launchBrowser } from './support/browser.ts';
import { openWatchedPage } from './support/watched-page.ts';
import { describeInBrowser } from './support/describe-in-browser.ts';
import { enterRunner } from './support/enter-runner.ts';

/**
 * Performance is judged in the long form only, on an otherwise idle machine, since Lighthouse measures times. In the other
 * form, layout shifts are judged, and other tests limit the sizes of what is loaded.
 */
const isPerformanceJudged = tries(0, 1) === 1;
/** Of which one has to be good. */
const ATTEMPTS = 3;

const LEAST = 0.95;
const VIEWS = ['#/overview', '#/domains', '#/keys', '#/domains/shop.example'];

interface Lighthouse {
  navigation: (
    page: Page,
    url: string,
    options: { flags: { disableStorageReset: boolean; skipAudits: string[] } },
  ) => Promise<{
    lhr: {
      runtimeError?: object;
      categories: Record<string, { score: number | null }>;
      audits: Record<string, { score: number | null }>;
    };
  }>;
}

interface Puppeteer {
  connect: (options: { browserURL: string; defaultViewport: null }) => Promise<DevTools>;
}

interface DevTools {
  newPage(): Promise<Page>;
  disconnect(): Promise<void>;
}

interface Page {
  evaluateOnNewDocument<Value>(script: (value: Value) => void, value: Value): Promise<unknown>;
  goto(url: string): Promise<unknown>;
  waitForNetworkIdle(): Promise<void>;
}

const [{ navigation }, { connect }] = await Promise.all([
  importPackage<Lighthouse>('lighthouse'),
  importPackage<Puppeteer>('puppeteer-core'),
]);

/** Lighthouse speaks to the browser on a port of its own. */
const port = await freePort();
const browser = await launchBrowser([`--remote-debugging-port=${port}`]);

describeInBrowser(browser, 'Lighthouse on a phone, of the runner’s back office', (browser) => {
  let runner: TestRunner;
  let devTools: DevTools | undefined;
  beforeAll(async () => {
    runner = await startTestRunner(punctual, ['--offline']);
  });
  afterAll(async () => {
    await devTools?.disconnect();
    await browser.close();
    await runner.close();
  });

  test('gives each category of the sign-in, the overview, the domains, the keys and a domain at least 95', async () => {
    devTools = await connect({ browserURL: `http://127.0.0.1:${port}`, defaultViewport: null });
    const pageUrl = `${runner.url}/back-office/`;
    expect(await lowScores(await devTools.newPage(), pageUrl, '/assets/')).toEqual([]);

    const stored = await signedIn(browser, runner);
    const page = await devTools.newPage();
    await page.evaluateOnNewDocument((entries) => {
      for (const [name, value] of entries) sessionStorage.setItem(name, value);
    }, stored);
    // Operators come again: the files of the page are in the browser then, and their names change with each version.
    await page.goto(`${pageUrl}#/domains/shop.example`);
    await page.waitForNetworkIdle();
    for (const view of VIEWS) {
      // It is the view that is judged, not the sign-in.
      expect([view, await lowScores(page, pageUrl + view, '/back-office/api/')]).toEqual([view, []]);
    }
  }, 900_000);
});

/**
 * @param asked part of an address that the view asks for
 * @returns what is judged and has a score that is too low in the last attempt
 */
async function lowScores(page: Page, url: string, asked: string): Promise<[string, number | null][]> {
  let low: [string, number | null][] = [];
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const result = await navigation(page, url, {
      // The page is not for search engines. What is stored is the sign-in.
      flags: { disableStorageReset: true, skipAudits: ['is-crawlable'] },
    });
    const { runtimeError, categories, audits } = result.lhr;
    expect([url, runtimeError]).toEqual([url, undefined]);
    expect(JSON.stringify(audits['network-requests'])).toContain(asked);
    const judged = { ...categories, 'layout shifts': audits['cumulative-layout-shift']! };
    low = Object.entries(judged)
      .filter(([id]) => id !== 'performance' || isPerformanceJudged)
      .map(([id, { score }]): [string, number | null] => [id, score])
      .filter(([, score]) => (score ?? 0) < LEAST);
    if (low.length === 0) break;
  }
  return low;
}

/** @returns what the page keeps of a sign-in */
async function signedIn(browser: Browser, runner: TestRunner): Promise<[string, string][]> {
  const watched = await openWatchedPage(browser);
  const { page } = watched;
  await enterRunner(page, runner);
  await page.getByRole('heading', { name: 'Overview' }).waitFor();
  const stored = await page.evaluate(() => Object.entries({ ...sessionStorage }));
  await watched.close();
  return stored;
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  return port;
}

import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { navigation } from 'lighthouse';
import { type Browser as DevTools, connect } from 'puppeteer-core';
import { punctual, startTestRunner, type TestRunner } from '../support/runner.ts';
import type { Browser } from 'playwright-core';
import { userOf } from '../support/sign-in.ts';
import { launchBrowser } from './support/browser.ts';
import { openWatchedPage } from './support/watched-page.ts';
import { describeInBrowser } from './support/describe-in-browser.ts';

/** Lighthouse speaks to the browser on a port of its own. */
const port = await freePort();
const browser = await launchBrowser([`--remote-debugging-port=${port}`]);

describeInBrowser(browser, 'Lighthouse on a phone, of the runner’s back office', (browser) => {
  let runner: TestRunner;
  let devTools: DevTools | undefined;
  beforeAll(async () => {
    runner = await startTestRunner(punctual, ['--offline']);
  }, 60_000);
  afterAll(async () => {
    await devTools?.disconnect();
    await browser.close();
    await runner.close();
  });

  test('gives each category of three views at least 95', async () => {
    const stored = await signedIn(browser, runner);
    devTools = await connect({ browserURL: `http://127.0.0.1:${port}`, defaultViewport: null });
    const page = await devTools.newPage();
    await page.evaluateOnNewDocument((entries) => {
      for (const [name, value] of entries) sessionStorage.setItem(name, value);
    }, stored);

    for (const view of ['#/keys', '#/domains', '#/domains/shop.example']) {
      const result = await navigation(page, `${runner.url}/back-office/${view}`, {
        // The page is not for search engines. What is stored is the sign-in.
        flags: { disableStorageReset: true, skipAudits: ['is-crawlable'] },
      });
      const { runtimeError, categories, audits } = result!.lhr;
      expect([view, runtimeError]).toEqual([view, undefined]);
      // It was the view that was judged, not the sign-in.
      expect(JSON.stringify(audits['network-requests'])).toContain('/back-office/api/');
      const low = Object.entries(categories).filter(([, { score }]) => (score ?? 0) < 0.95);
      expect([view, low.map(([id, { score }]) => [id, score])]).toEqual([view, []]);
    }
  }, 240_000);
});

/** @returns what the page keeps of a sign-in */
async function signedIn(browser: Browser, runner: TestRunner): Promise<[string, string][]> {
  const { page, close } = await openWatchedPage(browser);
  const { name, password } = userOf(runner);
  await page.goto(`${runner.url}/back-office/`);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByLabel('Name').fill(name);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('heading', { name: 'Keys' }).waitFor();
  const stored = await page.evaluate(() => Object.entries({ ...sessionStorage }));
  await close();
  return stored;
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  return port;
}

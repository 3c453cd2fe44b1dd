import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { punctual, startTestRunner, type TestRunner } from '../support/runner.ts';
import { onlyHomePage, startSite, type TestSite } from '../support/site.ts';
import { launchBrowser } from './support/browser.ts';
import { describeInBrowser } from './support/describe-in-browser.ts';
import { enterRunner } from './support/enter-runner.ts';
import { eventually } from './support/eventually.ts';
import { openWatchedPage, accessibilityViolations, type WatchedPage } from './support/watched-page.ts';

const browser = await launchBrowser();

describeInBrowser(browser, 'batches of the operator with the runner', (browser) => {
  let site: TestSite;
  let runner: TestRunner;
  let watched: WatchedPage;
  let page: Page;

  beforeAll(async () => {
    site = await startSite(onlyHomePage(() => '<title>Trail shoes</title><h1>Trail shoes</h1>'));
    runner = await startTestRunner({ ...punctual, LOCAL_RESOLVE: `*.mine.test=127.0.0.1:${site.port}` }, ['--offline']);
    watched = await openWatchedPage(browser);
    ({ page } = watched);
    await enterRunner(page, runner, '#/batches');
    await page.getByRole('heading', { name: 'Bulk fetch', level: 1 }).waitFor();
  });
  afterAll(async () => {
    await watched.close();
    await browser.close();
    await Promise.all([runner.close(), site.close()]);
  });

  const row = (name: string) => page.getByRole('row').filter({ hasText: name });
  const settled = (text: string) => page.getByText(text, { exact: true }).waitFor({ timeout: 60_000 });
  async function start(text: string) {
    const file = { name: 'list.csv', mimeType: 'text/csv', buffer: Buffer.from(text) };
    await page.goto(`${runner.url}/back-office/#/batches`);
    await page.locator('input[type=file]').setInputFiles(file);
    await page.getByRole('button', { name: 'Start', exact: true }).click();
    await page.getByRole('heading', { name: /^Bulk fetch of/ }).waitFor();
  }
  const names = (start: string, count: number) =>
    Array.from({ length: count }, (_, each) => `${start}${each}.mine.test`);

  test('a file is processed despite a reload and a lost connection, and is saved as CSV', async () => {
    await start(['Domain,Note', ...names('a', 40), 'nonsense', 'no-such.mine.invalid', 'a0.mine.test'].join(',1\r\n'));
    await page.reload();
    await row('a0.mine.test').first().waitFor();
    await page.context().setOffline(true);
    await page.getByRole('button', { name: 'Update now' }).click();
    await page.getByRole('alert').getByText('The service cannot be reached.').waitFor();
    await page.context().setOffline(false);
    await page.getByRole('button', { name: 'Try again' }).click();
    await settled('43 of 43');
    await row('a39.mine.test').getByText('Trail shoes').waitFor();
    await row('nonsense').getByText('Not a domain', { exact: true }).waitFor();
    await eventually(() => row('a0.mine.test').count(), 2);
    expect(await accessibilityViolations(page)).toEqual([]);
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Save as CSV' }).click(),
    ]);
    const lines = String(await buffer(await file.createReadStream())).split('\r\n');
    expect(lines[0]).toMatch(/^\uFEFFinput,domain,status,error,message,seo_score,page.http_status,page.title,/);
    expect(lines.slice(1, -1)).toHaveLength(43);
    expect(lines[1]).toMatch(/^a0\.mine\.test,a0\.mine\.test,done,,,\d+,200,Trail shoes,/);
    await page.getByRole('link', { name: 'a39.mine.test' }).click();
    await page.getByRole('heading', { name: 'a39.mine.test' }).waitFor();
  });

  test('a list longer than a batch is shown and cancelled as one, with its cached part', async () => {
    const cached = Array.from({ length: 1_000 }, () => 'a1.mine.test');
    await start([...cached, ...names('b', 300)].join('\n'));
    await page.getByText(/^1,\d{3} of 1,300$/).waitFor();
    expect(new URL(page.url()).hash).toMatch(/^#\/batches\/new-[^,]+,[^,]+$/);
    await page.getByRole('button', { name: 'Cancel the bulk fetch' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel what has not begun' }).click();
    await settled('1,300 of 1,300');
    await page.getByRole('searchbox', { name: 'Search domains' }).fill('b299');
    await row('b299.mine.test').getByText('Refused').waitFor();
  });

  test('the page logs no errors and sends requests only to the runner', () => {
    expect(watched.complaints).toEqual([]);
    for (const host of watched.hosts) expect(host).toMatch(/^127\.0\.0\.1:\d+$/);
  });
});

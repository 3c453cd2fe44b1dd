import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { punctual, startTestRunner, type TestRunner } from '../support/runner.ts';
import { userOf } from '../support/sign-in.ts';
import { launchBrowser } from './support/browser.ts';
import { describeInBrowser } from './support/describe-in-browser.ts';
import { enterRunner, fillIn } from './support/enter-runner.ts';
import { openWatchedPage, accessibilityViolations, type WatchedPage } from './support/watched-page.ts';

const browser = await launchBrowser();

describeInBrowser(browser, 'the operator with the runner', (browser) => {
  let runner: TestRunner;
  let watched: WatchedPage;
  let page: Page;

  beforeAll(async () => {
    runner = await startTestRunner(punctual, ['--offline']);
    watched = await openWatchedPage(browser);
    ({ page } = watched);
    await enterRunner(page, runner);
    await page.getByRole('heading', { name: 'Overview' }).waitFor();
  });
  afterAll(async () => {
    await watched.close();
    await browser.close();
    await runner.close();
  });

  const dialog = () => page.getByRole('dialog');
  const row = (name: string) => page.getByRole('row').filter({ hasText: name });
  const query = (key: string) => runner.get('/api/v1/seo/query?domain=shop.example', { key });

  async function choose(key: string, item: string) {
    await page.getByRole('button', { name: `Actions for ${key}` }).click();
    await page.getByRole('menuitem', { name: item, exact: true }).click();
  }

  test('creates a key, sees its usage, and disables it', async () => {
    await page.getByRole('link', { name: 'Keys' }).first().click();
    await page.getByRole('button', { name: 'Create a key' }).click();
    await dialog().getByLabel('Name').fill('Price watch');
    await dialog().getByRole('button', { name: 'Create a key' }).click();
    const key = (await dialog().getByTestId('key-value').textContent())!;
    await dialog().getByRole('button', { name: 'Close' }).last().click();
    for (let call = 0; call < 3; call += 1) expect((await query(key)).status).toBe(200);

    await page.getByRole('link', { name: 'Price watch' }).click();
    await page.getByText('3 of 50,000').waitFor();
    await page.getByText('Show as a table').click();
    await page.getByRole('table', { name: 'Requests by day' }).getByRole('row', { name: /\s3$/ }).waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);

    await page.getByRole('link', { name: 'Keys' }).first().click();
    await choose('Price watch', 'Disable');
    await row('Price watch').filter({ hasText: 'Disabled' }).waitFor();
    const refused = await query(key);
    expect([refused.status, ((await refused.json()) as { error: string }).error]).toEqual([401, 'invalid_api_key']);
  });

  test('refreshes a domain, which adds a snapshot to its history', async () => {
    await page.getByRole('link', { name: 'Domains' }).first().click();
    await page.getByRole('link', { name: 'shop.example' }).click();
    await page.getByRole('tab', { name: 'History' }).click();
    const before = parseInt((await page.getByText(/^\d+ snapshots?$/).textContent())!, 10);
    await page.getByRole('button', { name: 'Refresh data' }).click();
    await page.getByText(`${before + 1} snapshots`).waitFor({ timeout: 40_000 });
    await page.getByRole('button', { name: 'Refresh data', disabled: false }).waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
  });

  test('finds own actions in the journal', async () => {
    await page.getByRole('link', { name: 'Journal' }).click();
    await row('Refreshed a domain').filter({ hasText: 'shop.example' }).getByText('Done').waitFor();
    await row('Created a key')
      .filter({ hasText: userOf(runner).name })
      .waitFor();
    await page.setViewportSize({ width: 1024, height: 768 });
    const lineCountOf = (text: string) =>
      page
        .getByRole('table')
        .getByText(text, { exact: true })
        .first()
        .evaluate((element) => {
          const range = document.createRange();
          range.selectNodeContents(element);
          return new Set([...range.getClientRects()].map(({ top }) => top)).size;
        });
    expect(await lineCountOf('Refreshed a domain')).toBe(1);
    expect(await accessibilityViolations(page)).toEqual([]);
  });

  test('sees the same colours, font and header in the workspace and the API reference, in light and dark mode', async () => {
    const styles = (bar: string, title: string) =>
      page.evaluate(
        ([bar, title]) => {
          const backgroundOf = (element: Element | null): string => {
            const { backgroundColor } = getComputedStyle(element ?? document.documentElement);
            return element && backgroundColor === 'rgba(0, 0, 0, 0)'
              ? backgroundOf(element.parentElement)
              : backgroundColor;
          };
          const header = document.querySelector(bar!)!;
          const heading = document.querySelector(title!)!;
          const { color, fontFamily, fontSize } = getComputedStyle(heading);
          const { height } = header.getBoundingClientRect();
          return { background: backgroundOf(heading), color, fontFamily, fontSize, height, bar: backgroundOf(header) };
        },
        [bar, title],
      );
    const seen = [];
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await page.goto(`${runner.url}/back-office/#/journal`);
      await page.getByRole('heading', { level: 1, name: 'Journal' }).waitFor();
      const workspace = await styles('.top-bar', 'h1');
      await page.goto(`${runner.url}/docs/`);
      await page.locator('.opblock-tag').first().waitFor();
      expect(await styles('.bar', '.info .title')).toEqual(workspace);
      seen.push(workspace.background);
    }
    expect(new Set(seen).size).toBe(2);
    await page.emulateMedia({ colorScheme: null });
    await page.goto(`${runner.url}/back-office/#/journal`);
    await row('Created a key').waitFor();
  });

  test('signs out of the page and the sign-in server', async () => {
    await page.getByRole('button', { name: userOf(runner).name, exact: true }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.waitForURL(`${runner.url}/back-office/**`);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByLabel('Password').waitFor();
  });

  test('a viewer sees the same data without controls to change it', async () => {
    await fillIn(page, runner, 'viewer');
    await page.getByRole('link', { name: 'Keys' }).first().click();
    await row('Price watch').waitFor();
    const actions = page.getByRole('button', {
      name: /^(Create a key|Actions.*|More|Refresh data|Take a snapshot now|Try .*again.*|Retry.*|Drop.*|Start|Crawl.*)$/,
    });
    expect(await actions.count()).toBe(0);
    await page.getByRole('button', { name: 'viewer (read-only)' }).waitFor();
    await page.getByRole('link', { name: 'Domains' }).first().click();
    await page.getByRole('link', { name: 'shop.example' }).click();
    await page.getByRole('tab', { name: 'Site crawl' }).click();
    await page.getByText('No crawl').or(page.getByRole('tabpanel')).first().waitFor();
    expect(await actions.count()).toBe(0);
    for (const view of ['batches', 'queue']) {
      await page.goto(`${runner.url}/back-office/#/${view}`);
      await page
        .getByRole('heading', { level: view === 'queue' ? 1 : 2 })
        .first()
        .waitFor();
      expect(await actions.count()).toBe(0);
    }
    expect(await accessibilityViolations(page)).toEqual([]);
  });

  test('the page logs no errors and sends requests only to the runner', () => {
    expect(watched.complaints).toEqual([]);
    for (const host of watched.hosts) expect(host).toMatch(/^127\.0\.0\.1:\d+$/);
  });
});

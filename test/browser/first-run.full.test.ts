import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Locator, Page } from 'playwright-core';
import type { TopIssues } from '../../functions/back-office/contract.ts';
import { punctual, startTestRunner, type TestRunner } from '../support/runner.ts';
import { signIn, userOf } from '../support/sign-in.ts';
import { launchBrowser } from './support/browser.ts';
import { describeInBrowser } from './support/describe-in-browser.ts';
import { eventually } from './support/eventually.ts';
import { accessibilityViolations, openWatchedPage } from './support/watched-page.ts';

const browser = await launchBrowser();

/** From the first view after sign-in, whose form is sent by Enter. */
const MAX_CLICKS = 3;
/** From the start of the page, past the navigation. */
const MAX_TABS = 40;

describeInBrowser(browser, 'the first run', (browser) => {
  let runner: TestRunner;
  beforeAll(async () => {
    runner = await startTestRunner(punctual, ['--offline']);
  });
  afterAll(async () => {
    await browser.close();
    await runner.close();
  });

  test('leads from an empty installation to the first three issues of a site in at most three clicks', async () => {
    const watched = await openWatchedPage(browser);
    const { page } = watched;
    let clicks = 0;
    const click = async (target: Locator) => {
      await target.click();
      clicks += 1;
    };
    await page.goto(`${runner.url}/back-office/`);
    await enterByKeyboard(page);
    await page.getByRole('textbox', { name: 'Domain' }).and(page.locator(':focus')).waitFor();
    await page.keyboard.type('https://broken.example/about.html');
    await click(page.getByRole('button', { name: 'Add the domain' }));
    await page.getByRole('heading', { name: 'What to fix first' }).waitFor();
    const fixes = () => page.getByRole('region', { name: 'broken.example' }).getByRole('listitem').getByRole('link');
    await eventually(() => fixes().count(), 3);
    expect(await accessibilityViolations(page)).toEqual([]);
    await page.getByRole('link', { name: 'Get an API key' }).waitFor();
    const listed = await fixes().allTextContents();
    const address = await fixes().first().getAttribute('href');
    await click(fixes().first());
    expect(page.url()).toContain(address!);
    expect(clicks).toBeLessThanOrEqual(MAX_CLICKS);
    await page.goto(`${runner.url}/back-office/#/domains/broken.example`);
    const issues = page
      .getByRole('region', { name: /^Issues/ })
      .getByRole('listitem')
      .getByRole('link');
    await issues.nth(2).waitFor();
    expect((await issues.allTextContents()).slice(0, 3)).toEqual(listed);
    expect(await page.getByText('the bulk fetch excluded paid sources').count()).toBe(0);
    await page.goto(`${runner.url}/back-office/#/overview`);
    await page.getByRole('button', { name: 'Load the demo portfolio' }).waitFor();
    await page.goto(`${runner.url}/back-office/#/domains?where=state=followed`);
    await page.getByRole('link', { name: 'broken.example' }).waitFor();
    expect(watched.complaints).toEqual([]);
    await watched.close();
  });

  test('leads by keyboard alone from an empty installation to the first issue', async () => {
    const empty = await startTestRunner(punctual, ['--offline']);
    const watched = await openWatchedPage(browser);
    const { page } = watched;
    await page.goto(`${empty.url}/back-office/`);
    await enterByKeyboard(page, empty);
    await page.getByRole('textbox', { name: 'Domain' }).and(page.locator(':focus')).waitFor();
    await page.keyboard.type('broken.example');
    await page.keyboard.press('Enter');
    const fixes = page.getByRole('region', { name: 'broken.example' }).getByRole('listitem').getByRole('link');
    await eventually(() => fixes.count(), 3);
    const first = fixes.first();
    const address = await first.getAttribute('href');
    // The field is gone: as a reader does, from where the focus is.
    for (let tabs = 0; tabs < MAX_TABS; tabs += 1) {
      if (await first.evaluate((link) => link === document.activeElement)) break;
      await page.keyboard.press('Tab');
    }
    expect(await first.evaluate((link) => link === document.activeElement)).toBe(true);
    await page.keyboard.press('Enter');
    await page.waitForURL((url) => url.href.includes(address!));
    expect(watched.complaints).toEqual([]);
    await watched.close();
    await empty.close();
  });

  async function enterByKeyboard(page: Page, of: TestRunner = runner) {
    await page.getByRole('button', { name: 'Sign in' }).waitFor();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    const { name, password } = userOf(of);
    await page.getByLabel('Name').and(page.locator(':focus')).waitFor();
    await page.keyboard.type(name);
    await page.keyboard.press('Tab');
    await page.keyboard.type(password);
    await page.keyboard.press('Enter');
  }

  if (process.env.UPDATE_SCREENSHOTS === '1') {
    test('takes the screenshots of the README', async () => {
      const watched = await openWatchedPage(browser, { viewport: { width: 1440, height: 900 } });
      const { page } = watched;
      await page.goto(`${runner.url}/back-office/`);
      await page.getByRole('button', { name: 'Sign in' }).click();
      const { name, password } = userOf(runner);
      await page.getByLabel('Name').fill(name);
      await page.getByLabel('Password').fill(password);
      await page.getByRole('button', { name: 'Sign in' }).click();
      await page.getByRole('heading', { name: 'Overview' }).waitFor();
      const { access_token } = await signIn(runner);
      const headers = { Authorization: `Bearer ${access_token}` };
      await fetch(`${runner.url}/back-office/api/demo`, { method: 'POST', headers });
      const crawled = async () => {
        const response = await fetch(`${runner.url}/back-office/api/top-issues`, { headers });
        return ((await response.json()) as { data: TopIssues }).data.sites;
      };
      while ((await crawled()) < 8) await sleep(250);
      for (const view of ['overview', 'domains']) {
        await page.goto(`${runner.url}/back-office/#/${view}`);
        await page.reload();
        await page.getByText('demo-bike-atlas.example').first().waitFor();
        if (view === 'overview') await page.getByText('The page has no meta description').first().waitFor();
        await page.screenshot({ path: `docs/images/workspace-${view}.png` });
      }
      await watched.close();
    });
  }
});

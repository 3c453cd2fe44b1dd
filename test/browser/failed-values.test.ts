import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from '@jest/globals';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { buildBackOfficePage } from '../../infra/constructs/page-bundle.ts';
import { launchBrowser } from './support/browser.ts';
import { describeInBrowser } from './support/describe-in-browser.ts';
import { type PageServer, startPageServer } from './support/page-server.ts';
import { type SignInServer, startSignInServer } from './support/sign-in-server.ts';
import { openWatchedPage, seriousViolations, type WatchedPage } from './support/watched-page.ts';

const browser = await launchBrowser();

describeInBrowser(browser, 'what failed, is old or is not known, in the back office', (browser) => {
  let directory: string;
  let signIn: SignInServer;
  let server: PageServer;
  let watched: WatchedPage;
  let page: Page;

  beforeAll(() => {
    directory = buildBackOfficePage();
  }, 60_000);
  beforeEach(async () => {
    signIn = await startSignInServer();
    server = await startPageServer(directory, signIn);
  });
  afterEach(async () => {
    const { complaints } = watched;
    await watched.close();
    await server.close();
    await signIn.close();
    expect(complaints).toEqual([]);
  });
  afterAll(() => browser.close());

  async function openSignedIn(view: string, options: BrowserContextOptions = {}) {
    watched = await openWatchedPage(browser, { locale: 'en-US', ...options });
    ({ page } = watched);
    await page.goto(server.url + view);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('link', { name: 'Enter as operator' }).click();
    await page.getByRole('heading', { level: 1 }).waitFor();
  }
  const tab = (name: string) => page.getByRole('tab', { name }).click();
  const panel = () => page.getByRole('tabpanel');
  const chart = (name: string) => page.locator(`section[aria-label="${name}"]`);

  test('a chart has a gap and a mark where the site did not show its page, and the table its code', async () => {
    await openSignedIn('#/domains/failing.example');
    await tab('History');
    await panel().getByText('Without the page: 3 snapshots').waitFor();
    const [scores, ranks] = [chart('SEO score'), chart('Tranco rank')];
    expect(await scores.getAttribute('data-points')).toBe('17');
    // A line before and one after the day that failed; a mark for each that failed.
    expect(await scores.locator('svg path[stroke="#688ae8"]').count()).toBe(2);
    expect(await scores.getAttribute('data-failed')).toBe('3');
    expect(await ranks.locator('svg path[stroke="#688ae8"]').count()).toBe(1);
    expect(await ranks.getAttribute('data-failed')).toBe('0');
    await page.getByRole('button', { name: 'The same as a table' }).click();
    const failed = panel().getByRole('row').filter({ hasText: 'Page not shown: HTTP 503 (http_503)' });
    expect(await failed.count()).toBe(3);
    expect(await failed.first().textContent()).not.toContain('86');
    expect(await seriousViolations(page)).toEqual([]);
  });

  test.each(['Asia/Shanghai', 'America/Los_Angeles'])(
    'times and days are of UTC for an operator in %s',
    async (zone) => {
      await openSignedIn('#/domains/failing.example', { timezoneId: zone });
      await page.getByText('All times and days are in UTC.').waitFor();
      await tab('Sources');
      await page
        .getByText(/Nov 10, 2026, 11:30:00\sPM/)
        .first()
        .waitFor();
      const zones = await page.evaluate(() => new Date('2026-11-10T23:30:00Z').getHours());
      expect(zones).not.toBe(23);
    },
  );
});

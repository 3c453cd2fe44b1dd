import { expect, test } from '@jest/globals';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { launchBrowser } from './support/browser.ts';
import { describeInBrowser } from './support/describe-in-browser.ts';
import { eventually } from './support/eventually.ts';
import { operate } from './support/operate.ts';
import { stagePage } from './support/stage-page.ts';
import { accessibilityViolations } from './support/watched-page.ts';

/** Replaces the special spaces of some locales before AM and PM. */
const plain = (text: string | null) => text?.replaceAll(/\s/g, ' ');

const browser = await launchBrowser();

describeInBrowser(browser, 'failed, old and unknown values in the back office', (browser) => {
  const stage = stagePage(browser);
  const operator = operate(stage);
  const { notice } = operator;
  let page: Page;

  async function openSignedIn(view: string, options: BrowserContextOptions = {}) {
    await operator.openSignedIn(view, { locale: 'en-US', ...options });
    ({ page } = operator);
  }
  const tab = (name: string) => page.getByRole('tab', { name }).click();
  const panel = () => page.getByRole('tabpanel');
  /** Returns a value of the overview. */
  const fact = async (label: string) =>
    plain(await panel().locator('dt', { hasText: label }).locator('xpath=following-sibling::dd[1]').textContent());
  const chart = (name: string) => page.getByRole('region', { name, exact: true });

  test('metrics of an earlier fetch are shown with its time and the reason in the overview and in lists', async () => {
    await openSignedIn('#/domains/failing.example');
    const since = 'of Nov 10, 2026, 11:30:00 PM · HTTP 503';
    const marks = page.getByText(since, { exact: true });
    await panel().getByText('Title', { exact: true }).waitFor();
    // The score above the tabs, words, four values of the page, and the keywords.
    await eventually(() => marks.count(), 7);
    // At the audits, and at what the site declares to machines.
    const reason = panel().getByText('Last request: Failed, HTTP 503. These values are of Nov 10, 2026');
    await eventually(() => reason.count(), 2);
    expect(await accessibilityViolations(page)).toEqual([]);
    await tab('Home page audits');
    await panel().getByText('Last request: Failed, HTTP 503.').waitFor();
    await tab('Record');
    await panel().getByText('Last request: Failed, HTTP 503.').first().waitFor();
    await tab('Sources');
    const source = page.getByRole('row').filter({ hasText: 'HTTP 503' });
    expect(plain(await source.textContent())).toContain('Nov 10, 2026, 11:30:00 PMof an earlier fetch');
    await page.goto(`${stage.server.url}#/domains`);
    await page.getByRole('button', { name: 'About: SEO score of failing.example' }).click();
    const explained = page.getByRole('dialog', { name: 'About: SEO score of failing.example' });
    await explained.getByText('This score is from Nov 10, 2026, 11:30:00 PM.').waitFor();
    await explained.getByText('could not fetch the home page: HTTP 503').waitFor();
  });

  test('absent values of a page differ from unknown values', async () => {
    await openSignedIn('#/domains/shop.example');
    await panel().getByText('Description', { exact: true }).waitFor();
    expect(await fact('Description')).toBe('none');
    await panel().getByText('Open PageRank: not known: Open PageRank: Too slow, no answer in time').waitFor();
    const ofVisitors = 'Largest Contentful Paint, Interaction to Next Paint, Cumulative Layout Shift';
    await panel().getByText(`${ofVisitors}: not known: Chrome UX Report: Not configured`).waitFor();
  });

  test('a refresh whose site fails does not report a fetched page', async () => {
    await openSignedIn('#/domains/failing.example');
    await page.getByRole('button', { name: 'Refresh data' }).click();
    await notice(
      'failing.example is fetched, but the site did not show its page (HTTP 503): the values of Nov 10, 2026, 11:30:00 PM stay.',
    ).waitFor();
    expect(await page.getByText('failing.example is fetched.').count()).toBe(0);
    await tab('History');
    await panel().getByText('4 snapshots without the page').waitFor();
  });

  test('a refresh of a domain that does not exist reports an error', async () => {
    await openSignedIn('#/domains/missing.example');
    await page.getByRole('button', { name: 'Refresh data' }).click();
    await notice('There is no domain with the name missing.example.').waitFor();
    await notice('Trying again would not help.').waitFor();
  });

  test('a chart has a gap and a mark for a failed page, and its table the code', async () => {
    await openSignedIn('#/domains/failing.example?tab=history');
    await panel().getByText('3 snapshots without the page').waitFor();
    await chart('SEO score')
      .getByRole('img', { name: /^SEO score: 17 values, .*; page not shown 3 times$/ })
      .waitFor();
    await chart('Tranco rank')
      .getByRole('img', { name: /^Tranco rank: 20 values, [^;]*$/ })
      .waitFor();
    await chart('SEO score').getByText('Show as a table').click();
    const values = chart('SEO score').getByRole('row').filter({ hasText: 'Page not shown: HTTP 503' });
    await values.nth(2).waitFor();
    expect(await values.getByRole('cell').first().textContent()).toBe('–');
    // One line before and one after the failed days.
    await eventually(() => chart('SEO score').getByRole('img').locator('path').count(), 2);
    await eventually(() => chart('Tranco rank').getByRole('img').locator('path').count(), 1);
    await page.getByRole('button', { name: 'Show as a table' }).click();
    const failed = page.getByRole('table', { name: 'All snapshots' }).getByRole('row').filter({ hasText: 'HTTP 503' });
    await failed.nth(2).waitFor();
    await eventually(() => failed.count(), 3);
    expect(await failed.first().textContent()).not.toContain('86');
    expect(page.url()).toContain('table=on');
    expect(await accessibilityViolations(page)).toEqual([]);
    await page.reload();
    await failed.nth(2).waitFor();
  });

  test.each([
    ['America/New_York', '10 Nov 2026, 18:30:00'],
    ['Asia/Shanghai', '11 Nov 2026, 07:30:00'],
  ])(
    'an operator in %s who selects the local time zone sees all times in it, also after a reload',
    async (zone, fetched) => {
      await openSignedIn('#/domains/failing.example', { locale: 'en-GB', timezoneId: zone });
      await page.getByRole('button', { name: 'operator' }).click();
      await page.getByRole('menuitemradio', { name: `This browser’s: ${zone}` }).click();
      await page.getByText(`Times are in ${zone}; days are counted in UTC.`).waitFor();
      await tab('Sources');
      await page.getByText(fetched).first().waitFor();
      await page.reload();
      await page.getByText(`Times are in ${zone}; days are counted in UTC.`).waitFor();
      await tab('History');
      await chart('SEO score').getByText('Show as a table').click();
      const taken = panel()
        .getByRole('table', { name: /^SEO score/ })
        .getByRole('rowheader');
      const [year, ...others] = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: zone })
        .format(Date.now() - 4_212_000)
        .split(' ')
        .toReversed();
      await taken
        .filter({ hasText: [...others.toReversed(), year].join(' ') })
        .last()
        .waitFor();
    },
  );
});

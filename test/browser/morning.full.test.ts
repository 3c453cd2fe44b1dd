import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Locator, Page } from 'playwright-core';
import type { Domains } from '../../functions/back-office/contract.ts';
import { punctual, startTestRunner, type TestRunner } from '../support/runner.ts';
import { type DayOfPast, seedHistory } from '../support/seed-history.ts';
import { signIn, userOf } from '../support/sign-in.ts';
import { launchBrowser } from './support/browser.ts';
import { describeInBrowser } from './support/describe-in-browser.ts';
import { type Hands, keyboard, mouse } from './support/hands.ts';
import { openWatchedPage, type WatchedPage } from './support/watched-page.ts';

const browser = await launchBrowser();

/** Names of buttons that change shared data. */
const ACTIONS =
  /^(?:Refresh data|Take a snapshot|Actions|More$|Crawl the site|Query the engines|Create a key|Retry|Drop|Add domains)/;

const OWN = 'faulty.example';
/** Earlier values: a higher score and another title. */
const HISTORY = [63, 56, 49, 42, 35, 28, 21, 14, 7].map((daysAgo): DayOfPast => [
  daysAgo,
  { seo_score: 99, tranco_rank: 1_000_000 - daysAgo * 1_000, title: 'The shop as it was', word_count: 400 },
]);

describeInBrowser(browser, 'the daily check of domains', (browser) => {
  let runner: TestRunner;
  let watched: WatchedPage | undefined;

  beforeAll(async () => {
    const first = await startTestRunner(punctual, ['--offline']);
    for (const domain of ['shop.example', 'blog.example', 'faulty.example']) {
      expect((await first.get(`/api/v1/seo/query?domain=${domain}`)).status).toBe(200);
    }
    await untilListed(first);
    await first.stop();
    await seedHistory(first.dataDir, OWN, HISTORY);
    runner = await startTestRunner({ ...punctual, LOCAL_DATA_DIR: first.dataDir }, ['--offline']);
  });
  afterEach(() => watched?.close());
  afterAll(async () => {
    await browser.close();
    await runner.close();
  });

  test.each([
    ['the mouse', mouse],
    ['the keyboard alone', keyboard],
  ])('leads from changes to their reasons, pages, keywords, a comparison and a file by %s', async (name, handsOf) => {
    watched = await openWatchedPage(browser, { acceptDownloads: true });
    const { page } = watched;
    const hands = handsOf(page);
    await enter(page, hands);
    await openGreatestChange(page, hands);
    await listPages(page, hands, name === 'the mouse' ? 'Crawl the site' : 'Crawl the site again');
    await findKeywords(page, hands, `Spring, by ${name}`);
    await compare(page, hands);
    await saveDomains(page, hands);
    expect(watched.complaints).toEqual([]);
  });

  test('a viewer has no controls that change shared data, and has own lists of keywords', async () => {
    watched = await openWatchedPage(browser, { acceptDownloads: true });
    const { page } = watched;
    const hands = mouse(page);
    await enter(page, hands, 'viewer');
    await openGreatestChange(page, hands);
    await findKeywords(page, hands, 'Of a viewer');
    await compare(page, hands);
    await saveDomains(page, hands);
    const views = [
      'domains',
      `domains/${OWN}`,
      `domains/${OWN}?tab=site`,
      'keywords?q=camping',
      'long-tail?keyword=camping',
    ];
    for (const view of [...views, 'keys', 'queue']) {
      await page.goto(`${runner.url}/back-office/#/${view}`);
      await page.getByRole('heading', { level: 1 }).waitFor();
      await page.waitForLoadState('networkidle');
      expect([view, await page.getByRole('button', { name: ACTIONS }).allTextContents()]).toEqual([view, []]);
    }
  });

  async function enter(page: Page, { press, write }: Hands, role?: 'viewer') {
    await page.goto(`${runner.url}/back-office/`);
    const { name, password } = userOf(runner, role);
    await press(page.getByRole('button', { name: 'Sign in' }));
    await write(page.getByLabel('Name'), name);
    await write(page.getByLabel('Password'), password);
    await press(page.getByRole('button', { name: 'Sign in' }));
    await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
  }

  /** Opens the greatest change of the week and its reasons: another title and failed audits. */
  async function openGreatestChange(page: Page, { press }: Hands) {
    const moved = page.getByRole('region', { name: 'Greatest changes' });
    await press(moved.getByRole('link', { name: OWN }));
    await page.getByRole('definition').filter({ hasText: 'worse' }).first().waitFor();
    const issues = page.getByRole('region', { name: 'Issues', exact: true }).getByRole('listitem');
    await press(issues.filter({ hasText: 'Home page audits' }).getByRole('link').first());
    await page.getByRole('tab', { name: 'Home page audits', selected: true }).waitFor();
    await press(page.getByRole('tab', { name: 'History' }));
    const changes = page.getByRole('table', { name: 'What changed' });
    await changes.getByRole('row').filter({ hasText: 'The shop as it was' }).waitFor();
    await press(changes.getByRole('button', { name: /^Show in the chart: SEO score/ }));
    await page.getByRole('button', { name: 'Remove SEO score' }).waitFor();
    await press(page.getByRole('button', { name: 'The whole range' }));
  }

  /** Crawls the site, and lists the pages with an issue. */
  async function listPages(page: Page, { press, write }: Hands, start: string) {
    await press(page.getByRole('tab', { name: 'Site crawl' }));
    await press(page.getByRole('button', { name: 'Settings' }));
    await write(page.getByRole('textbox', { name: 'Page limit' }), '4');
    await press(page.getByRole('dialog').getByRole('button', { name: start, exact: true }));
    await page.getByRole('button', { name: 'Stop the crawl' }).waitFor();
    await page.getByRole('button', { name: 'Crawl the site again' }).waitFor({ timeout: 60_000 });
    await press(page.getByRole('region', { name: 'Fix first' }).getByRole('link').first());
    await page.getByRole('region', { name: 'Occurrences' }).getByRole('link').first().waitFor();
    await press(page.getByRole('link', { name: /^List the pages/ }));
    const list = page.getByRole('table', { name: 'Pages' });
    await list.getByRole('link').first().waitFor();
    expect((await saved(page, page.getByRole('button', { name: 'Save as CSV' }), press))[0]).toContain('url');
  }

  /** Searches keywords, opens a long tail, and adds a keyword of it to a list. */
  async function findKeywords(page: Page, { press, write }: Hands, list: string) {
    await press(section(page, 'Keywords'));
    await write(page.getByLabel('Search terms'), 'camping');
    await press(page.locator('#content').getByRole('button', { name: 'Search', exact: true }));
    const found = page.getByRole('table', { name: 'Keywords' });
    await press(found.getByRole('link').first());
    await page.getByRole('heading', { name: /^Long tail of/ }).waitFor();
    await press(page.getByRole('navigation', { name: 'Groups' }).getByRole('link').nth(1));
    const chosen = page.getByRole('checkbox', { name: /^Select / }).nth(1);
    await press(chosen);
    await press(page.getByRole('button', { name: 'Add to a list' }));
    const dialog = page.getByRole('dialog');
    const name = dialog.getByLabel('Name', { exact: true });
    await dialog.getByRole('button', { name: /(?:A new list|Spring)/ }).waitFor();
    if (!(await name.isVisible())) await chooseLast(page, dialog.getByLabel('List', { exact: true }), press);
    await write(name, list);
    await press(dialog.getByRole('button', { name: 'Add to a list' }));
    await dialog.waitFor({ state: 'detached' });
    const tabs = page.getByRole('navigation', { name: 'Keyword research' });
    await press(tabs.getByRole('link', { name: 'Search' }));
    await found.getByRole('link').first().waitFor();
    await press(tabs.getByRole('link', { name: 'My lists' }));
    await press(page.getByRole('link', { name: list }));
    await page.getByRole('heading', { name: list }).waitFor();
  }

  async function compare(page: Page, { press, write }: Hands) {
    await press(section(page, 'Compare'));
    await write(page.getByLabel('Another domain'), 'shop.example faulty.example blog.example');
    await press(page.getByRole('button', { name: 'Add', exact: true }));
    await page.getByRole('columnheader', { name: OWN }).first().waitFor();
    await page.getByText('best').first().waitFor();
  }

  /** Saves two selected domains as CSV. */
  async function saveDomains(page: Page, { press }: Hands) {
    await press(section(page, 'Domains'));
    for (const domain of ['blog.example', 'shop.example']) {
      await press(page.getByRole('checkbox', { name: `Select ${domain}` }));
    }
    const save = page.getByRole('region', { name: 'Selected domains' }).getByRole('button', { name: 'Save as CSV' });
    const [header, ...rows] = await saved(page, save, press);
    expect(header).toContain('seo_score');
    expect(rows.map((line) => line.split(',')[0])).toEqual(['blog.example', 'shop.example']);
  }
});

/** Waits until the domains are in the list; their rows are stored after their records. */
async function untilListed(runner: TestRunner): Promise<void> {
  const { access_token } = await signIn(runner);
  const url = `${runner.url}/back-office/api/domains`;
  for (let attempt = 0; attempt < 100; attempt += 1) {
    const response = await fetch(url, { headers: { Authorization: `Bearer ${access_token}` } });
    const { domains } = ((await response.json()) as { data: Domains }).data;
    if (domains.length === 3 && domains.every(({ past, updated_at }) => past !== null && updated_at !== null)) return;
    await sleep(100);
  }
  throw new Error('The domains were not listed in time');
}

const section = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Sections' }).getByRole('link', { name, exact: true });

/** Selects the last option of a field: the new list. */
async function chooseLast(page: Page, field: Locator, press: Hands['press']) {
  await press(field);
  await page.getByRole('option').last().waitFor();
  await page.keyboard.press('End');
  await page.keyboard.press('Enter');
}

async function saved(page: Page, button: Locator, press: Hands['press']): Promise<string[]> {
  const download = page.waitForEvent('download');
  await press(button);
  return String(await buffer(await (await download).createReadStream()))
    .trimEnd()
    .split('\r\n');
}

import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { join } from 'node:path';
import type { NewReportLink, Report } from '../../functions/back-office/contract.ts';
import { createSdkDynamoDB } from '../../functions/core/platform/dynamodb/sdk-client.ts';
import { DAY_MS } from '../../functions/core/platform/time/day.ts';
import { catalogue } from '../../functions/core/site-reports/issues/catalogue.computed.ts';
import { createReportLinks } from '../../functions/core/site-reports/report-links.ts';
import { startTables } from '../../infra/local/aws/dynamodb.ts';
import { localCredentials, localRegion } from '../../infra/local/credentials.ts';
import { crawlSite } from '../support/site-crawl.ts';
import { punctual, startTestRunner, type TestRunner } from '../support/runner.ts';
import { callBackOffice, signIn } from '../support/sign-in.ts';
import { synthesizeStack } from '../support/stack.ts';
import { launchBrowser } from './support/browser.ts';
import { describeInBrowser } from './support/describe-in-browser.ts';
import { enterRunner } from './support/enter-runner.ts';
import { eventually } from './support/eventually.ts';
import { accessibilityViolations, openWatchedPage } from './support/watched-page.ts';

const browser = await launchBrowser();
const DOMAIN = 'faulty.example';
const ISSUER = { REPORT_ISSUER: 'Northlight Consulting', REPORT_LOGO: 'functions/back-office/page/src/icon.svg' };
/** Height of the content of an A4 page in `report.css`, and its width, in CSS pixels of 1/96 inch. */
const PAPER = { width: Math.floor(((210 - 2 * 14) / 25.4) * 96), height: Math.floor(((297 - 12 - 16) / 25.4) * 96) };
const NO_REPORT = 'This link to a report is incomplete, has expired or was revoked.';

describeInBrowser(browser, 'a link to the report of a domain', (browser) => {
  let runner: TestRunner;
  let token: string;
  beforeAll(async () => {
    runner = await startTestRunner({ ...punctual, ...ISSUER }, ['--offline']);
    token = (await signIn(runner)).access_token;
    await runner.get(`/api/v1/seo/query?domain=${DOMAIN}`);
  });
  afterAll(async () => {
    await browser.close();
    await runner.close();
  });

  const call = async <Data>(method: string, path: string, body?: object) => {
    const response = await callBackOffice(runner, `domains/${DOMAIN}/reports${path}`, { token, method, body });
    return { status: response.status, body: (await response.json()) as { data: Data; error?: string } };
  };
  const readReport = (secret: string, domain = DOMAIN) =>
    fetch(`${runner.url}/back-office/reports/${domain}`, { headers: { Authorization: `Bearer ${secret}` } });

  const linkOf = async (): Promise<{ address: string; secret: string }> => {
    const secret = (await call<NewReportLink>('POST', '', { days: 30 })).body.data.token;
    return { address: `${runner.url}/back-office/#/report/${DOMAIN}/${secret}`, secret };
  };
  const reportOf = async (secret: string) => ((await (await readReport(secret)).json()) as { data: Report }).data;
  /** Crawls the whole site once more. */
  const crawlAgain = async () => {
    await callBackOffice(runner, `domains/${DOMAIN}/site`, { token, method: 'POST', body: { refresh: true } });
    await crawlSite(runner, DOMAIN);
  };

  test('is readable without sign-in until it is revoked, which is asked for confirmation', async () => {
    const watched = await openWatchedPage(browser);
    const { page } = watched;
    await enterRunner(page, runner, `#/domains/${DOMAIN}`);
    await page.getByRole('button', { name: 'More' }).click();
    await page.getByRole('menuitem', { name: 'Share the report' }).click();
    await page.getByRole('button', { name: 'Create a link' }).click();
    const link = (await page.getByTestId('report-link').textContent())!;
    await page.getByText('This address works on this computer alone.').waitFor();
    // The main action is the only one that looks like it.
    const main = page.getByRole('dialog').locator('.ui-button--primary, .ui-button--danger');
    expect(await main.allTextContents()).toEqual(['Copy the link']);

    const reader = await openWatchedPage(browser, { viewport: { width: 390, height: 844 } });
    await reader.page.goto(link);
    await reader.page.getByRole('heading', { level: 1, name: DOMAIN }).waitFor();
    await reader.page.getByRole('region', { name: 'Home page' }).waitFor();
    expect(await reader.page.getByRole('button', { name: 'Sign in' }).count()).toBe(0);
    expect(await accessibilityViolations(reader.page)).toEqual([]);
    expect(reader.complaints).toEqual([]);

    await page.getByRole('button', { name: 'Create another link' }).click();
    const revoke = page.getByRole('button', { name: 'Revoke' });
    await revoke.nth(1).waitFor();
    const second = (await page.getByTestId('report-link').textContent())!;
    expect(second).not.toBe(link);
    const question = page.getByRole('dialog', { name: 'Revoke this link?' });
    await revoke.last().click();
    expect(await accessibilityViolations(page)).toEqual([]);
    await question.getByRole('button', { name: 'Cancel' }).click();
    await question.waitFor({ state: 'detached' });
    expect((await readReport(link.split('/').at(-1)!)).status).toBe(200);
    await revoke.last().click();
    await question.getByRole('button', { name: 'Revoke' }).click();
    await revoke.nth(1).waitFor({ state: 'detached' });
    await eventually(() => page.getByTestId('report-link').allTextContents(), [second]);
    await revoke.click();
    await question.getByRole('button', { name: 'Revoke' }).click();
    await page.getByText('There are no valid links.').waitFor();
    expect(await page.getByTestId('report-link').count()).toBe(0);
    await reader.page.reload();
    await reader.page.getByText(NO_REPORT).waitFor();
    expect(await reader.page.getByText(DOMAIN).count()).toBe(0);
    await reader.close();
    await watched.close();
  });

  test('opens in a tab of the workspace too', async () => {
    const { address } = await linkOf();
    const watched = await openWatchedPage(browser);
    await enterRunner(watched.page, runner, '#/overview');
    await watched.page.goto(address);
    await watched.page.getByRole('heading', { level: 1, name: DOMAIN }).waitFor();
    await watched.page.getByRole('button', { name: 'Print or save as PDF' }).waitFor();
    await watched.close();
  });

  test('returns only the audit of its domain, with noindex', async () => {
    const created = await call<NewReportLink>('POST', '', { days: 30 });
    expect(created.status).toBe(201);
    const secret = created.body.data.token;
    const response = await readReport(secret);
    expect(response.headers.get('X-Robots-Tag')).toBe('noindex');
    expect(response.headers.get('Cache-Control')).toBe('no-store');
    const { data } = (await response.json()) as { data: Report };
    expect(data).toMatchObject({
      domain: DOMAIN,
      site: null,
      page: { sources: [{ id: 'site' }] },
      issuer: { name: ISSUER.REPORT_ISSUER, logo: 'report-logo.svg' },
      scores: [{ date: data.page!.updated_at.slice(0, 10), seo_score: data.page!.seo_score }],
    });
    expect(Object.keys(data.page!).sort()).toEqual(['audit', 'issues', 'seo_score', 'sources', 'updated_at']);
    expect((await readReport(secret, 'shop.example')).status).toBe(404);
    expect((await readReport('x'.repeat(32))).status).toBe(404);
    expect((await readReport(secret, 'x'.repeat(3_000))).status).toBe(404);
    expect((await fetch(`${runner.url}/back-office/reports/${DOMAIN}`)).status).toBe(404);
    const { body } = await call<object>('GET', '');
    expect(JSON.stringify(body)).not.toContain(secret);
  });

  test('begins with the values, the first fixes, the progress and the issuer, and prints all issues', async () => {
    await crawlSite(runner, DOMAIN, { pages: 500 });
    const { address, secret } = await linkOf();
    const reader = await openWatchedPage(browser);
    const { page } = reader;
    const region = (name: string) => page.getByRole('region', { name, exact: true });
    await page.goto(address);
    const { site } = await reportOf(secret);
    const issues = site!.issues!;
    await page.getByRole('img', { name: `Site health: ${site!.health}%` }).waitFor();
    await region('Progress since the last crawl').getByText('This is the first crawl of the site.').waitFor();
    await region('Trend').getByText('there is one complete crawl so far').waitFor();
    expect(await region('Trend').getByRole('img').count()).toBe(0);
    expect(await page.getByRole('banner').textContent()).toContain(ISSUER.REPORT_ISSUER);
    const logo = page.getByRole('banner').locator('img');
    expect(await logo.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);

    await crawlAgain();
    await page.reload();
    const progress = region('Progress since the last crawl');
    await progress.getByText(/no occurrences of issues were fixed, none are new, and \d+ persist\./).waitFor();
    await region('Trend').getByRole('img', { name: 'Site health over time' }).waitFor();
    expect(await region('Fix these first').getByRole('heading', { level: 3 }).allTextContents()).toEqual(
      issues.slice(0, 3).map(({ title, count }) => `${title} on ${count} of ${site!.pages!.total} pages`),
    );
    for (const [severity, name] of Object.entries({ error: 'Errors', warning: 'Warnings', notice: 'Notices' })) {
      const titles = issues.filter((issue) => issue.severity === severity).map(({ title }) => title);
      const rows = await region(name).getByRole('rowheader').allTextContents();
      expect(rows.map((text, index) => text.startsWith(titles[index]!))).toEqual(titles.map(() => true));
    }
    expect(await accessibilityViolations(page)).toEqual([]);
    await reader.close();
  });

  test('of a site of which no page was read states that its issues are not known', async () => {
    // It requires a login.
    const closed = 'preview.example';
    await crawlSite(runner, closed, { pages: 5 });
    const created = await callBackOffice(runner, `domains/${closed}/reports`, {
      ...{ token, method: 'POST', body: { days: 30 } },
    });
    const { data } = (await created.json()) as { data: NewReportLink };
    const reader = await openWatchedPage(browser);
    const { page } = reader;
    await page.goto(`${runner.url}/back-office/#/report/${closed}/${data.token}`);
    await page.getByText('No page could be read or reported, so no issues are known').waitFor();
    expect(await page.getByText('The crawl found no issues.').count()).toBe(0);
    expect(await page.getByText(/No errors, no warnings/).count()).toBe(0);
    await reader.close();
  });

  test('contains nothing about who crawled the site', async () => {
    const { secret } = await linkOf();
    const report = await reportOf(secret);
    expect(Object.keys(report.site!).sort()).toEqual(
      ['complete', 'crawl_id', 'finished_at', 'health', 'history', 'issues', 'pages', 'progress'].concat(
        ...['site_score', 'stop_reason'],
      ),
    );
    expect(JSON.stringify(report)).not.toMatch(/"(?:owner|created_by|started_by|cost\w*|last_crawl)"/);
  });

  test.each([
    ['en-GB', 'Page 1 of 2'],
    ['zh-CN', '第 1 页，共 2 页'],
  ])('has the longest contents on one printed page in %s', async (locale, number) => {
    const { address } = await linkOf();
    const reader = await openWatchedPage(browser, { locale, viewport: { width: PAPER.width, height: 900 } });
    const { page } = reader;
    await page.route('**/back-office/reports/*', async (route) => {
      const response = await route.fetch();
      const json = (await response.json()) as { data: Report };
      const length = ({ title, impact, how_to_fix }: (typeof catalogue.items)[number]) =>
        title.length + impact.length + how_to_fix.length;
      const longest = catalogue.items.toSorted((one, other) => length(other) - length(one));
      const error = { code: 'http_503', message: 'HTTP 503', retryable: true };
      const fetched_at = '2026-01-05T12:00:00.000Z';
      Object.assign(json.data.page!.sources[0]!, { status: 'error', error, from_cache: true, fetched_at });
      const site = json.data.site!;
      site.issues = longest.map((issue, index) => ({ ...site.issues![0]!, ...issue, count: 1_000 + index }));
      const counted = longest.map(({ id, severity, title }) => ({ id, severity, title, count: 100 }));
      const counts = { error: 1_000, warning: 1_000, notice: 1_000 };
      site.progress = {
        ...{ state: 'compared', crawl_id: site.history![0]!.crawl_id, since: site.history![0]!.finished_at },
        counts: { new: counts, fixed: counts, persisting: counts, not_compared: 3_000 },
        ...{ new: counted, fixed: counted },
      };
      await route.fulfill({ response, json });
    });
    await page.goto(address);
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
    await page.getByRole('table').first().waitFor();
    const first = (await page.locator('.report__first-page').boundingBox())!;
    expect(first.y + first.height).toBeLessThanOrEqual(PAPER.height);
    const chart = (await page.locator('.ui-chart svg').first().boundingBox())!;
    expect(chart.x + chart.width).toBeLessThanOrEqual(first.x + first.width);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(PAPER.width);
    // On paper it is light.
    expect(
      await page
        .locator('.ui-card')
        .first()
        .evaluate((card) => getComputedStyle(card).backgroundColor),
    ).toBe('rgb(255, 255, 255)');
    const numbers = await page.evaluate(() =>
      getComputedStyle(document.documentElement).getPropertyValue('--printed-numbers'),
    );
    const shown = numbers.replaceAll(/"|\b ?counter\(\w+\) ?/g, (part) => (part === '"' ? '' : part));
    expect(shown.replace('counter(page)', '1').replace('counter(pages)', '2').replaceAll(/\s+/g, '')).toBe(
      number.replaceAll(/\s+/g, ''),
    );
    expect(await page.title()).toMatch(/^faulty\.example SEO \S+ \d{4}-\d\d-\d\d$/);
    await reader.close();
  });

  test.each([
    [{ state: 'no_base' }, 'Not compared: no earlier complete crawl of the site is stored.'],
    [{ state: 'incomplete' }, 'Not compared: this crawl does not have all pages of the site (Page limit reached).'],
    [{ state: 'too_large', since: '2026-01-05T12:00:00.000Z' }, 'Not compared: the crawls have too many occurrences'],
  ] as const)('states that a site was not compared: %j', async (progress, text) => {
    const { address } = await linkOf();
    const reader = await openWatchedPage(browser);
    await reader.page.route('**/back-office/reports/*', async (route) => {
      const response = await route.fetch();
      const json = (await response.json()) as { data: Report };
      Object.assign(json.data.site!, { progress, complete: false, stop_reason: 'page_limit' });
      await route.fulfill({ response, json });
    });
    await reader.page.goto(address);
    await reader.page.getByRole('region', { name: 'Progress since the last crawl' }).getByText(text).waitFor();
    await reader.page.getByText('Not all pages of the site: Page limit reached.').waitFor();
    expect(await reader.page.getByText(/since the crawl of/).count()).toBe(0);
    await reader.close();
  });

  test('shows the time of an earlier score, and why there is no newer one', async () => {
    const { body } = await call<NewReportLink>('POST', '', { days: 30 });
    const reader = await openWatchedPage(browser);
    const { page } = reader;
    await page.route('**/back-office/reports/*', async (route) => {
      const response = await route.fetch();
      const json = (await response.json()) as { data: Report };
      const error = { code: 'http_503', message: 'HTTP 503', retryable: true };
      const old = { status: 'error', error, from_cache: true, fetched_at: '2026-01-05T12:00:00.000Z' } as const;
      Object.assign(json.data.page!.sources[0]!, old);
      await route.fulfill({ response, json });
    });
    await page.goto(`${runner.url}/back-office/#/report/${DOMAIN}/${body.data.token}`);
    await page.getByText('As of 5 Jan 2026').waitFor();
    await page.getByText(/^The home page could not be read on .*: HTTP 503$/).waitFor();
    await page.getByText(/^of 5 Jan 2026.* · HTTP 503$/).waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    await reader.close();
  });

  test.each([0, 366, 1.5, '7', null])('of %p days is rejected', async (days) => {
    const { status, body } = await call('POST', '', { days });
    expect([status, body.error]).toEqual([422, 'invalid_parameter']);
  });

  test('is deleted with its domain', async () => {
    const { body } = await call<NewReportLink>('POST', '', { days: 30 });
    await callBackOffice(runner, `domains/${DOMAIN}`, { token, method: 'DELETE' });
    expect((await readReport(body.data.token)).status).toBe(404);
  });

  test('is invalid after its expiry', async () => {
    const { Resources } = synthesizeStack().template.toJSON() as { Resources: object };
    const name = Object.keys(Resources).find((id) => id.startsWith('TablesSiteCrawls'))!;
    await runner.stop();
    const { endpoint, close } = await startTables([{ name, partitionKey: 'domain', sortKey: 'part' }], {
      dataDir: join(runner.dataDir, 'dynamodb'),
    });
    const client = new DynamoDBClient({ endpoint, region: localRegion, credentials: localCredentials });
    const lastWeek = createReportLinks(createSdkDynamoDB(client), name, () => Date.now() - 8 * DAY_MS);
    const [expired, valid] = [
      await lastWeek.create(DOMAIN, { days: 7, createdBy: 'operator' }),
      await lastWeek.create(DOMAIN, { days: 30, createdBy: 'operator' }),
    ];
    client.destroy();
    await close();
    runner = await startTestRunner({ ...punctual, LOCAL_DATA_DIR: runner.dataDir }, ['--offline']);
    expect((await readReport(expired.token)).status).toBe(404);
    expect((await readReport(valid.token)).status).toBe(200);
    const reader = await openWatchedPage(browser);
    await reader.page.goto(`${runner.url}/back-office/#/report/${DOMAIN}/${expired.token}`);
    await reader.page.getByText(NO_REPORT).waitFor();
    await reader.close();
  });
});

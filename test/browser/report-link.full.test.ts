import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { join } from 'node:path';
import type { NewReportLink, Report } from '../../functions/back-office/contract.ts';
import { createSdkDynamoDB } from '../../functions/core/platform/dynamodb/sdk-client.ts';
import { DAY_MS } from '../../functions/core/platform/time/day.ts';
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
const NO_REPORT = 'This link to a report is incomplete, has expired or was revoked.';

describeInBrowser(browser, 'a link to the report of a domain', (browser) => {
  let runner: TestRunner;
  let token: string;
  beforeAll(async () => {
    runner = await startTestRunner(punctual, ['--offline']);
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

  test('is readable without sign-in until it is revoked', async () => {
    const watched = await openWatchedPage(browser);
    const { page } = watched;
    await enterRunner(page, runner, `#/domains/${DOMAIN}`);
    await page.getByRole('button', { name: 'More' }).click();
    await page.getByRole('menuitem', { name: 'Share the report' }).click();
    await page.getByRole('button', { name: 'Create a link' }).click();
    const link = (await page.getByTestId('report-link').textContent())!;
    await page.getByText('This address works on this computer alone.').waitFor();

    const reader = await openWatchedPage(browser, { viewport: { width: 390, height: 844 } });
    await reader.page.goto(link);
    await reader.page.getByRole('heading', { level: 1, name: DOMAIN }).waitFor();
    await reader.page.getByRole('region', { name: 'Home page' }).waitFor();
    expect(await reader.page.getByRole('button', { name: 'Sign in' }).count()).toBe(0);
    expect(await accessibilityViolations(reader.page)).toEqual([]);
    expect(reader.complaints).toEqual([]);

    await page.getByRole('button', { name: 'Create a link' }).click();
    const revoke = page.getByRole('button', { name: 'Revoke' });
    await revoke.nth(1).waitFor();
    const second = (await page.getByTestId('report-link').textContent())!;
    expect(second).not.toBe(link);
    await revoke.last().click();
    await revoke.nth(1).waitFor({ state: 'detached' });
    await eventually(() => page.getByTestId('report-link').allTextContents(), [second]);
    await revoke.click();
    await page.getByText('There are no valid links.').waitFor();
    expect(await page.getByTestId('report-link').count()).toBe(0);
    await reader.page.reload();
    await reader.page.getByText(NO_REPORT).waitFor();
    expect(await reader.page.getByText(DOMAIN).count()).toBe(0);
    await reader.close();
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
    expect(data).toMatchObject({ domain: DOMAIN, site: null, page: { sources: [{ id: 'site' }] } });
    expect(Object.keys(data.page!).sort()).toEqual(['audit', 'issues', 'seo_score', 'sources', 'updated_at']);
    expect((await readReport(secret, 'shop.example')).status).toBe(404);
    expect((await readReport('x'.repeat(32))).status).toBe(404);
    expect((await readReport(secret, 'x'.repeat(3_000))).status).toBe(404);
    expect((await fetch(`${runner.url}/back-office/reports/${DOMAIN}`)).status).toBe(404);
    const { body } = await call<object>('GET', '');
    expect(JSON.stringify(body)).not.toContain(secret);
  });

  test('begins with a summary and the first issues to fix, and prints all issues', async () => {
    await crawlSite(runner, DOMAIN);
    const { body } = await call<NewReportLink>('POST', '', { days: 30 });
    const reader = await openWatchedPage(browser);
    const { page } = reader;
    const region = (name: string) => page.getByRole('region', { name, exact: true });
    await page.goto(`${runner.url}/back-office/#/report/${DOMAIN}/${body.data.token}`);
    await region('Summary')
      .getByText(/\d errors, .* warning/)
      .waitFor();
    const { data } = (await (await readReport(body.data.token)).json()) as { data: Report };
    const issues = data.site!.issues!;
    const titles = (await region('Fix these first').getByRole('listitem').allTextContents()).length;
    expect(titles).toBe(Math.min(5, issues.filter(({ severity }) => severity !== 'notice').length));
    await page.emulateMedia({ media: 'print' });
    for (const { title } of issues) {
      expect(await region('Issues of the site').getByRole('heading', { name: title }).first().isVisible()).toBe(true);
    }
    expect(await accessibilityViolations(page)).toEqual([]);
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

import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from '@jest/globals';
import type { Page, Route } from 'playwright-core';
import { punctual, startTestRunner, type TestRunner } from '../support/runner.ts';
import { launchBrowser } from './support/browser.ts';
import { describeInBrowser } from './support/describe-in-browser.ts';
import { enterRunner } from './support/enter-runner.ts';
import { accessibilityViolations, openWatchedPage, type WatchedPage } from './support/watched-page.ts';

const browser = await launchBrowser();

const DOMAIN = 'shop.example';
const DETAILS = `**/back-office/api/domains/${DOMAIN}`;
const HISTORY = `${DETAILS}/history?*`;

describeInBrowser(browser, 'the page of a domain on a bad network with the runner', (browser) => {
  let runner: TestRunner;
  let watched: WatchedPage;
  let page: Page;

  beforeAll(async () => {
    runner = await startTestRunner(punctual, ['--offline']);
    const answer = await runner.get(`/api/v1/seo/query?domain=${DOMAIN}`);
    expect(answer.status).toBe(200);
  });
  beforeEach(async () => {
    watched = await openWatchedPage(browser);
    ({ page } = watched);
    await enterRunner(page, runner, '#/keys');
    await page.getByRole('heading', { name: 'Keys' }).waitFor();
  });
  afterEach(() => watched.close());
  afterAll(async () => {
    await browser.close();
    await runner.close();
  });

  const open = (tab = 'overview') => page.goto(`${runner.url}/back-office/#/domains/${DOMAIN}?tab=${tab}`);
  const alert = (text: string | RegExp) => page.getByRole('alert').filter({ hasText: text });
  const issues = () => page.getByRole('region', { name: 'Issues', exact: true });
  const score = () => page.getByRole('term').filter({ hasText: 'SEO score' }).first();
  const refusal = (status: number, headers: Record<string, string> = {}) => ({
    status,
    headers,
    contentType: 'application/json',
    body: JSON.stringify({
      code: status,
      success: false,
      request_id: 'r1',
      error: 'rate_limited',
      message: 'Too many requests',
      values: {},
      retryable: true,
    }),
  });

  test('shows a skeleton until a slow response arrives', async () => {
    let release = () => {};
    const isReleased = new Promise<void>((resolve) => (release = resolve));
    await page.route(DETAILS, async (route: Route) => {
      await isReleased;
      await route.continue();
    });
    await open();
    await page.getByRole('heading', { level: 1, name: DOMAIN }).waitFor();
    await page.getByRole('main').getByRole('status', { name: 'Loading' }).waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    release();
    await issues().waitFor();
    await page.getByRole('main').getByRole('status', { name: 'Loading' }).waitFor({ state: 'detached' });
  });

  test('reports a lost network, keeps its data, and updates it when the network is back', async () => {
    await open();
    await issues().waitFor();
    await page.context().setOffline(true);
    await page.getByRole('button', { name: 'Refresh data' }).click();
    await page.locator('.ui-toasts').getByText('The service cannot be reached.').waitFor();
    expect(await issues().isVisible()).toBe(true);
    await page.context().setOffline(false);

    await page.route(HISTORY, (route) => route.abort());
    await page.reload();
    await alert('The service cannot be reached.').first().waitFor();
    expect(await score().isVisible()).toBe(true);
    await page.unroute(HISTORY);
    await page.context().setOffline(true);
    await page.context().setOffline(false);
    await alert('The service cannot be reached.').waitFor({ state: 'detached' });
  });

  test('loads a domain that was opened offline when the network is back', async () => {
    await open();
    await issues().waitFor();
    await page.context().setOffline(true);
    await page.goto(`${runner.url}/back-office/#/domains/new.example`);
    await alert('The service cannot be reached.').getByText('Tried again as soon as the network is back.').waitFor();
    await page.context().setOffline(false);
    await page.getByText('Nothing is stored of new.example').waitFor();
  });

  test('counts down the seconds of Retry-After, then retries', async () => {
    let requests = 0;
    await page.route(DETAILS, (route) => {
      requests += 1;
      return requests === 1 ? route.fulfill(refusal(429, { 'Retry-After': '3' })) : route.continue();
    });
    await open();
    const timer = alert('Trying again later may help.').getByRole('timer');
    await timer.filter({ hasText: 'Tried again in 3 s.' }).waitFor();
    await timer.filter({ hasText: 'Tried again in 2 s.' }).waitFor();
    await issues().waitFor();
    expect(requests).toBe(2);
  });

  test('keeps the last known state while a part is rate-limited, with a countdown', async () => {
    await open('history');
    await page.getByText(/^\d+ snapshots?$/).waitFor();
    await page.route(HISTORY, (route) => route.fulfill(refusal(429, { 'Retry-After': '60' })));
    await page.getByRole('radio', { name: '1 year' }).check();
    await alert('Tried again in').getByRole('button', { name: 'Try again' }).waitFor();
    expect(await score().isVisible()).toBe(true);
    await page.unroute(HISTORY);
    await alert('Tried again in').getByRole('button', { name: 'Try again' }).click();
    await page.getByText(/^\d+ snapshots?$/).waitFor();
    expect(page.url()).toContain('range=1y');
  });

  test('reports the unreadable response of a proxy, and loads on “Try again”', async () => {
    await page.route(DETAILS, (route) =>
      route.fulfill({ status: 502, contentType: 'text/html', body: '<h1>502</h1>' }),
    );
    await open();
    await alert('The response cannot be read.').waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    await page.unroute(DETAILS);
    await page.getByRole('button', { name: 'Try again' }).click();
    await issues().waitFor();
  });

  test('reports a name that is not a domain, and links to the list', async () => {
    await page.goto(`${runner.url}/back-office/#/domains/no%20domain`);
    await page.getByText('“no domain” is not a domain of this service').waitFor();
    await page.getByRole('link', { name: 'All domains' }).click();
    await page.getByRole('heading', { name: 'Domains' }).waitFor();
  });
});

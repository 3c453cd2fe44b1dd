import { expect, test } from '@jest/globals';
import type { SitePages } from '../../functions/back-office/contract.ts';
import { invalidParameter, ServiceError } from '../../functions/core/platform/http/errors.ts';
import { launchBrowser } from './support/browser.ts';
import { describeInBrowser } from './support/describe-in-browser.ts';
import { eventually } from './support/eventually.ts';
import { judgeStates } from './support/judge-views.ts';
import { operate } from './support/operate.ts';
import { stagePage } from './support/stage-page.ts';
import { accessibilityViolations } from './support/watched-page.ts';

const browser = await launchBrowser();

/** Rarely used functions of the page; `page.test.ts` tests the common ones. */
describeInBrowser(browser, 'the back office in detail', (browser) => {
  const stage = stagePage(browser);
  const operator = operate(stage);
  const { choose, dialog, enter, notice, open, openSignedIn, row } = operator;
  const page = () => operator.page;

  test('a refused sign-in shows an error and can be retried', async () => {
    await open('');
    await page().getByRole('button', { name: 'Sign in' }).click();
    await page().getByRole('link', { name: 'Refuse' }).click();
    await page().getByText('Sign-in failed.').waitFor();
    await enter();
    await page().getByRole('heading', { name: 'Overview' }).waitFor();
  });

  test('an unreachable sign-in server is reported at once', async () => {
    await open('');
    await page().route(`${stage.signIn.issuer}/**`, (route) => route.abort());
    await page().getByRole('button', { name: 'Sign in' }).click();
    await page().getByText('The workspace cannot be reached').waitFor();
  });

  test('a single page of a domain is fetched, shows its audits with their findings, and is listed', async () => {
    await openSignedIn('#/domains/shop.example');
    await page().getByRole('tab', { name: 'Single pages' }).click();
    await page().getByText('No single page of this domain is stored').waitFor();
    const field = page().getByLabel('Address of a page');
    expect(await field.inputValue()).toBe('https://shop.example/');
    await field.fill('shop.example/prices');
    await page().keyboard.press('Enter');
    await page().getByText('An address begins with http:// or https://').waitFor();
    await field.fill('https://shop.example/prices?a=b#c');
    await page().keyboard.press('Enter');
    await page().getByRole('heading', { level: 1, name: 'https://shop.example/prices?a=b#c' }).waitFor();
    await page().getByText('<img src=x onerror=alert(1)> Prices').first().waitFor();
    for (const tab of ['Page data', 'Links', 'Issues']) {
      await page().getByRole('tab', { name: tab, exact: true }).click();
      await page().getByRole('tabpanel', { name: tab }).getByText('This site has not been crawled yet').waitFor();
    }
    const requests: string[] = [];
    page().on('request', (request) => request.url().includes('/api/pages') && requests.push(request.method()));
    await page().reload();
    await page().getByText('<img src=x onerror=alert(1)> Prices').first().waitFor();
    expect(requests).toEqual(['GET']);
    await page().getByRole('tab', { name: 'Audits' }).click();
    await page().getByRole('tabpanel', { name: 'Audits' }).getByRole('table').getByRole('row').nth(1).waitFor();
    const check = page().waitForRequest((request) => request.method() === 'POST' && request.url().endsWith('/pages'));
    await page().getByRole('button', { name: 'Fetch again' }).click();
    expect((await check).postDataJSON()).toEqual({ url: 'https://shop.example/prices?a=b#c', refresh: true });
    await page().getByRole('button', { name: 'Fetch again', disabled: false }).waitFor();
    await page().getByRole('link', { name: 'shop.example', exact: true }).click();
    await page().getByRole('tab', { name: 'Single pages' }).click();
    await page().getByRole('link', { name: 'https://shop.example/prices?a=b' }).waitFor();
  });

  test('a page of a crawled site shows its issues with advice, its links in both directions, and its values', async () => {
    const url = encodeURIComponent('https://measured.example/shoes/080');
    await openSignedIn(`#/domains/measured.example/${url}`);
    const issue = page().getByRole('region', { name: 'Low word count (thin content)' });
    await issue.getByText('How to fix it').waitFor();
    await issue.getByRole('row').nth(1).getByText('1,200').waitFor();
    await page().getByRole('region', { name: 'Soft 404 (error page with status 200)' }).waitFor();
    await page().getByRole('tab', { name: 'Links' }).click();
    await page().getByRole('table', { name: 'To this page' }).getByText('All shoes').waitFor();
    await page().getByRole('link', { name: 'On this page' }).click();
    await page().waitForURL(/tab=links&direction=out$/);
    await row('https://measured.example/gone').getByText('404').waitFor();
    await page().reload();
    await row('https://measured.example/gone').getByText('404').waitFor();
    expect(await operator.saved()).toContain('https://measured.example/gone');
    await page().getByRole('tab', { name: 'Page data' }).click();
    await page().getByRole('region', { name: 'In the last crawl' }).getByText('Click depth').waitFor();
    await page().getByRole('tab', { name: 'Issues' }).click();
    await issue.getByRole('link', { name: 'On the whole site: 240 pages' }).click();
    await page().getByRole('heading', { name: 'Low word count (thin content)' }).waitFor();
  });

  test('a page that refused the crawler is not reported as excluded from the index', async () => {
    await openSignedIn('#/journal');
    await page().route('**/site/pages?*', async (route) => {
      const response = await route.fetch();
      const { data, ...answer } = (await response.json()) as { data: SitePages };
      const items = data.items.map((item) => ({ ...item, http_status: 403, indexable: false, reason: 'unknown' }));
      await route.fulfill({ response, json: { ...answer, data: { ...data, items } } });
    });
    const url = encodeURIComponent('https://measured.example/shoes/080');
    await page().goto(`${stage.server.url}#/domains/measured.example/${url}?tab=page`);
    const crawl = page().getByRole('region', { name: 'In the last crawl' });
    const indexable = crawl.getByText('Indexable', { exact: true }).locator('xpath=following::dd[1]');
    await indexable.waitFor();
    expect(await indexable.textContent()).toBe('– Unknown: refused or no response');
  });

  test('links of one direction are not shown as those of the other when these fail to load', async () => {
    const url = encodeURIComponent('https://measured.example/shoes/080');
    await openSignedIn(`#/domains/measured.example/${url}?tab=links`);
    await page().getByText('All shoes').waitFor();
    stage.server.refuseNext(
      'domains/measured.example/site/links',
      new ServiceError('gateway_timeout', { message: 'Out of order' }),
    );
    await page().getByRole('link', { name: 'On this page' }).click();
    await page().getByRole('alert').getByText('Out of order').waitFor();
    expect(await page().getByText('All shoes').count()).toBe(0);
    await page().getByRole('button', { name: 'Try again' }).click();
    await row('https://measured.example/gone').getByText('404').waitFor();
  });

  test('a page without a stored audit shows a viewer the findings of the crawl', async () => {
    await open(`#/domains/measured.example/${encodeURIComponent('https://measured.example/shoes/080')}`);
    const session = { operator: 'viewer@example.com', role: 'viewer' };
    await page().route('**/api/session', (route) =>
      route.fulfill({ json: { code: 200, success: true, request_id: 'r', data: session } }),
    );
    await enter();
    await page().getByText('The audits of this page are not stored').waitFor();
    await page().getByRole('region', { name: 'Low word count (thin content)' }).waitFor();
    await eventually(() => page().getByRole('tab').allTextContents(), ['Issues', 'Links', 'Page data']);
    expect(await page().getByRole('button', { name: 'Try again' }).count()).toBe(0);
    await page().getByRole('tab', { name: 'Page data' }).click();
    await page().getByRole('region', { name: 'In the last crawl' }).getByText('Click depth').waitFor();
    expect(await accessibilityViolations(page())).toEqual([]);
  });

  test('a page of a blocked domain shows the findings of the crawl and why it is not checked', async () => {
    stage.server.refuseNext('pages', invalidParameter('url', 'blocked'));
    await openSignedIn(`#/domains/measured.example/${encodeURIComponent('https://measured.example/shoes/080')}`);
    await page().getByRole('alert').getByText('blocked').waitFor();
    await page().getByRole('region', { name: 'Low word count (thin content)' }).waitFor();
  });

  test('a disallowed page shows the rule of robots.txt, and a rejected address the reason', async () => {
    await openSignedIn(`#/domains/shop.example/${encodeURIComponent('https://shop.example/private/x')}`);
    await page().getByText('No (Disallow: /private)').waitFor();
    await openSignedIn(`#/domains/shop.example/${encodeURIComponent('https://user@shop.example/')}`);
    await page().getByText('has a user name or password').waitFor();
  });

  test('a key is moved to another plan with a note about its usage, and its note is changed', async () => {
    await openSignedIn();
    await choose('Browser extension', 'Move to another plan');
    await dialog().getByText('Its usage starts at zero').waitFor();
    await dialog().getByRole('radio', { name: 'pro' }).check();
    await dialog().getByRole('button', { name: 'Move to another plan' }).click();
    await notice('Browser extension is on the plan pro.').waitFor();
    await choose('Browser extension', 'Edit the note');
    await dialog().getByLabel('Note').fill('Version 2');
    await dialog().getByRole('button', { name: 'Save' }).click();
    await row('Browser extension').getByText('Version 2').waitFor();
    expect(await row('Browser extension').textContent()).toContain('pro');
  });

  test('a replacement key belongs to the same owner, and the old key is disabled', async () => {
    await openSignedIn();
    await choose('Browser extension', 'Replace');
    await dialog().getByRole('radio', { name: 'not at all' }).check();
    await dialog().getByRole('button', { name: 'Replace' }).click();
    expect(await dialog().getByTestId('key-value').textContent()).toMatch(/^[0-9a-f]{40}$/);
    await dialog().getByRole('button', { name: 'Close' }).last().click();
    await row('Browser extension (replaced').filter({ hasText: 'Disabled' }).waitFor();
    await page().getByRole('link', { name: 'Browser extension', exact: true }).click();
    await page().getByText('ok25d1c0e7a9b3f42').waitFor();
  });

  test('a key shows the end of its value, gets an expiry, and has an example call', async () => {
    await openSignedIn();
    await row('Browser extension').getByText('…9f02').waitFor();
    await choose('Browser extension', 'Set the expiry');
    await dialog().getByRole('radio', { name: 'In 90 days' }).check();
    expect(await accessibilityViolations(page())).toEqual([]);
    await dialog().getByRole('button', { name: 'Save' }).click();
    await notice('The expiry of Browser extension is set.').waitFor();
    await row('Browser extension').getByText('Never').waitFor({ state: 'detached' });
    await choose('Browser extension', 'Replace');
    await dialog().getByRole('button', { name: 'Replace' }).click();
    const value = await dialog().getByTestId('key-value').textContent();
    await dialog().getByText(`curl -H 'X-SEO-API-Key: ${value}'`).waitFor();
  });

  test('allowances apply to all keys of an owner and are shown with their usage', async () => {
    await openSignedIn();
    await row('Nightly import').getByText('120 of 10,000').waitFor();
    await page().getByRole('button', { name: 'Create a key' }).click();
    await dialog().getByLabel('Name').fill('Weekly import');
    await dialog().getByRole('button', { name: 'Owner' }).click();
    await page().getByRole('option', { name: 'Nightly import' }).click();
    await dialog().getByRole('button', { name: 'Create a key' }).click();
    await dialog().getByRole('button', { name: 'Close' }).last().click();
    await choose('Weekly import', 'Allowances');
    await dialog().getByLabel('Domains fetched per day').fill('many');
    await dialog().getByText('A whole number, or nothing').waitFor();
    await dialog().getByLabel('Domains fetched per day').fill('2000');
    expect(await accessibilityViolations(page())).toEqual([]);
    await dialog().getByRole('button', { name: 'Save' }).click();
    await notice('The allowances of ok45d1c0e7a9b3f42 are set.').waitFor();
    for (const name of ['Nightly import', 'Weekly import']) {
      await row(name).getByText('120 of 2,000 (own limit)').waitFor();
    }
  });

  test('usage of a key is drawn by day and shown with its quota', async () => {
    await openSignedIn();
    await page().getByRole('link', { name: 'Agency dashboard' }).click();
    await page().getByRole('progressbar', { name: 'Used of this month’s quota' }).waitFor();
    await page().getByText('Last 90 days').click();
    await page().getByText('Show as a table').click();
    const days = page().getByRole('table', { name: 'Requests by day' }).getByRole('row');
    await days.nth(90).waitFor();
    await eventually(() => days.count(), 91);
  });

  test('an error of the API is shown with its request id and can be dismissed', async () => {
    await openSignedIn();
    stage.server.refuseNext('keys/', new ServiceError('rate_limited', { message: 'Too many calls just now' }));
    await choose('Nightly import', 'Disable');
    await notice('Too many calls just now').waitFor();
    await notice('Trying again later may help.').waitFor();
    expect(await page().locator('.ui-toasts').textContent()).toMatch(/Request [0-9a-f]{32}/);
    await page().locator('.ui-toasts').getByRole('button', { name: 'Close' }).click();
    await notice('Too many calls just now').waitFor({ state: 'detached' });
  });

  test('a key is deleted after its name is typed', async () => {
    await openSignedIn();
    await choose('Former partner', 'Delete');
    await dialog().getByRole('button', { name: 'Cancel' }).click();
    await eventually(() => row('Former partner').count(), 1);
    await choose('Former partner', 'Delete');
    const remove = dialog().getByRole('button', { name: 'Delete' });
    expect(await remove.isDisabled()).toBe(true);
    await dialog().getByLabel('Type Former partner to confirm').fill('Former partner');
    await remove.click();
    await notice('Former partner is deleted.').waitFor();
    await row('Former partner').waitFor({ state: 'detached' });
  });

  test('a domain is blocked with deletion of its data after its name is typed', async () => {
    await openSignedIn('#/domains/shop.example');
    await page().getByRole('button', { name: 'More', exact: true }).click();
    await page().getByRole('menuitem', { name: 'Block' }).click();
    await dialog().getByRole('radio', { name: 'is deleted: nothing is returned' }).check();
    const block = dialog().getByRole('button', { name: 'Block' });
    expect(await block.isDisabled()).toBe(true);
    expect(await accessibilityViolations(page())).toEqual([]);
    await dialog().getByLabel('Type shop.example to confirm').fill('shop.example');
    await block.click();
    await notice('shop.example is blocked, and all its stored data is deleted.').waitFor();
  });

  test('a second snapshot of a day is reported as not taken', async () => {
    await openSignedIn('#/domains/shop.example');
    await page().getByRole('button', { name: 'More', exact: true }).click();
    await page().getByRole('menuitem', { name: 'Take a snapshot now' }).click();
    await notice('shop.example already has its snapshot of today (UTC): nothing is fetched.').waitFor();
    await page().getByRole('button', { name: 'Refresh data', disabled: false }).waitFor();
  });

  test('keys are searched by name, note and plan', async () => {
    await openSignedIn();
    await page().getByRole('searchbox', { name: 'Search' }).fill('contract');
    await row('Nightly import').waitFor({ state: 'detached' });
    await eventually(() => row('Former partner').count(), 1);
    await page().getByRole('searchbox', { name: 'Search' }).fill('nobody at all');
    await page().getByText('Nothing matches the search.').waitFor();
  });

  test('failed jobs are retried after confirmation', async () => {
    await openSignedIn('#/queue');
    await page().getByRole('button', { name: 'Retry all' }).click();
    await dialog().getByRole('button', { name: 'Retry all' }).click();
    await notice('30 failed jobs were put back into their queues.').waitFor();
    await page().getByRole('button', { name: 'Retry all', disabled: true }).waitFor();
    expect(await page().getByText('$0.42 of $1.00').isVisible()).toBe(true);
  });

  test('a failed request can be retried', async () => {
    await open('#/queue');
    stage.server.refuseNext('queue', new ServiceError('gateway_timeout', { message: 'Something went wrong' }));
    await enter();
    await page().getByRole('alert').getByText('Something went wrong').waitFor();
    await page().getByRole('button', { name: 'Try again', exact: true }).click();
    await page().getByText('Followed domains').waitFor();
    stage.server.refuseNext('queue', new ServiceError('gateway_timeout', { message: 'Wrong once more' }));
    await page().getByRole('button', { name: 'Load again' }).click();
    await notice('Wrong once more').waitFor();
    expect(await page().getByText('Followed domains').isVisible()).toBe(true);
  });

  test('axe finds no violations in any dialog, menu or state, in light and in dark mode', async () => {
    expect(await judgeStates(operator, stage, { options: {} })).toEqual({});
  });
});

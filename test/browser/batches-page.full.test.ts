import { expect, test } from '@jest/globals';
import type { BrowserContextOptions, Page } from 'playwright-core';
import type { Batch } from '../../functions/back-office/contract.ts';
import { ServiceError } from '../../functions/core/platform/http/errors.ts';
import { launchBrowser } from './support/browser.ts';
import { describeInBrowser } from './support/describe-in-browser.ts';
import { eventually } from './support/eventually.ts';
import { operate } from './support/operate.ts';
import { stagePage } from './support/stage-page.ts';
import { accessibilityViolations } from './support/watched-page.ts';

const browser = await launchBrowser();

describeInBrowser(browser, 'batches in the back office', (browser) => {
  const stage = stagePage(browser);
  let page: Page;
  const operator = operate(stage);
  const { enter, row, saved } = operator;

  async function open(options: BrowserContextOptions = {}) {
    await operator.open('#/batches', options);
    ({ page } = operator);
    await enter();
    await page.getByRole('heading', { name: 'Bulk fetch', level: 1 }).waitFor();
  }
  const list = () => page.getByRole('textbox', { name: 'Domains' });
  const startButton = () => page.getByRole('button', { name: 'Start', exact: true });
  async function start(domains: string[]) {
    await list().fill(domains.join('\n'));
    await startButton().click();
  }
  /** Selects a list as a file; the field accepts a long list at once only from a file or the clipboard. */
  async function choose(text: string) {
    const file = { name: 'list.csv', mimeType: 'text/csv', buffer: Buffer.from(text) };
    await page.locator('input[type=file]').setInputFiles(file);
  }
  const settled = (text: string) => page.getByText(text, { exact: true }).waitFor();
  const names = (start: string, count: number) =>
    Array.from({ length: count }, (_, index) => `${start}-${String(index).padStart(4, '0')}.example`);

  test('the empty list of batches explains itself and leads to the domains of a new batch', async () => {
    await open();
    await page.getByText(/^Bulk fetches are listed here so that you can return to their results/).waitFor();
    await page.getByRole('button', { name: 'Enter domains' }).click();
    expect(await list().evaluate((field) => field === document.activeElement)).toBe(true);
  });

  test('a bulk fetch that does not exist is neither finished nor empty', async () => {
    await open();
    await page.goto(`${stage.server.url}#/batches/none`);
    await page.getByText(/^There is no such bulk fetch/).waitFor();
    expect(await page.getByText('Finished', { exact: true }).count()).toBe(0);
    expect(await page.getByRole('progressbar').count()).toBe(0);
    expect(await page.getByText('No domains yet').count()).toBe(0);
  });

  test('rows of a started batch are completed one by one and link to their domains', async () => {
    await open();
    await start(['shop.example', 'new-one.example', 'none-such.example', 'nonsense', 'shop.example']);
    await settled('4 of 5');
    await row('new-one.example').getByText('Pending').waitFor();
    await page.getByText('Running', { exact: true }).waitFor();
    await page.getByText(/Updates in [123] s/).waitFor();
    await settled('5 of 5');
    await page.getByText('Finished', { exact: true }).waitFor();
    await page.getByText(/Nothing is pending any more/).waitFor();
    await row('none-such.example').getByText('the domain name does not exist').waitFor();
    await row('nonsense').getByText('it is not a domain').waitFor();
    await eventually(() => row('shop.example').count(), 2);
    await row('new-one.example').getByText('86', { exact: true }).waitFor();
    await row('new-one.example').getByText('Trail running shoes').waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    await page.getByRole('link', { name: 'shop.example' }).first().click();
    await page.getByRole('heading', { name: 'shop.example' }).waitFor();
  });

  test('rows are filtered by status and reason and sorted by the address', async () => {
    await open();
    await start(['shop.example', 'none-such.example', 'nonsense', 'other-nonsense', 'none-other.example']);
    await settled('5 of 5');
    const filter = page.getByRole('navigation', { name: 'Filter by status' });
    await eventually(
      () => filter.getByRole('link').allTextContents(),
      ['All5', 'Done1', 'Not found2', 'Not a domain2'],
    );
    const problems = page.getByRole('region', { name: '4 domains without data' });
    await eventually(() => problems.getByRole('listitem').count(), 2);
    await problems.getByRole('link', { name: 'Not found: 2 domains' }).click();
    await row('shop.example').waitFor({ state: 'detached' });
    await page.getByRole('columnheader').getByRole('button', { name: 'Domain' }).click();
    const names = () => page.getByRole('rowheader').allTextContents();
    await eventually(names, ['none-other.example', 'none-such.example']);
    expect(page.url()).toMatch(/\?status=not_found&reason=domain_not_found&sort=domain$/);
    await page.reload();
    await row('none-such.example').waitFor();
    await eventually(names, ['none-other.example', 'none-such.example']);
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await filter.getByRole('link', { name: /^All/ }).click();
    await row('shop.example').waitFor();
    await page.getByRole('searchbox', { name: 'Search domains' }).fill('other');
    await row('shop.example').waitFor({ state: 'detached' });
    await eventually(names, ['none-other.example', 'other-nonsense']);
    expect(page.url()).toMatch(/sort=domain&name=other$/);
  });

  test('the selected columns are in the address', async () => {
    await open();
    await page.getByRole('checkbox', { name: 'Words', exact: true }).check();
    await start(['shop.example']);
    await settled('1 of 1');
    await page.getByRole('columnheader', { name: 'Title' }).waitFor();
    await page.getByRole('button', { name: 'Columns' }).click();
    await page.getByRole('menuitemcheckbox', { name: 'Title' }).click();
    await page.keyboard.press('Escape');
    await page.getByRole('columnheader', { name: 'Title' }).waitFor({ state: 'detached' });
    expect(page.url()).toMatch(/\?columns=seo_score/);
    await page.reload();
    await page.getByRole('columnheader', { name: 'SEO score' }).waitFor();
    expect(await page.getByRole('columnheader', { name: 'Title' }).count()).toBe(0);
  });

  test('a batch continues after a reload, and recent batches are listed', async () => {
    await open();
    await start(['new-one.example', 'shop.example']);
    await settled('1 of 2');
    const address = page.url();
    expect(address).toMatch(/#\/batches\/b[0-9a-f]{28}$/);
    await page.reload();
    await settled('2 of 2');
    expect(page.url()).toBe(address);
    await page.getByRole('link', { name: 'New bulk fetch' }).click();
    await page.getByRole('link', { name: '2 domains' }).waitFor();
    // As another browser, which remembers nothing.
    await page.evaluate(() => window.localStorage.removeItem('back-office.batches'));
    await page.reload();
    await page.getByRole('link', { name: '2 domains' }).click();
    await settled('2 of 2');
    expect(await stage.server.batchCount()).toBe(1);
  });

  test('a batch whose sources are pending states so until they have arrived', async () => {
    await open();
    let isPending = true;
    await page.route(/\/api\/batches\/b/, async (route) => {
      const response = await route.fetch();
      const body = (await response.json()) as { data: Batch };
      for (const { data } of isPending ? body.data.items : []) data?.pending.push('tranco');
      await route.fulfill({ response, json: body });
    });
    await start(['new-one.example', 'new-two.example']);
    await settled('2 of 2');
    await page.getByText('Finished, sources pending for 2 domains', { exact: true }).waitFor();
    isPending = false;
    await page.getByRole('button', { name: 'Update now' }).click();
    await page.getByText('Finished', { exact: true }).waitFor();
  });

  test('a long list becomes several batches, shown as one and saved as one file', async () => {
    await open();
    const domains = [...names('none', 1_200), ...Array.from({ length: 1_100 }, (_, index) => `nonsense-${index}`)];
    await choose(domains.join('\n'));
    await page.getByText('2,300 domains · in 3 batches, shown as one').waitFor();
    await startButton().click();
    await page.waitForURL(({ hash }) => hash.split(',').length === 3);
    // Otherwise the next request follows after a minute.
    await page.reload();
    await settled('2,300 of 2,300');
    expect(new URL(page.url()).hash.split(',')).toHaveLength(3);
    expect(await stage.server.batchCount()).toBe(2);
    const lines = (await saved()).split('\r\n');
    expect(lines[0]).toMatch(/^\uFEFFinput,domain,status,error,message,seo_score,/);
    expect(lines.slice(1, -1).map((line) => line.split(',')[0])).toEqual(domains);
    await page.reload();
    await settled('2,300 of 2,300');
    expect(await stage.server.batchCount()).toBe(2);
  });

  test('a batch of cached domains is complete at once, also after a reload', async () => {
    await open();
    await start(['shop.example', 'site-00.example']);
    await settled('2 of 2');
    await page.reload();
    await settled('2 of 2');
    expect(await saved()).toContain('site-00.example,site-00.example,done,,,86,');
    expect(await stage.server.batchCount()).toBe(0);
  });

  test('a dropped file fills the list', async () => {
    await open();
    const dataTransfer = await page.evaluateHandle(() => {
      const transfer = new DataTransfer();
      transfer.items.add(new File(['dropped.example'], 'list.txt', { type: 'text/plain' }));
      return transfer;
    });
    await list().dispatchEvent('dragover', { dataTransfer });
    await list().dispatchEvent('drop', { dataTransfer });
    await page.getByText('1 domain', { exact: true }).waitFor();
    expect(await list().inputValue()).toBe('dropped.example');
  });

  test('a rejected form keeps its input and shows the error', async () => {
    await open();
    await page.getByLabel('Further metrics').fill('page.titel');
    await start(['shop.example']);
    await page
      .getByText(/did you mean page.title/)
      .first()
      .waitFor();
    expect(await list().inputValue()).toBe('shop.example');
    await page.getByLabel('Further metrics').fill('page.lang');
    await startButton().click();
    await settled('1 of 1');
  });

  test('connection errors and service errors are shown, and the batch continues without loss', async () => {
    await open();
    await start(['new-one.example', 'shop.example']);
    await settled('1 of 2');
    await page.context().setOffline(true);
    await page.getByRole('alert').getByText('The service cannot be reached.').waitFor();
    await page.getByText('Nothing is lost: it continues as soon as the service responds.').waitFor();
    await row('shop.example').waitFor();
    await page.context().setOffline(false);
    stage.server.refuseNext('batches/', new ServiceError('gateway_timeout', { message: 'Something went wrong' }));
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('alert').getByText('Something went wrong').waitFor();
    await page.getByText(/Tried again in \d+ s\./).waitFor();
    await page.getByRole('button', { name: 'Try again' }).click();
    await settled('2 of 2');
    await page.getByRole('alert').waitFor({ state: 'detached' });
  });

  test('a list that could not be sent is sent once when the network is back', async () => {
    await open();
    await page.context().setOffline(true);
    await choose(names('none', 1_001).join('\n'));
    await startButton().click();
    await page.getByRole('alert').getByText('The service cannot be reached.').waitFor();
    await page.context().setOffline(false);
    await page.reload();
    await settled('1,001 of 1,001');
    expect(await stage.server.batchCount()).toBe(2);
  });

  test('signing in after the session has ended leads back to the batch', async () => {
    await open();
    await start(['new-one.example']);
    await settled('0 of 1');
    stage.signIn.revokeAll();
    await page.getByText('Your session has ended.').waitFor();
    await enter();
    await settled('1 of 1');
  });

  test('a missing batch shows an error with the possible reason', async () => {
    await open();
    await page.goto(`${stage.server.url}#/batches/unknown`);
    await page.getByText('The bulk fetch cannot be shown').waitFor();
    await page.getByText(/Results are kept for 30 days/).waitFor();
  });

  test('a batch is started by keyboard alone', async () => {
    await open();
    await list().focus();
    await page.keyboard.type('shop.example');
    await page.keyboard.press('Tab');
    expect(await page.evaluate(() => document.activeElement?.getAttribute('type'))).toBe('file');
    await page.getByRole('checkbox', { name: 'Words', exact: true }).focus();
    await page.keyboard.press('Space');
    await page.getByLabel('Further metrics').focus();
    await page.keyboard.press('Enter');
    await settled('1 of 1');
    await page.getByRole('columnheader', { name: 'Words' }).waitFor();
  });

  test.each(['light', 'dark'] as const)('axe finds no violations in %s mode', async (colorScheme) => {
    await open({ colorScheme, reducedMotion: 'reduce' });
    expect(await accessibilityViolations(page)).toEqual([]);
    await start(['new-one.example', 'nonsense', 'none-such.example', 'shop.example']);
    await settled('3 of 4');
    expect(await accessibilityViolations(page)).toEqual([]);
    await settled('4 of 4');
    expect(await accessibilityViolations(page)).toEqual([]);
  });

  test('nothing is wider than the screen of a phone in Chinese', async () => {
    await open({ viewport: { width: 390, height: 844 }, hasTouch: true });
    const width = () => page.evaluate(() => document.documentElement.scrollWidth);
    expect(await width()).toBeLessThanOrEqual(390);
    await page.getByRole('button', { name: 'operator@example.com' }).click();
    await page.getByRole('menuitemradio', { name: '中文' }).click();
    await page.getByRole('textbox', { name: '域名' }).fill('shop.example\nnew-one.example');
    await page.getByRole('button', { name: '开始', exact: true }).tap();
    await page.getByText('2 / 2').waitFor();
    expect(await width()).toBeLessThanOrEqual(390);
  });
});

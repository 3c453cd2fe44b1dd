import { expect, test } from '@jest/globals';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { launchBrowser } from './support/browser.ts';
import { describeInBrowser } from './support/describe-in-browser.ts';
import { Refusal } from './support/fake-back-office-refusal.ts';
import { operate } from './support/operate.ts';
import { stagePage } from './support/stage-page.ts';
import { accessibilityViolations } from './support/watched-page.ts';

const browser = await launchBrowser();

describeInBrowser(browser, 'batches in the back office’s page', (browser) => {
  const stage = stagePage(browser);
  let page: Page;
  const operator = operate(stage);
  const { enter, row, saved } = operator;

  async function open(options: BrowserContextOptions = {}) {
    await operator.open('#/batches', options);
    ({ page } = operator);
    await enter();
    await page.getByRole('heading', { name: 'Start a batch' }).waitFor();
  }
  const list = () => page.getByRole('textbox', { name: 'Domains' });
  const startButton = () => page.getByRole('button', { name: 'Start', exact: true });
  async function start(domains: string[]) {
    await list().fill(domains.join('\n'));
    await startButton().click();
  }
  /** A long list: the browser takes many lines at once only from a file, or from the clipboard. */
  async function choose(text: string) {
    const file = { name: 'list.csv', mimeType: 'text/csv', buffer: Buffer.from(text) };
    await page.locator('input[type=file]').setInputFiles(file);
  }
  const settled = (text: string) => page.getByText(text, { exact: true }).waitFor();
  const names = (start: string, count: number) =>
    Array.from({ length: count }, (_, index) => `${start}-${String(index).padStart(4, '0')}.example`);

  test('a list is started, its lines settle one after the other, and lead to their domains', async () => {
    await open();
    await start(['shop.example', 'new-one.example', 'none-such.example', 'nonsense', 'shop.example']);
    await settled('4 of 5');
    await row('new-one.example').getByText('Pending').waitFor();
    await page.getByText(/Looks again after 1 s/).waitFor();
    await settled('5 of 5');
    await page.getByText('Nothing changes any more.').waitFor();
    await row('none-such.example').getByText('the domain name does not exist').waitFor();
    await row('nonsense').getByText('it is not a domain').waitFor();
    expect(await row('shop.example').count()).toBe(2);
    await row('new-one.example').getByText('86', { exact: true }).waitFor();
    await row('new-one.example').getByText('Trail running shoes').waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    await page.getByRole('link', { name: 'shop.example' }).first().click();
    await page.getByRole('heading', { name: 'shop.example' }).waitFor();
  });

  test('a reload in the middle goes on, and the last ones are found again', async () => {
    await open();
    await start(['new-one.example', 'shop.example']);
    await settled('1 of 2');
    const address = page.url();
    expect(address).toMatch(/#\/batches\/[0-9a-f-]{36}$/);
    await page.reload();
    await settled('2 of 2');
    expect(page.url()).toBe(address);
    await page.getByRole('link', { name: 'Start another one' }).click();
    await page.getByRole('link', { name: /^2 lines/ }).click();
    await settled('2 of 2');
    expect(stage.server.batchCount()).toBe(1);
  });

  test('a long list is made as several batches, is shown as one, and is one file', async () => {
    await open();
    const domains = [...names('new', 1_200), ...names('site', 1_100)];
    await choose(domains.join('\n'));
    await page.getByText('2,300 lines, in 3 batches that are shown as one').waitFor();
    await startButton().click();
    await settled('2,300 of 2,300');
    expect(new URL(page.url()).hash.split(',')).toHaveLength(3);
    expect(stage.server.batchCount()).toBe(2);
    const lines = (await saved()).split('\r\n');
    expect(lines[0]).toBe('\uFEFFinput,domain,status,seo_score');
    expect(lines.slice(1, -1).map((line) => line.split(',')[0])).toEqual(domains);
    await page.reload();
    await settled('2,300 of 2,300');
    expect(stage.server.batchCount()).toBe(2);
  });

  test('a list of which everything is cached is there at once, and still there after a reload', async () => {
    await open();
    await start(['shop.example', 'other.example']);
    await settled('2 of 2');
    await page.reload();
    await settled('2 of 2');
    expect(await saved()).toContain('other.example,other.example,done,86');
    expect(stage.server.batchCount()).toBe(0);
  });

  test('a file is dropped', async () => {
    await open();
    const dataTransfer = await page.evaluateHandle(() => {
      const transfer = new DataTransfer();
      transfer.items.add(new File(['dropped.example'], 'list.txt', { type: 'text/plain' }));
      return transfer;
    });
    await page.dispatchEvent('body', 'dragover', { dataTransfer });
    await page.getByText('Drop the file here').dispatchEvent('drop', { dataTransfer });
    await page.getByText('1 line', { exact: true }).waitFor();
    expect(await list().inputValue()).toBe('dropped.example');
  });

  test('what is refused stays as it was entered, with what is wrong', async () => {
    await open();
    await page.getByLabel('Further figures').fill('page.titel');
    await start(['shop.example']);
    await page
      .getByText(/did you mean page.title/)
      .first()
      .waitFor();
    expect(await list().inputValue()).toBe('shop.example');
    await page.getByLabel('Further figures').fill('page.lang');
    await startButton().click();
    await settled('1 of 1');
  });

  test('without a connection, or with errors of the service, it says so, goes on and loses nothing', async () => {
    await open();
    await start(['new-one.example', 'shop.example']);
    await settled('1 of 2');
    await page.context().setOffline(true);
    await page.getByRole('alert').getByText('The service cannot be reached.').waitFor();
    await page.getByText('Nothing is lost: it goes on as soon as the service answers.').waitFor();
    await row('shop.example').waitFor();
    await page.context().setOffline(false);
    stage.server.refuseNext('batches/', new Refusal(503, 'internal', 'Something went wrong'));
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('alert').getByText('Something went wrong').waitFor();
    await page.getByText('Tried again after 10 s.').waitFor();
    await page.getByRole('button', { name: 'Try again' }).click();
    await settled('2 of 2');
    await page.getByRole('alert').waitFor({ state: 'detached' });
  });

  test('a list that could not be sent is sent as soon as it can be, once', async () => {
    await open();
    await page.context().setOffline(true);
    await choose(names('new', 1_001).join('\n'));
    await startButton().click();
    await page.getByRole('alert').getByText('The service cannot be reached.').waitFor();
    await page.context().setOffline(false);
    await page.reload();
    await settled('1,001 of 1,001');
    expect(stage.server.batchCount()).toBe(2);
  });

  test('a sign-in that ends in the middle leads back to the batch', async () => {
    await open();
    await start(['new-one.example']);
    await settled('0 of 1');
    stage.signIn.revokeAll();
    await page.getByText('Your session has ended.').waitFor();
    await enter();
    await settled('1 of 1');
  });

  test('a batch that is not there says so, and why that may be', async () => {
    await open();
    await page.goto(`${stage.server.url}#/batches/unknown`);
    await page.getByText('1 of 1 batches cannot be shown').waitFor();
    await page.getByText(/Batches are kept for 30 days/).waitFor();
  });

  test('by keyboard alone: the list, a figure, the start', async () => {
    await open();
    await list().focus();
    await page.keyboard.type('shop.example');
    await page.keyboard.press('Tab');
    expect(await page.evaluate(() => document.activeElement?.getAttribute('type'))).toBe('file');
    await page.getByRole('checkbox', { name: 'Words', exact: true }).focus();
    await page.keyboard.press('Space');
    await page.getByLabel('Further figures').focus();
    await page.keyboard.press('Enter');
    await settled('1 of 1');
    await page.getByRole('columnheader', { name: 'Words' }).waitFor();
  });

  test.each(['light', 'dark'] as const)('axe finds nothing serious, %s', async (colorScheme) => {
    await open({ colorScheme, reducedMotion: 'reduce' });
    expect(await accessibilityViolations(page)).toEqual([]);
    await start(['new-one.example', 'nonsense', 'none-such.example', 'shop.example']);
    await settled('3 of 4');
    expect(await accessibilityViolations(page)).toEqual([]);
    await settled('4 of 4');
    expect(await accessibilityViolations(page)).toEqual([]);
  });

  test('on a telephone nothing is wider than the screen, in Chinese', async () => {
    await open({ viewport: { width: 390, height: 844 }, hasTouch: true });
    const width = () => page.evaluate(() => document.documentElement.scrollWidth);
    expect(await width()).toBeLessThanOrEqual(390);
    await page.getByRole('button', { name: 'operator@example.com' }).click();
    await page.getByRole('menuitemradio', { name: '中文' }).click();
    await page.getByRole('textbox', { name: '域名' }).fill('shop.example\nnew-one.example');
    await page.getByRole('button', { name: '开始' }).tap();
    await page.getByText('2 / 2').waitFor();
    expect(await width()).toBeLessThanOrEqual(390);
  });
});

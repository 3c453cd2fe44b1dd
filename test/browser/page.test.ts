import { gzipSync } from 'node:zlib';
import { expect, test } from '@jest/globals';
import type { BrowserContextOptions, Locator, Page } from 'playwright-core';
import { launchBrowser } from './support/browser.ts';
import { describeInBrowser } from './support/describe-in-browser.ts';
import { Refusal } from './support/fake-back-office.ts';
import { stagePage } from './support/stage-page.ts';
import { seriousViolations } from './support/watched-page.ts';

const FIRST_VIEW_BYTES = 300_000;

const browser = await launchBrowser();

describeInBrowser(browser, 'the back office’s page', (browser) => {
  const stage = stagePage(browser);
  let page: Page;

  async function open(view: string, options: BrowserContextOptions = {}) {
    page = await stage.open(view, options);
  }
  async function enter() {
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('link', { name: 'Enter as operator' }).click();
  }
  async function openSignedIn(view = '', options: BrowserContextOptions = {}) {
    await open(view, options);
    await enter();
    await page.getByRole('heading', { level: 1 }).waitFor();
  }
  /** The menu of a key, and one of its items. */
  async function choose(key: string, item: string) {
    await page.getByRole('button', { name: `Actions for ${key}` }).click();
    await page.getByRole('menuitem', { name: item }).click();
  }
  const row = (name: string) => page.getByRole('row').filter({ hasText: name });
  const dialog = () => page.getByRole('dialog');
  const notice = (text: string | RegExp) => page.locator('.notifications').getByText(text);
  const menuItem = (name: string) => page.getByRole('menuitemcheckbox', { name });

  test('signing in by code and PKCE comes back to the view that was asked for', async () => {
    await open('#/queue');
    await enter();
    await page.getByRole('heading', { name: 'Queue and costs' }).waitFor();
    expect(page.url()).toBe(`${stage.server.url}#/queue`);
    expect(await page.getByRole('button', { name: 'operator@example.com' }).isVisible()).toBe(true);
  });

  test('a sign-in that is refused says so, and can be tried again', async () => {
    await open('');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('link', { name: 'Refuse' }).click();
    await page.getByText('The sign-in did not succeed.').waitFor();
    await enter();
    await page.getByRole('heading', { name: 'Keys' }).waitFor();
  });

  test('a sign-in server that cannot be reached is told, and not waited for', async () => {
    await open('');
    await page.route(`${stage.signIn.issuer}/**`, (route) => route.abort());
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByText('The back office cannot be reached').waitFor();
  });

  test('a token near its end is renewed before the next call', async () => {
    stage.signIn.tokenSeconds = 30;
    await openSignedIn();
    await row('Nightly import').waitFor();
    expect(stage.signIn.renewals).toBeGreaterThan(0);
  });

  test('a sign-in that does not hold any more leads to signing in again, without a loop', async () => {
    await openSignedIn();
    stage.signIn.revokeAll();
    await page.getByRole('link', { name: 'Queue and costs' }).click();
    await page.getByText('Your sign-in has ended.').waitFor();
    await enter();
    await page.getByRole('heading', { name: 'Queue and costs' }).waitFor();
  });

  test('signing out ends the session here and at the sign-in server', async () => {
    await openSignedIn();
    await page.getByRole('button', { name: 'operator@example.com' }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.getByRole('button', { name: 'Sign in' }).waitFor();
    expect(stage.watched.responses.some((response) => response.url().startsWith(`${stage.signIn.issuer}/end`))).toBe(
      true,
    );
    expect(await page.evaluate(() => JSON.stringify({ ...sessionStorage }))).not.toContain('access_token');
  });

  test('a created key is shown once and can be copied', async () => {
    await openSignedIn('', { permissions: ['clipboard-read', 'clipboard-write'] });
    await page.getByRole('button', { name: 'Create a key' }).click();
    await dialog().getByLabel('Name').fill('Price watch');
    await dialog().getByRole('radio', { name: 'pro' }).check();
    await dialog().getByRole('button', { name: 'Create a key' }).click();
    await dialog().getByText('It is shown this once').waitFor();
    const value = (await dialog().getByTestId('key-value').textContent())!;
    await dialog().getByRole('button', { name: 'Copy' }).click();
    await page.getByText('Copied').waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(value);
    await dialog().getByRole('button', { name: 'Close' }).last().click();
    await row('Price watch').waitFor();
    expect(await page.content()).not.toContain(value);
    expect(await row('Price watch').textContent()).toContain('pro');
  });

  test('a refused form keeps what was typed, and says what is wrong and in which request', async () => {
    await openSignedIn();
    await page.getByRole('button', { name: 'Create a key' }).click();
    await dialog().getByLabel('Name').fill('Nightly import');
    await dialog().getByRole('button', { name: 'Create a key' }).click();
    await dialog()
      .getByText(/name is taken by another key · Request [0-9a-f]{32}/)
      .first()
      .waitFor();
    expect(await dialog().getByLabel('Name').inputValue()).toBe('Nightly import');
  });

  test('a key is disabled and enabled again', async () => {
    await openSignedIn();
    await choose('Nightly import', 'Disable');
    await notice('Nightly import is disabled.').waitFor();
    await row('Nightly import').getByText('Disabled').waitFor();
    await choose('Nightly import', 'Enable');
    await row('Nightly import').getByText('Enabled').waitFor();
  });

  test('a key is moved to another plan, with a word about its usage, and its note is changed', async () => {
    await openSignedIn();
    await choose('Browser extension', 'Move to another plan');
    await dialog().getByText('Its usage starts anew').waitFor();
    await dialog().getByRole('radio', { name: 'pro' }).check();
    await dialog().getByRole('button', { name: 'Move to another plan' }).click();
    await notice('Browser extension is on the plan pro.').waitFor();
    await choose('Browser extension', 'Edit the note');
    await dialog().getByLabel('Note').fill('Version 2');
    await dialog().getByRole('button', { name: 'Save' }).click();
    await row('Browser extension').getByText('Version 2').waitFor();
    expect(await row('Browser extension').textContent()).toContain('pro');
  });

  test('a key is replaced: the new one belongs to the same owner, and the old one is disabled', async () => {
    await openSignedIn();
    await choose('Browser extension', 'Replace');
    await dialog().getByRole('checkbox', { name: 'Disable the old key at once' }).check();
    await dialog().getByRole('button', { name: 'Replace' }).click();
    expect(await dialog().getByTestId('key-value').textContent()).toMatch(/^test-key-value-/);
    await dialog().getByRole('button', { name: 'Close' }).last().click();
    await row('Browser extension').filter({ hasText: 'Disabled' }).waitFor();
    expect(await row('Browser extension').filter({ hasText: 'ok25d1c0e7a9b3f42' }).count()).toBe(2);
  });

  test('allowances are set for all keys of an owner, who may get a further key, and shown with what is used', async () => {
    await openSignedIn();
    await row('Nightly import').getByText('120 of 10,000').waitFor();
    await page.getByRole('button', { name: 'Create a key' }).click();
    await dialog().getByLabel('Name').fill('Weekly import');
    await dialog().getByRole('button', { name: 'Owner' }).click();
    await page.getByRole('option', { name: 'Nightly import' }).click();
    await dialog().getByRole('button', { name: 'Create a key' }).click();
    await dialog().getByRole('button', { name: 'Close' }).last().click();
    await choose('Weekly import', 'Allowances');
    await dialog().getByLabel('Domains fetched anew a day').fill('many');
    await dialog().getByText('A whole number, or nothing').waitFor();
    await dialog().getByLabel('Domains fetched anew a day').fill('2000');
    expect(await seriousViolations(page)).toEqual([]);
    await dialog().getByRole('button', { name: 'Save' }).click();
    await notice('The allowances of ok45d1c0e7a9b3f42 are set.').waitFor();
    for (const name of ['Nightly import', 'Weekly import']) {
      await row(name).getByText('120 of 2,000 (own limit)').waitFor();
    }
  });

  test('a key is deleted once that is confirmed', async () => {
    await openSignedIn();
    await choose('Former partner', 'Delete');
    await dialog().getByRole('button', { name: 'Cancel' }).click();
    expect(await row('Former partner').count()).toBe(1);
    await choose('Former partner', 'Delete');
    await dialog().getByRole('button', { name: 'Delete' }).click();
    await notice('Former partner is deleted.').waitFor();
    await row('Former partner').waitFor({ state: 'detached' });
  });

  test('keys are searched by name, note and plan', async () => {
    await openSignedIn();
    await page.getByRole('searchbox', { name: 'Search' }).fill('contract');
    await row('Nightly import').waitFor({ state: 'detached' });
    expect(await row('Former partner').count()).toBe(1);
    await page.getByRole('searchbox', { name: 'Search' }).fill('nobody at all');
    await page.getByText('Nothing matches the search.').waitFor();
  });

  test('usage of a key is drawn by day and told in numbers against its quota', async () => {
    await openSignedIn();
    await page.getByRole('link', { name: 'Agency dashboard' }).click();
    await page.getByRole('progressbar', { name: 'Used of this month’s quota' }).waitFor();
    await page.getByRole('button', { name: 'Last 90 days' }).click();
    await page.getByRole('button', { name: 'The same as a table' }).click();
    const days = page.getByRole('table', { name: 'Requests by day' }).getByRole('row');
    await days.nth(90).waitFor();
    expect(await days.count()).toBe(91);
  });

  test('domains are listed page by page, and searched by the beginning of their names', async () => {
    await openSignedIn('#/domains');
    await row('shop.example').waitFor();
    expect(await row('site-30.example').count()).toBe(0);
    await page.getByRole('button', { name: 'Show more' }).click();
    await row('site-30.example').waitFor();
    await page.getByRole('searchbox').fill('asked');
    await row('asked-once.example').getByText('not in the cache').waitFor();
    await row('shop.example').waitFor({ state: 'detached' });
  });

  test('a refreshed domain shows its progress, its new score and one point more in its chart', async () => {
    await openSignedIn('#/domains/shop.example');
    await page.getByRole('tab', { name: 'History' }).click();
    const chart = page.locator('section[aria-label="SEO score"]');
    await chart.waitFor();
    const before = Number(await chart.getAttribute('data-points'));
    await page.getByRole('button', { name: 'Refresh now' }).click();
    await page.getByText('Being fetched').waitFor();
    await notice('shop.example is fetched.').waitFor();
    await page.locator(`section[aria-label="SEO score"][data-points="${before + 1}"]`).waitFor();
    await page.getByText('91', { exact: true }).first().waitFor();
  });

  test('audits tell first what failed, with what to mend', async () => {
    await openSignedIn('#/domains/shop.example');
    await page.getByRole('tab', { name: 'Audits' }).click();
    await page.getByText('2 passed, 2 failed, 1 do not apply').waitFor();
    const titles = page.getByRole('tabpanel').getByRole('heading', { level: 3 }).filter({ visible: true });
    expect(await titles.allTextContents()).toEqual([
      expect.stringContaining('Some images have no alternative text'),
      expect.stringContaining('The page has no meta description'),
    ]);
    expect(await page.getByRole('link', { name: 'About this rule' }).first().getAttribute('href')).toContain(
      'image-alt',
    );
    await page.getByRole('button', { name: 'Passed: 2' }).click();
    await page.getByText('The document has a title').waitFor();
    const items = page.getByRole('table', { name: 'What to mend' });
    expect(await items.textContent()).toContain('<img src="/banner.jpg">');
    await page.getByText('Failed · weight 1 · 15 found').waitFor();
    await page.getByText('and 5 more').waitFor();
    expect(await items.getByRole('row').count()).toBe(1 + 10);
    await page.getByRole('button', { name: 'Show more' }).click();
    await page.getByText('and 3 more').waitFor();
    expect(await items.getByRole('row').count()).toBe(1 + 12);
  });

  test('what the record does not know has its reason from the source', async () => {
    await openSignedIn('#/domains/shop.example');
    await page.getByRole('tab', { name: 'Record' }).click();
    await page.getByText('not known: open_page_rank: Too slow, no answer in time (timeout)').first().waitFor();
    await page.getByRole('tab', { name: 'Sources' }).click();
    expect(await row('dataforseo').textContent()).toContain('Not configured');
  });

  test('a domain is blocked, unblocked, and deleted once its name is typed', async () => {
    await openSignedIn('#/domains/shop.example');
    const act = async (item: string) => {
      await page.getByRole('button', { name: 'Actions' }).click();
      await page.getByRole('menuitem', { name: item }).click();
    };
    await act('Block');
    await dialog().getByRole('button', { name: 'Block' }).click();
    await notice('shop.example is blocked.').waitFor();
    await page.getByRole('button', { name: 'Refresh now', disabled: true }).waitFor();
    await act('Unblock');
    await notice('shop.example is not blocked any more.').waitFor();
    await act('Delete');
    const remove = dialog().getByRole('button', { name: 'Delete' });
    await dialog().getByLabel('Type shop.example to confirm').fill('shop');
    expect(await remove.isDisabled()).toBe(true);
    await dialog().getByLabel('Type shop.example to confirm').fill('shop.example');
    await remove.click();
    await page.getByRole('heading', { name: 'Domains' }).waitFor();
    await row('site-00.example').waitFor();
    expect(await row('shop.example').count()).toBe(0);
  });

  test('dead letters are tried again once that is confirmed', async () => {
    await openSignedIn('#/queue');
    await page.getByRole('button', { name: 'Try those again' }).click();
    await dialog().getByRole('button', { name: 'Try those again' }).click();
    await notice('2 were put back into the queue.').waitFor();
    await page.getByRole('button', { name: 'Try those again', disabled: true }).waitFor();
    expect(await page.getByText('$0.42 of $1.00').isVisible()).toBe(true);
  });

  test('an error of the interface is told with its request, and can be dismissed', async () => {
    await openSignedIn();
    stage.server.refuseNext('keys/', new Refusal(429, 'rate_limited', 'Too many calls just now'));
    await choose('Nightly import', 'Disable');
    await notice('Too many calls just now').waitFor();
    await notice('Trying again later may help.').waitFor();
    expect(await page.locator('.notifications').textContent()).toMatch(/Request [0-9a-f]{32}/);
    await page.locator('.notifications').getByRole('button', { name: 'Close' }).click();
    await notice('Too many calls just now').waitFor({ state: 'detached' });
  });

  test('what could not be loaded can be tried again', async () => {
    await open('#/queue');
    stage.server.refuseNext('queue', new Refusal(500, 'internal', 'Something went wrong'));
    await enter();
    await page.getByRole('alert').getByText('Something went wrong').waitFor();
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByText('Given up (dead letters)').waitFor();
    stage.server.refuseNext('queue', new Refusal(500, 'internal', 'Wrong once more'));
    await page.getByRole('button', { name: 'Load again' }).click();
    await notice('Wrong once more').waitFor();
    expect(await page.getByText('Given up (dead letters)').isVisible()).toBe(true);
  });

  test('language and theme follow the system, and a choice is kept', async () => {
    await open('', { locale: 'zh-CN', colorScheme: 'dark' });
    await page.getByRole('button', { name: '登录' }).click();
    await page.getByRole('link', { name: 'Enter as operator' }).click();
    await page.getByRole('heading', { name: '密钥' }).waitFor();
    const bodyClass = async () => (await page.locator('body').getAttribute('class')) ?? '';
    expect(await bodyClass()).toContain('awsui-dark-mode');
    expect(await page.locator('html').getAttribute('lang')).toBe('zh-CN');

    await page.getByRole('button', { name: 'operator@example.com' }).click();
    await menuItem('English').click();
    await page.getByRole('heading', { name: 'Keys' }).waitFor();
    await page.getByRole('button', { name: 'operator@example.com' }).click();
    await menuItem('Light').click();
    await page.reload();
    await page.getByRole('heading', { name: 'Keys' }).waitFor();
    expect(await bodyClass()).not.toContain('awsui-dark-mode');
  });

  test('on a telephone every section is reached, and nothing is wider than the screen', async () => {
    await openSignedIn('', { viewport: { width: 390, height: 844 }, hasTouch: true });
    for (const [link, heading] of [
      ['Domains', 'Domains'],
      ['Batches', 'Start a batch'],
      ['Queue and costs', 'Queue and costs'],
      ['Keys', 'Keys'],
    ] as const) {
      await page.getByRole('navigation').getByRole('link', { name: link }).tap();
      await page.getByRole('heading', { name: heading, level: 1 }).waitFor();
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    }
  });

  test('by keyboard alone: past the navigation, into a dialog, and back to where it was opened', async () => {
    await openSignedIn();
    await page.keyboard.press('Tab');
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Skip to the content');
    await page.keyboard.press('Enter');
    expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('MAIN');
    const create = page.getByRole('button', { name: 'Create a key' });
    await create.focus();
    await page.keyboard.press('Enter');
    await dialog().waitFor();
    await page.keyboard.press('Escape');
    await dialog().waitFor({ state: 'detached' });
    expect(await create.evaluate((element) => element === document.activeElement)).toBe(true);
  });

  test.each(['light', 'dark'] as const)(
    'axe finds nothing serious in any view, %s',
    async (colorScheme) => {
      const found: Record<string, string[]> = {};
      const judge = async (view: string) => {
        const violations = await seriousViolations(page);
        if (violations.length > 0) found[view] = violations;
      };
      const go = async (view: string, ready: () => Locator) => {
        await page.goto(stage.server.url + view);
        await ready().first().waitFor();
        await judge(view);
      };
      // What moves in is see-through at first.
      await open('', { colorScheme, reducedMotion: 'reduce' });
      await page.getByRole('button', { name: 'Sign in' }).waitFor();
      await judge('landing');
      await enter();
      await row('Nightly import').waitFor();
      await judge('keys');
      await choose('Nightly import', 'Disable');
      await notice('Nightly import is disabled.').waitFor();
      await judge('notification');
      await page.getByRole('button', { name: 'operator@example.com' }).click();
      await judge('menu');
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: 'Create a key' }).click();
      await dialog().getByRole('radio', { name: 'pro' }).waitFor();
      await judge('new key');
      await dialog().getByLabel('Name').fill('Price watch');
      await dialog().getByRole('button', { name: 'Create a key' }).click();
      await dialog().getByText('It is shown this once').waitFor();
      await judge('created key');
      await go('#/keys/k1', () => page.getByRole('progressbar'));
      await page.getByRole('button', { name: 'The same as a table' }).click();
      await judge('usage as a table');
      await go('#/domains', () => row('shop.example'));
      await go('#/domains/shop.example', () => page.getByRole('tab'));
      for (const tab of ['Audits', 'Record', 'Sources', 'History']) {
        await page.getByRole('tab', { name: tab }).click();
        await page.getByRole('tabpanel', { name: tab }).locator('table:visible, dl:visible').first().waitFor();
        await judge(tab);
      }
      await page.getByRole('button', { name: 'Actions' }).click();
      await page.getByRole('menuitem', { name: 'Delete' }).click();
      await dialog().waitFor();
      await judge('delete a domain');
      await go('#/queue', () => page.getByText('$0.42 of $1.00'));
      expect(found).toEqual({});
    },
    60_000,
  );

  test('the first view weighs less than 300 KB compressed, all files taken together', async () => {
    await openSignedIn();
    await row('Nightly import').waitFor();
    const files = stage.watched.responses.filter(
      (response) => response.url().startsWith(stage.server.url) && !response.url().includes('/api/'),
    );
    const once = new Map(files.map((response) => [new URL(response.url()).pathname, response]));
    const bodies = await Promise.all([...once.values()].map((response) => response.body()));
    const bytes = bodies.reduce((sum, body) => sum + gzipSync(body).length, 0);
    expect(bytes).toBeGreaterThan(100_000);
    expect(bytes).toBeLessThan(FIRST_VIEW_BYTES);
  });

  if (process.env.UPDATE_SCREENSHOTS === '1') {
    test('screenshots for the README', async () => {
      const options = { viewport: { width: 1200, height: 700 }, deviceScaleFactor: 1 };
      await openSignedIn('', options);
      await row('Nightly import').waitFor();
      await page.screenshot({ path: 'docs/images/back-office-keys.png' });
      await page.goto(`${stage.server.url}#/domains/shop.example`);
      await page.getByRole('tab', { name: 'History' }).click();
      await page.locator('section[aria-label="SEO score"]').waitFor();
      await page.screenshot({ path: 'docs/images/back-office-domain.png' });
    });
  }

  test('nothing is loaded from other hosts than the page’s and the sign-in server’s', async () => {
    await openSignedIn('#/domains/shop.example');
    await page.getByRole('tab', { name: 'History' }).click();
    await page.locator('section[aria-label="SEO score"]').waitFor();
    expect([...stage.watched.hosts].sort()).toEqual(
      [new URL(stage.server.url).host, new URL(stage.signIn.issuer).host].sort(),
    );
  });
});

import { gzipSync } from 'node:zlib';
import { expect, test } from '@jest/globals';
import { launchBrowser } from './support/browser.ts';
import { describeInBrowser } from './support/describe-in-browser.ts';
import { eventually } from './support/eventually.ts';
import { operate } from './support/operate.ts';
import { stagePage } from './support/stage-page.ts';

const FIRST_VIEW_BYTES = 320_000;

const browser = await launchBrowser();

describeInBrowser(browser, 'the back office', (browser) => {
  const stage = stagePage(browser);
  const operator = operate(stage);
  const { dialog, enter, notice, open, openSignedIn, row } = operator;
  const menuItem = (name: string) => page().getByRole('menuitemradio', { name });
  const page = () => operator.page;

  test('signing in with code and PKCE returns to the requested view', async () => {
    await open('#/queue');
    await enter();
    await page().getByRole('heading', { name: 'Operations' }).waitFor();
    expect(page().url()).toBe(`${stage.server.url}#/queue`);
    expect(await page().getByRole('button', { name: 'operator@example.com' }).isVisible()).toBe(true);
  });

  test('a token that expires soon is renewed before the next call', async () => {
    stage.signIn.tokenSeconds = 30;
    await openSignedIn();
    await row('Nightly import').waitFor();
    expect(stage.signIn.renewals).toBeGreaterThan(0);
  });

  test('a revoked sign-in leads to a new sign-in without a loop', async () => {
    await openSignedIn();
    stage.signIn.revokeAll();
    await page().getByRole('link', { name: 'Operations' }).click();
    await page().getByText('Your session has ended.').waitFor();
    await enter();
    await page().getByRole('heading', { name: 'Operations' }).waitFor();
  });

  test('signing out ends the session of the page and of the sign-in server', async () => {
    await openSignedIn();
    await page().getByRole('button', { name: 'operator@example.com' }).click();
    await page().getByRole('menuitem', { name: 'Sign out' }).click();
    await page().getByRole('button', { name: 'Sign in' }).waitFor();
    expect(stage.watched.responses.some((response) => response.url().startsWith(`${stage.signIn.issuer}/end`))).toBe(
      true,
    );
    expect(await page().evaluate(() => JSON.stringify({ ...sessionStorage }))).not.toContain('access_token');
  });

  test('a created key is shown once and can be copied', async () => {
    await openSignedIn('#/keys', { permissions: ['clipboard-read', 'clipboard-write'] });
    await page().getByRole('button', { name: 'Create a key' }).click();
    await dialog().getByLabel('Name').fill('Price watch');
    await dialog().getByRole('radio', { name: 'pro' }).check();
    await dialog().getByRole('button', { name: 'Create a key' }).click();
    await dialog().getByText('It is shown this once').waitFor();
    const value = (await dialog().getByTestId('key-value').textContent())!;
    await dialog().getByRole('button', { name: 'Copy', exact: true }).click();
    await page().getByText('Copied').waitFor();
    expect(await page().evaluate(() => navigator.clipboard.readText())).toBe(value);
    await dialog().getByRole('button', { name: 'Close' }).last().click();
    await row('Price watch').waitFor();
    expect(await page().content()).not.toContain(value);
    expect(await row('Price watch').textContent()).toContain('pro');
  });

  test('a rejected form keeps its input and shows the error with the request id', async () => {
    await openSignedIn();
    await page().getByRole('button', { name: 'Create a key' }).click();
    await dialog().getByLabel('Name').fill('Nightly import');
    await dialog().getByRole('button', { name: 'Create a key' }).click();
    await dialog()
      .getByText(/name is the name of another key · Request [0-9a-f]{32}/)
      .first()
      .waitFor();
    expect(await dialog().getByLabel('Name').inputValue()).toBe('Nightly import');
  });

  test('all domains are listed with their changes, searched by any part of their names, and sorted', async () => {
    await openSignedIn('#/domains');
    await row('shop.example').waitFor();
    await page().getByText('48 domains', { exact: true }).waitFor();
    await row('shop.example').getByText('better').waitFor();
    await page().getByRole('searchbox').fill('ked-on');
    await row('asked-once.example').getByText('Not fetched').waitFor();
    await row('shop.example').waitFor({ state: 'detached' });
    await page().getByText('1 of 48 domains').waitFor();
    await page().getByRole('searchbox').fill('');
    const isFirst = (name: string) => page().getByRole('row').nth(1).filter({ hasText: name }).waitFor();
    await isFirst('asked-once.example');
    await page().getByRole('columnheader', { name: 'Domain' }).getByRole('button').click();
    await isFirst('site-39.example');
  });

  test('a refreshed domain shows its progress, its new score and one more point in its chart', async () => {
    await openSignedIn('#/domains/shop.example');
    await page().getByRole('tab', { name: 'History' }).click();
    await page()
      .getByRole('img', { name: /^SEO score: 20 values/ })
      .waitFor();
    await page().getByRole('button', { name: 'Refresh data' }).click();
    await page().getByText('Being fetched').waitFor();
    await notice('shop.example is fetched.').waitFor();
    await page()
      .getByRole('img', { name: /^SEO score: 21 values/ })
      .waitFor();
    await page().getByText('91', { exact: true }).first().waitFor();
  });

  test('audits show failures first, each with its points, occurrences and advice', async () => {
    await openSignedIn('#/domains/shop.example');
    await page().getByRole('tab', { name: 'Home page audits' }).click();
    await page().getByRole('img', { name: 'SEO score: 86 of 100' }).waitFor();
    const panel = page().getByRole('tabpanel');
    const titles = panel.getByRole('heading', { level: 3 });
    await eventually(
      () => titles.allTextContents(),
      [
        expect.stringContaining('Some images have no alternative text15 occurrences−25 points'),
        expect.stringContaining('The page has no meta description−25 points'),
      ],
    );
    await panel.getByText('15 of 18 images fail.').waitFor();
    await panel
      .getByText('Describe the content of each image in its alt attribute; use alt="" for decorative images.')
      .waitFor();
    const rule = panel.getByRole('link', { name: 'About this rule' }).first();
    expect(await rule.getAttribute('href')).toContain('image-alt');
    await page().getByRole('button', { name: 'Passed (2)' }).click();
    await page().getByText('The document has a title').waitFor();
    const items = page().getByRole('table', { name: 'Occurrences' });
    expect(await items.textContent()).toContain('<img src="/banner.jpg">');
    await page().getByText('3 more are not stored').waitFor();
    await eventually(() => items.getByRole('row').count(), 1 + 10);
    await page().getByRole('button', { name: 'Show all 12' }).click();
    await eventually(() => items.getByRole('row').count(), 1 + 12);
  });

  test('unknown values have the reason of their source', async () => {
    await openSignedIn('#/domains/shop.example');
    await page().getByRole('tab', { name: 'Record' }).click();
    await page().getByText('not known: Open PageRank: Too slow, no answer in time').first().waitFor();
    await page().getByRole('tab', { name: 'Sources' }).click();
    expect(await row('DataForSEO').textContent()).toContain('Not configured');
    expect(await row('DataForSEO').textContent()).toContain('not requested, or no response');
    expect(await row('Name servers').textContent()).toContain('this source has no single HTTP status');
  });

  test('a domain is blocked, unblocked, and deleted after its name is typed', async () => {
    await openSignedIn('#/domains/shop.example');
    const act = async (item: string) => {
      await page().getByRole('button', { name: 'More', exact: true }).click();
      await page().getByRole('menuitem', { name: item, exact: true }).click();
    };
    await act('Block');
    expect(await dialog().getByRole('radio', { name: 'is still returned' }).isChecked()).toBe(true);
    await dialog().getByRole('button', { name: 'Block' }).click();
    await notice('shop.example is blocked.').waitFor();
    await page().getByRole('button', { name: 'Refresh data', disabled: true }).waitFor();
    await act('Unblock');
    await notice('shop.example is not blocked any more.').waitFor();
    await act('Delete');
    const remove = dialog().getByRole('button', { name: 'Delete' });
    await dialog().getByLabel('Type shop.example to confirm').fill('shop');
    expect(await remove.isDisabled()).toBe(true);
    await dialog().getByLabel('Type shop.example to confirm').fill('shop.example');
    await remove.click();
    await page().getByRole('heading', { name: 'Domains' }).waitFor();
    await row('site-00.example').waitFor();
    expect(await row('shop.example').count()).toBe(0);
  });

  test('language and theme follow the system, and a choice is kept', async () => {
    await open('', { locale: 'zh-CN', colorScheme: 'dark' });
    await page().getByRole('button', { name: '登录' }).click();
    await page().getByRole('link', { name: 'Enter as operator' }).click();
    await page().getByRole('heading', { name: '概览' }).waitFor();
    const html = page().locator('html');
    expect(await html.getAttribute('data-theme')).toBe('dark');
    expect(await html.getAttribute('lang')).toBe('zh-CN');

    await page().getByRole('button', { name: 'operator@example.com' }).click();
    await menuItem('English').click();
    await page().getByRole('heading', { name: 'Overview' }).waitFor();
    await page().getByRole('button', { name: 'operator@example.com' }).click();
    await menuItem('Light').click();
    await page().reload();
    await page().getByRole('heading', { name: 'Overview' }).waitFor();
    expect(await html.getAttribute('data-theme')).toBe('light');
  });

  test('every section is reachable on a phone, and nothing is wider than the screen', async () => {
    await openSignedIn('', { viewport: { width: 390, height: 844 }, hasTouch: true });
    for (const [link, heading] of [
      ['Domains', 'Domains'],
      ['Bulk fetch', 'Bulk fetch'],
      ['Operations', 'Operations'],
      ['Keys', 'Keys'],
    ] as const) {
      await page().getByRole('button', { name: 'Open the navigation' }).tap();
      await page().getByRole('navigation', { name: 'Sections' }).getByRole('link', { name: link }).tap();
      await page().getByRole('heading', { name: heading, level: 1 }).waitFor();
      expect(await page().evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    }
  });

  test('the search leads to domains and views by keyboard alone', async () => {
    await openSignedIn('');
    await page().keyboard.press('ControlOrMeta+k');
    const field = dialog().getByRole('searchbox');
    await field.waitFor();
    await page().keyboard.type('shop.ex');
    await dialog().getByRole('menuitem', { name: 'shop.example', exact: true }).waitFor();
    await page().keyboard.press('Enter');
    await page().getByRole('heading', { name: 'shop.example', level: 1 }).waitFor();
    await dialog().waitFor({ state: 'detached' });
    await page().getByRole('button', { name: 'Search', exact: true }).click();
    await page().keyboard.type('journal');
    await dialog().getByRole('menuitem', { name: 'Journal', exact: true }).click();
    await page().getByRole('heading', { name: 'Journal', level: 1 }).waitFor();
  });

  test('a slash opens the search, except in a field', async () => {
    await openSignedIn('#/domains');
    await page().getByRole('searchbox', { name: 'Search domains' }).pressSequentially('a/');
    await page().waitForURL(/name=a%2F/);
    expect(await dialog().count()).toBe(0);
    await page().getByRole('link', { name: 'Domains', exact: true }).focus();
    await page().keyboard.press('/');
    await dialog().getByRole('searchbox').waitFor();
    await page().keyboard.type('s/');
    await eventually(() => dialog().getByRole('searchbox').inputValue(), 's/');
  });

  test('the search finds pages of a crawled site', async () => {
    await openSignedIn('');
    await page().keyboard.press('ControlOrMeta+k');
    await dialog().getByRole('searchbox').fill('measured.example shoe');
    await dialog().getByRole('group', { name: 'Pages' }).getByRole('menuitem').first().click();
    await page().waitForURL(/#\/domains\/measured\.example\/https/);
  });

  test('the keyboard alone skips the navigation, opens a dialog, and returns to its button', async () => {
    await openSignedIn();
    await page().keyboard.press('Tab');
    expect(await page().evaluate(() => document.activeElement?.textContent)).toBe('Skip to the content');
    await page().keyboard.press('Enter');
    expect(await page().evaluate(() => document.activeElement?.tagName)).toBe('MAIN');
    const create = page().getByRole('button', { name: 'Create a key' });
    await create.focus();
    await page().keyboard.press('Enter');
    await dialog().waitFor();
    await page().keyboard.press('Escape');
    await dialog().waitFor({ state: 'detached' });
    expect(await create.evaluate((element) => element === document.activeElement)).toBe(true);
  });

  test('all files of the sign-in are less than 60 KB compressed', async () => {
    await open('');
    await page().getByRole('button', { name: 'Sign in' }).waitFor();
    const bodies = await Promise.all(stage.watched.responses.map((response) => response.body()));
    const bytes = bodies.reduce((sum, body) => sum + gzipSync(body).length, 0);
    expect(bytes).toBeGreaterThan(10_000);
    expect(bytes).toBeLessThan(60_000);
  });

  test('all files of the first view are less than 320 KB compressed', async () => {
    await open('');
    await enter();
    await page().getByRole('list', { name: 'Top issues' }).getByText('measured.example').first().waitFor();
    const files = stage.watched.responses.filter(
      (response) => response.url().startsWith(stage.server.url) && !response.url().includes('/api/'),
    );
    const once = new Map(files.map((response) => [new URL(response.url()).pathname, response]));
    const bodies = await Promise.all([...once.values()].map((response) => response.body()));
    const bytes = bodies.reduce((sum, body) => sum + gzipSync(body).length, 0);
    expect(bytes).toBeGreaterThan(100_000);
    expect(bytes).toBeLessThan(FIRST_VIEW_BYTES);
  });

  test('nothing is loaded from hosts other than those of the page and the sign-in server', async () => {
    await open('#/domains/shop.example');
    await enter();
    await page().getByRole('tab', { name: 'History' }).click();
    await page()
      .getByRole('img', { name: /^SEO score: / })
      .first()
      .waitFor();
    expect([...stage.watched.hosts].sort()).toEqual(
      [new URL(stage.server.url).host, new URL(stage.signIn.issuer).host].sort(),
    );
  });
});

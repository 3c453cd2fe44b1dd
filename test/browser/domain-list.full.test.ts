import { expect, test } from '@jest/globals';
import { launchBrowser } from './support/browser.ts';
import { describeInBrowser } from './support/describe-in-browser.ts';
import { eventually } from './support/eventually.ts';
import { operate } from './support/operate.ts';
import { phone } from './support/phone.ts';
import { stagePage } from './support/stage-page.ts';
import { accessibilityViolations } from './support/watched-page.ts';

const browser = await launchBrowser();

describeInBrowser(browser, 'the list of domains', (browser) => {
  const stage = stagePage(browser);
  const { openSignedIn, row, dialog, notice, saved } = operate(stage);
  const page = () => stage.watched.page;
  const select = (domain: string) =>
    page()
      .getByRole('checkbox', { name: `Select ${domain}` })
      .check();
  const selection = () => page().getByRole('region', { name: 'Selected domains' });
  async function act(name: string) {
    await selection().getByRole('button', { name: 'Actions' }).click();
    await page().getByRole('menuitem', { name, exact: true }).click();
  }
  const names = () => page().getByRole('rowheader').getByRole('link').allTextContents();
  const headers = () => page().getByRole('columnheader').allTextContents();
  /** Selects a property in the menu of filters. */
  async function filterBy(property: string) {
    await page().getByRole('button', { name: 'Add filter' }).click();
    await page().getByRole('menuitem', { name: property, exact: true }).click();
    await dialog().waitFor();
  }

  test('is filtered and sorted by its address, which reflects each selection', async () => {
    await openSignedIn('#/domains?name=ing&where=score%3E10&sort=-domain');
    await row('failing.example').waitFor();
    await page().getByText('1 of 48 domains').waitFor();
    await page().getByRole('searchbox').fill('site-0');
    await row('site-09.example').waitFor();
    await page().getByRole('row').nth(1).filter({ hasText: 'site-09.example' }).waitFor();
    await page().getByRole('button', { name: 'SEO score', exact: true }).click();
    await page().waitForURL(/sort=score/);
    expect(decodeURIComponent(page().url())).toContain('#/domains?name=site-0&where=score>10&sort=score');
    await page().getByRole('button', { name: 'Clear filters' }).click();
    await page().waitForURL(/#\/domains\?name=site-0&sort=score$/);
    await filterBy('State');
    await dialog().getByRole('button', { name: /Value/ }).click();
    await page().getByRole('option', { name: 'Not followed' }).click();
    await dialog().getByRole('button', { name: 'Apply' }).click();
    await page().waitForURL(/where=state%3Dnot_followed/);
    await page().getByRole('button', { name: 'State is Not followed', exact: true }).waitFor();
  });

  test('is filtered by conditions that can be changed and removed', async () => {
    await openSignedIn('#/domains');
    await row('shop.example').waitFor();
    await filterBy('SEO score');
    await dialog().getByLabel('Value').fill('10');
    await dialog().getByRole('button', { name: 'Apply' }).click();
    await page().getByText('0 of 48 domains').waitFor();
    await page().getByText('No matching domains').waitFor();
    await page().getByRole('button', { name: 'SEO score < 10', exact: true }).click();
    expect(await dialog().getByLabel('Value').inputValue()).toBe('10');
    await dialog().getByLabel('Value').fill('100');
    await dialog().getByLabel('Value').press('Enter');
    await page().getByText('46 of 48 domains').waitFor();
    await page().getByRole('button', { name: 'Remove filter: SEO score < 100' }).click();
    await page().getByText('48 domains', { exact: true }).waitFor();
    expect(page().url()).toMatch(/#\/domains$/);
  });

  test('shows the columns of its filter and sort, also after a reload', async () => {
    await openSignedIn('#/domains?where=rank%3E0&sort=-visits&period=7d');
    const rank = page().getByRole('columnheader', { name: 'Tranco rank' });
    const state = async () => [page().url(), await headers(), await names()];
    await rank.waitFor();
    await row('shop.example').waitFor();
    const before = await state();
    expect(before[1]).toEqual(expect.arrayContaining(['Visits per month', 'Change (7 days)']));
    await page().reload();
    await row('shop.example').waitFor();
    await eventually(state, before);
    await page().getByRole('button', { name: 'Remove filter: Tranco rank > 0' }).click();
    await rank.waitFor({ state: 'detached' });
  });

  test('has the selected period of changes in its address and header', async () => {
    await openSignedIn('#/domains?name=site-01');
    const changed = row('site-01.example')
      .getByRole('cell')
      .filter({ hasText: /better|worse/ });
    // 50 + 13 thirty days ago, 88 a week ago, 86 now.
    expect((await changed.textContent())!).toContain('23');
    await page()
      .getByRole('button', { name: /Period of changes/ })
      .click();
    await page().getByRole('option', { name: 'Change: 7 days' }).click();
    await page().getByRole('columnheader', { name: 'Change (7 days)' }).waitFor();
    await page().waitForURL(/period=7d/);
    expect((await changed.textContent())!).toContain('2');
    await page().getByRole('columnheader', { name: 'Change (7 days)' }).getByRole('button').click();
    await page().waitForURL(/sort=change&period=7d/);
  });

  test('explains which values are missing or old', async () => {
    await openSignedIn('#/domains?name=failing');
    await row('failing.example').getByRole('button', { name: 'About: SEO score of failing.example' }).click();
    await dialog().getByText('The last update could not fetch the home page: HTTP 503.').waitFor();
    await page().keyboard.press('Escape');
    await row('failing.example').getByRole('button', { name: 'About: failed sources of failing.example' }).click();
    await dialog().getByRole('link', { name: 'Show sources' }).click();
    await page().waitForURL(/#\/domains\/failing\.example\?tab=sources$/);
  });

  test.each([
    ['1440', { viewport: { width: 1_440, height: 900 } }],
    ['390', phone],
  ])('fits a window of %s pixels', async (_, options) => {
    await openSignedIn('#/domains', options);
    await row('shop.example').waitFor();
    const overflowing = await page().evaluate(() =>
      [...document.querySelectorAll('html, main, main *')]
        .filter((element) => element.scrollWidth > element.clientWidth + 1)
        .filter(
          (element) => !['hidden', 'visible'].includes(getComputedStyle(element).overflowX) || element.matches('html'),
        )
        .map(({ className }) => className),
    );
    expect(overflowing).toEqual([]);
    const badges = await page()
      .getByText('Followed', { exact: true })
      .evaluateAll((shown) => shown.map(({ clientHeight }) => clientHeight));
    expect(badges.every((height) => height <= 20)).toBe(true);
  });

  test('accepts a name typed letter by letter and by an input method', async () => {
    await openSignedIn('#/domains');
    await row('shop.example').waitFor();
    const search = page().getByRole('searchbox');
    await search.pressSequentially('site-12');
    expect(await search.inputValue()).toBe('site-12');
    await page().getByText('1 of 48 domains').waitFor();
    await page().waitForURL(/\?name=site-12$/);
    await search.fill('');
    const session = await page().context().newCDPSession(page());
    for (const text of ['s', 'sh', 'sho']) {
      await session.send('Input.imeSetComposition', { text, selectionStart: text.length, selectionEnd: text.length });
    }
    await session.send('Input.insertText', { text: 'shop' });
    expect(await search.inputValue()).toBe('shop');
    // The link of the section opens the list without a filter.
    await page().getByRole('link', { name: 'Domains' }).first().click();
    await row('site-00.example').waitFor();
    expect(await search.inputValue()).toBe('');
  });

  test('tags, untags and follows the selected domains, and is filtered by tags', async () => {
    await openSignedIn('#/domains');
    await select('shop.example');
    await select('blocked.example');
    await act('Add tags');
    await dialog().getByLabel('Tags').fill('client, 汉字，client');
    await dialog().getByRole('button', { name: 'Add tags' }).click();
    await notice('2 domains were changed.').waitFor();
    await row('shop.example').getByText('汉字').waitFor();
    await page().goto(`${stage.server.url}#/domains?where=tag%3Dclient`);
    await row('site-00.example').waitFor({ state: 'detached' });
    await page().getByText('2 of 48 domains').waitFor();
    await eventually(names, ['blocked.example', 'shop.example']);
    await act('Follow');
    await notice('Not followed, because they are blocked or too many domains are followed: blocked.example').waitFor();
    await act('Remove tags');
    await dialog().getByLabel('Tags').fill('client');
    await dialog().getByRole('button', { name: 'Remove tags' }).click();
    await page().getByText('No matching domains').waitFor();
  });

  test('explains search and filters when nothing matches, and shows all domains again', async () => {
    await openSignedIn('#/domains?name=none-such&where=score%3E10&sort=-domain');
    await page()
      .getByText(/^Search by name, or filter by metrics, tags and state/)
      .waitFor();
    await page().getByRole('button', { name: 'Show all domains' }).click();
    await page().getByText('48 domains', { exact: true }).waitFor();
    expect(page().url()).toMatch(/#\/domains\?sort=-domain$/);
  });

  test('refetches all filtered domains as one batch, with their paid sources only if these are ticked', async () => {
    await openSignedIn('#/domains?name=site-0');
    await select('site-05.example');
    await selection().getByRole('button', { name: 'Select all 10' }).click();
    await act('Refresh');
    const paid = dialog().getByRole('checkbox', { name: /^Fetch paid sources too/ });
    expect(await paid.isChecked()).toBe(false);
    await dialog()
      .getByText(/their earlier values are kept/)
      .waitFor();
    await dialog()
      .getByText(/Crawls of whole sites are not repeated/)
      .waitFor();
    const sent = page().waitForRequest((request) => request.method() === 'POST' && /\/batches$/.test(request.url()));
    await dialog().getByRole('button', { name: 'Refresh' }).click();
    expect((await sent).postDataJSON()).toMatchObject({ refresh: true, paid: false });
    await page().waitForURL(/#\/batches\//);
    await page().getByText(/10 /).first().waitFor();
  });

  test('adds domains, with a wrong name described at the field and the outcome of each name', async () => {
    await openSignedIn('#/domains');
    await row('shop.example').waitFor();
    await page().getByRole('button', { name: 'Add domains' }).click();
    const field = dialog().getByRole('textbox', { name: 'Domain', exact: true });
    await field.and(page().locator(':focus')).waitFor();
    expect(
      await dialog()
        .getByRole('checkbox', { name: /Follow/ })
        .isChecked(),
    ).toBe(true);
    expect(await dialog().getByRole('button', { name: 'faulty.example' }).count()).toBe(0);
    await page().keyboard.type('nonsense');
    await page().keyboard.press('Enter');
    await dialog()
      .getByText(/^“nonsense” /)
      .waitFor();
    expect(await field.getAttribute('aria-invalid')).toBe('true');
    expect(await page().locator('.ui-toasts').textContent()).toBe('');
    expect(await dialog().textContent()).not.toMatch(/domains\.0|Request/);
    await field.fill('https://Added.example/page');
    await field.press('Enter');
    await dialog().getByText('added and followed').waitFor();
    await field.and(page().locator(':focus')).waitFor();
    await dialog().getByRole('button', { name: 'Several domains' }).click();
    await dialog()
      .getByRole('textbox', { name: 'Domains' })
      .fill('one.example\nnonsense\nblocked.example\none.example');
    await dialog().getByRole('button', { name: 'Add the domains' }).click();
    const outcomes = () => dialog().getByRole('status').last().getByRole('listitem').allTextContents();
    await eventually(async () => (await outcomes()).length, 4);
    expect(await outcomes()).toEqual([
      'one.exampleadded and followed; its data are being fetched',
      expect.stringMatching(/^“nonsense” /),
      '“blocked.example” is blocked by the operator of this service',
      'added.exampleadded and followed; its data are being fetched',
    ]);
    await dialog().getByRole('button', { name: 'One domain' }).click();
    await field.waitFor();
    await dialog().getByRole('button', { name: 'Several domains' }).waitFor();
    expect(await accessibilityViolations(page())).toEqual([]);
    await page().keyboard.press('Escape');
    await row('added.example').waitFor();
    await page().goto(`${stage.server.url}#/domains?where=state%3Dfollowed&name=one.example`);
    await row('one.example').waitFor();
  });

  test('is saved as CSV with its filter', async () => {
    await openSignedIn('#/domains?where=state%3Dblocked');
    await row('blocked.example').waitFor();
    expect(await saved()).toMatch(
      /^\uFEFFdomain,domain_unicode,updated_at,seo_score,[^\r]*\r\nblocked\.example,[^\r]*\r\n$/,
    );
  });

  test('keeps the selected columns and is operable by keyboard', async () => {
    await openSignedIn('#/domains');
    await row('shop.example').waitFor();
    await page().getByRole('button', { name: 'Columns' }).press('Enter');
    await page().getByRole('menuitemcheckbox', { name: 'Tranco rank' }).press('Space');
    await page().keyboard.press('Escape');
    const rank = page().getByRole('columnheader', { name: 'Tranco rank' });
    await rank.waitFor();
    await page().reload();
    await row('shop.example').waitFor();
    await rank.waitFor();
    await page().getByRole('checkbox', { name: 'Select shop.example' }).press('Space');
    await selection().getByRole('button', { name: 'Actions' }).press('Enter');
    await page().getByRole('menuitem', { name: 'Follow', exact: true }).press('Enter');
    await notice('1 domain was changed.').waitFor();
  });
});

import { expect, test } from '@jest/globals';
import { launchBrowser } from './support/browser.ts';
import { describeInBrowser } from './support/describe-in-browser.ts';
import { operate } from './support/operate.ts';
import { stagePage } from './support/stage-page.ts';

const browser = await launchBrowser();

describeInBrowser(browser, 'the list of domains', (browser) => {
  const stage = stagePage(browser);
  const { openSignedIn, row, dialog, notice, saved } = operate(stage);
  const page = () => stage.watched.page;
  const select = (domain: string) =>
    page()
      .getByRole('checkbox', { name: `Select ${domain}` })
      .check();
  async function act(name: string) {
    await page().getByRole('button', { name: 'Actions' }).click();
    await page().getByRole('menuitem', { name, exact: true }).click();
  }
  const names = () => page().getByRole('rowheader').allTextContents();

  test('is filtered and sorted by its address, which follows each choice', async () => {
    await openSignedIn('#/domains?name=ing&where=score%3E10&sort=-domain');
    await row('failing.example').waitFor();
    await page().getByText('1 match').first().waitFor();
    await page().getByRole('searchbox').fill('site-0');
    await row('site-09.example').waitFor();
    await page().getByRole('row').nth(1).filter({ hasText: 'site-09.example' }).waitFor();
    await page().getByRole('button', { name: 'SEO score', exact: true }).click();
    await page().waitForURL(/sort=score/);
    expect(decodeURIComponent(page().url())).toContain('#/domains?name=site-0&where=score>10&sort=score');
    await page().getByRole('button', { name: 'Clear filters' }).click();
    await page().waitForURL(/#\/domains\?name=site-0&sort=score$/);
    await page().getByRole('combobox', { name: 'Figures, tags and states' }).fill('State = not followed');
    await page().keyboard.press('Enter');
    await page().waitForURL(/where=state%3Dnot_followed/);
  });

  test('takes a name as it is typed, letter by letter and by an input method', async () => {
    await openSignedIn('#/domains');
    await row('shop.example').waitFor();
    const search = page().getByRole('searchbox');
    await search.pressSequentially('site-12');
    expect(await search.inputValue()).toBe('site-12');
    await page().getByText('1 match').first().waitFor();
    await page().waitForURL(/\?name=site-12$/);
    await search.fill('');
    const session = await page().context().newCDPSession(page());
    for (const text of ['s', 'sh', 'sho']) {
      await session.send('Input.imeSetComposition', { text, selectionStart: text.length, selectionEnd: text.length });
    }
    await session.send('Input.insertText', { text: 'shop' });
    expect(await search.inputValue()).toBe('shop');
    // The section's own link leads to the list without a filter.
    await page().getByRole('link', { name: 'Domains' }).first().click();
    await row('site-00.example').waitFor();
    expect(await search.inputValue()).toBe('');
  });

  test('has what is selected tagged, untagged and followed, and is filtered by tags then', async () => {
    await openSignedIn('#/domains');
    await select('shop.example');
    await select('blocked.example');
    await act('Tag');
    await dialog().getByLabel('Tags').fill('client, 汉字，client');
    await dialog().getByRole('button', { name: 'Tag' }).click();
    await notice('Domains that were changed: 2.').waitFor();
    await row('shop.example').getByText('汉字').waitFor();
    await page().goto(`${stage.server.url}#/domains?where=tag%3Dclient`);
    await row('site-00.example').waitFor({ state: 'detached' });
    await page().getByText('2 matches').first().waitFor();
    expect(await names()).toEqual(['blocked.example', 'shop.example']);
    await act('Follow');
    await notice('Not followed, since they are blocked or too many are followed: blocked.example').waitFor();
    await act('Remove tags');
    await dialog().getByLabel('Tags').fill('client');
    await dialog().getByRole('button', { name: 'Remove tags' }).click();
    await page().getByText('Nothing matches the search.').first().waitFor();
  });

  test('has all that the filter leaves fetched anew, as one batch', async () => {
    await openSignedIn('#/domains?name=site-0');
    await row('site-05.example').waitFor();
    await act('Select all 10');
    await act('Fetch anew');
    await page().waitForURL(/#\/batches\//);
    await page().getByText(/10 /).first().waitFor();
  });

  test('is saved as CSV, as it is filtered', async () => {
    await openSignedIn('#/domains?where=state%3Dblocked');
    await row('shop.example').waitFor({ state: 'detached' });
    expect(await saved()).toMatch(
      /^\uFEFFdomain,domain_unicode,updated_at,seo_score,[^\r]*\r\nblocked\.example,[^\r]*\r\n$/,
    );
  });

  test('keeps the chosen columns, and all that can be done with it can be done by keyboard', async () => {
    await openSignedIn('#/domains');
    await row('shop.example').waitFor();
    await page().getByRole('button', { name: 'Columns' }).press('Enter');
    await dialog().getByRole('checkbox', { name: 'Tranco rank' }).press('Space');
    await dialog().getByRole('button', { name: 'Save' }).press('Enter');
    const rank = page().getByRole('columnheader', { name: 'Tranco rank' });
    await rank.waitFor({ state: 'detached' });
    await page().reload();
    await row('shop.example').waitFor();
    expect(await rank.count()).toBe(0);
    await page().getByRole('checkbox', { name: 'Select shop.example' }).press('Space');
    await page().getByRole('button', { name: 'Actions' }).press('Enter');
    const follow = page().getByRole('menuitem', { name: 'Follow', exact: true });
    for (let step = 0; step < 5; step++) await page().keyboard.press('ArrowDown');
    await follow.waitFor();
    await page().keyboard.press('Enter');
    await notice('Domains that were changed: 1.').waitFor();
  });
});

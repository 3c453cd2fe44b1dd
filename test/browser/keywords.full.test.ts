import { expect, test } from '@jest/globals';
import { launchBrowser } from './support/browser.ts';
import { describeInBrowser } from './support/describe-in-browser.ts';
import { operate } from './support/operate.ts';
import { stagePage } from './support/stage-page.ts';

const browser = await launchBrowser();

describeInBrowser(browser, 'keyword research', (browser) => {
  const stage = stagePage(browser);
  const { openSignedIn, row, dialog, notice, saved } = operate(stage);
  const page = () => stage.watched.page;
  const button = (name: string) => page().getByRole('button', { name, exact: true });
  const select = (keyword: string) =>
    page()
      .getByRole('checkbox', { name: `Select ${keyword}`, exact: true })
      .check();
  async function choose(field: string, option: string) {
    await page().getByLabel(field).first().click();
    await page().getByRole('option', { name: option, exact: true }).click();
  }

  test('takes every filter of the interface; the address has its parameters and opens the same search', async () => {
    await openSignedIn('#/keywords');
    expect(await page().getByRole('main').getByRole('button', { name: 'Search', exact: true }).isDisabled()).toBe(true);
    await page().getByLabel('Words').first().fill('camping');
    await page().getByLabel('Domain').fill('shop.example');
    await choose('Order', 'Most searched first');
    await button('More filters').click();
    await choose('Language', 'German');
    await choose('Market', 'Austria');
    await choose('Engines', 'Google');
    await page().keyboard.press('Escape');
    await page().getByLabel('Number of words').fill('2-4');
    await page().getByLabel('Least score').fill('10');
    await page().getByLabel('Greatest score').fill('90');
    await page().getByLabel('Greatest score').press('Enter');
    await row('camping near me 1').first().waitFor();
    const asked = { q: 'camping', domain: 'shop.example', language: 'de', country: 'AT', engine: 'google' };
    const query = page().url().split('?')[1];
    expect(Object.fromEntries(new URLSearchParams(query))).toEqual({
      ...asked,
      ...{ word_count: '2-4', score_min: '10', score_max: '90', sort: 'search_volume' },
    });
    await page().reload();
    await row('camping near me 1').first().waitFor();
    expect(await page().getByLabel('Number of words').inputValue()).toBe('2-4');
    await page().getByRole('columnheader', { name: 'On the home page' }).waitFor();
  });

  test('names the parameter that is wrong, and a domain of which nothing is stored', async () => {
    await openSignedIn('#/keywords?q=camping&word_count=x');
    await page()
      .getByText('word_count must be a number, a range or a minimum such as 3, 3-5 or 4+, from 1 to 20')
      .waitFor();
    await page().goto(`${stage.server.url}#/keywords?domain=asked-once.example`);
    await page().getByText('No data are stored for this domain. Fetch it first.').waitFor();
    await page().goto(`${stage.server.url}#/keywords?q=nothing`);
    await page().getByText('No keyword is known for this search.').waitFor();
  });

  test('has columns of figures only where some are known, and says who was asked', async () => {
    await openSignedIn('#/keywords?q=measured');
    await row('measured near me 1').first().getByText('$1.25').waitFor();
    await page().goto(`${stage.server.url}#/keywords?q=camping`);
    await page().getByText('Searches, costs and difficulty are not known').waitFor();
    expect(await page().getByRole('columnheader', { name: 'Searches a month' }).count()).toBe(0);
    await button('Who was asked').click();
    await page().getByRole('listitem').filter({ hasText: 'Bing: Too slow' }).waitFor();
  });

  test('goes on to the end, copies what is selected and saves all of it, or the selection', async () => {
    await openSignedIn('#/keywords?q=camping', { permissions: ['clipboard-read', 'clipboard-write'] });
    await row('camping near me 1').first().waitFor();
    expect((await saved()).trim().split('\r\n')).toHaveLength(141);
    await button('Show more').click();
    await row('camping how to 133').waitFor();
    await select('camping best 3');
    await select('camping how to 133');
    await button('Copy').click();
    await notice('2 keywords are copied').waitFor();
    expect(await page().evaluate(() => navigator.clipboard.readText())).toBe('camping best 3\ncamping how to 133');
    const [header, ...rows] = (await saved()).trimEnd().split('\r\n');
    expect(header).toMatch(/^\uFEFFkeyword,score,/);
    expect(rows.map((line) => line.split(',')[0])).toEqual(['camping best 3', 'camping how to 133']);
  });

  test('leads from a keyword to its long tail, deeper, and back to the search', async () => {
    await openSignedIn('#/keywords?q=camping&word_count=2%2B');
    await page().getByRole('link', { name: 'camping near me 1', exact: true }).click();
    await page().getByRole('heading', { name: 'Long tail of “camping near me 1”' }).waitFor();
    await row('camping near me 1 questions 49').waitFor();
    expect(await row('camping near me 1 commercial 0').count()).toBe(0);
    await button('Show 10 more').click();
    await row('camping near me 1 questions 59').waitFor();
    await button('Questions (60)').click();
    await row('camping near me 1 questions 1').first().waitFor({ state: 'detached' });
    await button('Open all groups').click();
    await page().getByRole('link', { name: 'camping near me 1 related 0' }).click();
    await page().getByRole('heading', { name: 'Long tail of “camping near me 1 related 0”' }).waitFor();
    await page().getByRole('navigation', { name: 'Breadcrumbs' }).getByRole('link', { name: 'Keywords' }).click();
    await row('camping near me 1').first().waitFor();
    expect(page().url()).toMatch(/#\/keywords\?q=camping&word_count=2%2B$/);
  });

  test('keeps lists: from a search and a long tail into one, which is renamed, shortened, saved and deleted', async () => {
    await openSignedIn('#/keywords?q=camping');
    await select('camping best 3');
    await select('camping');
    await button('Add to a list').click();
    await dialog().getByLabel('Name').fill('Spring');
    await dialog().getByRole('button', { name: 'Add to a list' }).click();
    await notice('2 keywords are in “Spring”.').waitFor();
    await page().goto(`${stage.server.url}#/long-tail?keyword=tent`);
    await select('tent questions 1');
    await button('Add to a list').click();
    await dialog().getByRole('button', { name: 'Spring' }).waitFor();
    await dialog().getByRole('button', { name: 'Add to a list' }).click();
    await notice('1 keyword is in “Spring”.').waitFor();
    await page().goto(`${stage.server.url}#/keyword-lists`);
    await row('Spring').getByRole('cell', { name: '3', exact: true }).waitFor();
    await page().getByRole('link', { name: 'Spring' }).click();
    await row('tent questions 1').waitFor();
    expect(await saved()).toBe(
      '\uFEFFkeyword,language,score,search_volume\r\ncamping best 3,en,99,\r\ncamping,en,100,\r\ntent questions 1,en,89,\r\n',
    );
    await select('camping');
    await button('Remove from the list').click();
    await row('camping best 3').waitFor();
    await page().getByRole('checkbox', { name: 'Select camping', exact: true }).waitFor({ state: 'detached' });
    await button('Rename').click();
    await dialog().getByLabel('Name').fill('Summer');
    await dialog().getByRole('button', { name: 'Rename' }).click();
    await page().getByRole('heading', { name: 'Summer' }).waitFor();
    await button('Delete the list').click();
    await dialog().getByRole('button', { name: 'Delete the list' }).click();
    await page().getByText('You have no list yet.').waitFor();
  });
});

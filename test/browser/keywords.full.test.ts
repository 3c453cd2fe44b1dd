import { expect, test } from '@jest/globals';
import { launchBrowser } from './support/browser.ts';
import { describeInBrowser } from './support/describe-in-browser.ts';
import { eventually } from './support/eventually.ts';
import { operate } from './support/operate.ts';
import { phone } from './support/phone.ts';
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
    await page()
      .getByRole('button', { name: new RegExp(`${field}$`) })
      .click();
    await page().getByRole('option', { name: option, exact: true }).click();
  }
  const menu = async (item: string) => {
    await button('More actions').click();
    await page().getByRole('menuitem', { name: item }).click();
  };

  test('has every filter of the API in its address, which opens the same search', async () => {
    await openSignedIn('#/keywords');
    expect(await page().getByRole('main').getByRole('button', { name: 'Search', exact: true }).isDisabled()).toBe(true);
    await page().getByLabel('Search terms').fill('camping');
    await page().getByLabel('Domain’s home page').fill('shop.example');
    await choose('Language', 'German');
    await choose('Market', 'Austria');
    await page().getByText('Filters', { exact: true }).click();
    await button('Engines: all').click();
    await page().getByRole('menuitemcheckbox', { name: 'Google' }).click();
    await page().keyboard.press('Escape');
    await page().getByLabel('Number of words').fill('2-4');
    await page().getByLabel('Minimum score').fill('10');
    await page().getByLabel('Maximum score').fill('95');
    await page().getByLabel('Maximum score').press('Enter');
    await row('camping near me 1').first().waitFor();
    await choose('Order', 'Fewest words first');
    await page().waitForURL(/sort=word_count/);
    await row('camping near me 1').first().waitFor();
    const requested = { q: 'camping', domain: 'shop.example', language: 'de', country: 'AT', engine: 'google' };
    const query = page().url().split('?')[1];
    expect(Object.fromEntries(new URLSearchParams(query))).toEqual({
      ...requested,
      ...{ word_count: '2-4', score_min: '10', score_max: '95', sort: 'word_count' },
    });
    await page().reload();
    await row('camping near me 1').first().waitFor();
    expect(await page().getByLabel('Number of words').inputValue()).toBe('2-4');
    await page().getByRole('columnheader', { name: 'On the home page' }).waitFor();
  });

  test('reloads automatically while suggestions are added, and shows a chip for each engine', async () => {
    await openSignedIn('#/keywords?q=growing');
    await page().getByText('The list updates by itself').waitFor();
    await row('growing near me 1').first().waitFor({ timeout: 30_000 });
    await page().getByText('The list updates by itself').waitFor({ state: 'detached' });
    const chips = row('growing near me 1').first().getByRole('listitem');
    expect(await chips.first().textContent()).toMatch(/^Google \d+$/);
  });

  test('reports an invalid parameter and a domain without stored data', async () => {
    await openSignedIn('#/keywords?q=camping&word_count=x');
    await page()
      .getByText('word_count must be a number, a range or a minimum such as 3, 3-5 or 4+, from 1 to 20')
      .waitFor();
    await page().goto(`${stage.server.url}#/keywords?domain=asked-once.example`);
    await page().getByText('No data are stored for this domain. Fetch it first.').waitFor();
    await page().goto(`${stage.server.url}#/keywords?q=nothing`);
    await page().getByText('No keywords found').waitFor();
  });

  test('explains the score of a phrase by the home page when only a domain is searched', async () => {
    await openSignedIn('#/keywords?domain=shop.example');
    await row('camping near me 1').first().waitFor();
    await page().getByText('where and how often the phrase occurs on the home page').waitFor();
    expect(await page().getByText('engines suggest a keyword').count()).toBe(0);
    await page().goto(`${stage.server.url}#/keywords?q=camping&domain=shop.example`);
    await page().getByText('engines suggest a keyword').waitFor();
  });

  test('has columns of paid metrics only when some are known, and lists its sources', async () => {
    await openSignedIn('#/keywords?q=measured');
    await row('measured near me 1').first().getByText('$1.25').waitFor();
    await page()
      .getByRole('button', { name: /Order$/ })
      .click();
    await page().getByRole('option', { name: 'Most searched first' }).waitFor();
    await page().keyboard.press('Escape');
    expect((await saved()).split('\r\n')[0]).toMatch(
      /,search_volume,cpc_usd,competition,keyword_difficulty,.*,intent,/,
    );
    await page().goto(`${stage.server.url}#/keywords?q=camping&engine=google,bing`);
    await row('camping near me 1').first().waitFor();
    expect(await page().getByRole('columnheader', { name: 'Searches per month' }).count()).toBe(0);
    await page()
      .getByRole('button', { name: /Order$/ })
      .click();
    await page().getByRole('option', { name: 'By name' }).waitFor();
    expect(await page().getByRole('option', { name: 'Most searched first' }).count()).toBe(0);
    await page().keyboard.press('Escape');
    await page().getByText('Data sources', { exact: true }).click();
    await page()
      .getByText(/Searches per month, costs and difficulty are unknown/)
      .waitFor();
    await page().getByRole('listitem').filter({ hasText: 'Bing: ' }).waitFor();
  });

  test('shows further pages, copies the selection, and saves everything or the selection', async () => {
    await openSignedIn('#/keywords?q=camping', { permissions: ['clipboard-read', 'clipboard-write'] });
    await row('camping near me 1').first().waitFor();
    expect((await saved()).trim().split('\r\n')).toHaveLength(141);
    await button('Show more').click();
    await row('camping how to 133').waitFor();
    await select('camping best 3');
    await select('camping how to 133');
    await button('Copy').click();
    await notice('2 keywords were copied').waitFor();
    expect(await page().evaluate(() => navigator.clipboard.readText())).toBe('camping best 3\ncamping how to 133');
    const [header, ...rows] = (await saved()).trimEnd().split('\r\n');
    expect(header).toMatch(/^\uFEFFkeyword,score,/);
    // No provider knows anything about these keywords.
    expect(header).not.toMatch(/search_volume|cpc|competition|difficulty|intent/);
    expect(rows.map((line) => line.split(',')[0])).toEqual(['camping best 3', 'camping how to 133']);
  });

  test('selects the top twenty at once, in the order of the table, and saves them', async () => {
    await openSignedIn('#/keywords?q=camping');
    await row('camping near me 1').first().waitFor();
    const names = (await page().getByRole('rowheader').allTextContents()).slice(0, 20);
    await button('Select the top 20').click();
    await page().getByText('20 selected').waitFor();
    const [, ...rows] = (await saved()).trimEnd().split('\r\n');
    expect(rows.map((line) => line.split(',')[0])).toEqual(names);
    expect(await button('Select the top 20').count()).toBe(0);
  });

  test('shows the first twenty keywords on a phone, and more on request', async () => {
    await openSignedIn('#/keywords?q=camping', phone);
    await row('camping near me 1').first().waitFor();
    await eventually(() => page().getByRole('rowheader').count(), 20);
    for (const shown of [40, 60, 80, 100, 120]) {
      await button('Show more').click();
      await page()
        .getByRole('rowheader')
        .nth(shown - 1)
        .waitFor();
      await eventually(() => page().getByRole('rowheader').count(), shown);
    }
    expect((await saved()).trim().split('\r\n')).toHaveLength(141);
    await page().setViewportSize({ width: 1440, height: 900 });
    await row('camping how to 133').waitFor();
  });

  test('links from a keyword to its long tail, to a longer one, and back to the search', async () => {
    await openSignedIn('#/keywords?q=camping&word_count=2%2B');
    await page().getByRole('link', { name: 'camping near me 1', exact: true }).click();
    await page().getByRole('heading', { name: 'Long tail of “camping near me 1”' }).waitFor();
    await row('why camping near me 1 49').waitFor();
    expect(await row('why camping near me 1 50').count()).toBe(0);
    await button('Show more').click();
    await row('why camping near me 1 59').waitFor();
    const groups = page().getByRole('navigation', { name: 'Groups' });
    await eventually(
      () => groups.getByRole('link').allTextContents(),
      ['All67', 'Questions60', 'Price and purchase5', 'Related2'],
    );
    await groups.getByRole('link', { name: 'Related' }).click();
    await row('why camping near me 1 01').waitFor({ state: 'detached' });
    await page().getByRole('searchbox', { name: 'Search in these keywords' }).fill('meadow');
    await row('valley camping near me 1').waitFor({ state: 'detached' });
    expect(page().url()).toMatch(/&group=related&name=meadow$/);
    await page().reload();
    await page().getByRole('link', { name: 'meadow camping near me 1' }).click();
    await page().getByRole('heading', { name: 'Long tail of “meadow camping near me 1”' }).waitFor();
    await page().getByRole('navigation', { name: 'Keyword research' }).getByRole('link', { name: 'Search' }).click();
    await row('camping near me 1').first().waitFor();
    expect(page().url()).toMatch(/#\/keywords\?q=camping&word_count=2%2B$/);
  });

  test('sorts a long tail by the column in the address, and saves the shown rows', async () => {
    await openSignedIn('#/long-tail?keyword=tent&group=commercial');
    await row('tent price 4').waitFor();
    await page().getByRole('columnheader').getByRole('button', { name: 'Score' }).click();
    await page().getByRole('columnheader').getByRole('button', { name: 'Score' }).click();
    await page().waitForURL(/&sort=score$/);
    await page().reload();
    await row('tent price 4').waitFor();
    const names = () => page().getByRole('rowheader').allTextContents();
    expect(await names()).toEqual([4, 3, 2, 1, 0].map((index) => `tent price ${index}`));
    const lines = (await saved()).trimEnd().split('\r\n');
    expect(lines[0]).toMatch(/^\uFEFFgroup,keyword,/);
    expect(lines.slice(1).map((line) => line.split(',')[0])).toEqual(Array(5).fill('commercial'));
  });

  test('queries the engines again', async () => {
    await openSignedIn('#/long-tail?keyword=tent');
    await row('why tent 01').waitFor();
    await menu('Query the engines again');
    await notice('The engines were queried again.').waitFor();
  });

  test('adds keywords to a list, which is shortened, saved, renamed and deleted', async () => {
    await openSignedIn('#/keywords?q=camping');
    await select('camping best 3');
    await select('camping');
    await button('Add to a list').click();
    await dialog().getByLabel('Name').fill('Spring');
    await dialog().getByRole('button', { name: 'Add to a list' }).click();
    await notice('2 keywords were added to “Spring”.').waitFor();
    await page().goto(`${stage.server.url}#/long-tail?keyword=tent`);
    await select('why tent 01');
    await button('Add to a list').click();
    await dialog().getByRole('button', { name: 'Spring' }).waitFor();
    await dialog().getByRole('button', { name: 'Add to a list' }).click();
    await notice('1 keyword was added to “Spring”.').waitFor();
    await page().goto(`${stage.server.url}#/keyword-lists`);
    await row('Spring').getByRole('cell', { name: '3', exact: true }).waitFor();
    await page().getByRole('link', { name: 'Spring' }).click();
    await row('why tent 01').waitFor();
    expect(await saved()).toBe(
      '\uFEFFkeyword,language,score\r\ncamping,en,100\r\ncamping best 3,en,79\r\nwhy tent 01,en,58\r\n',
    );
    await select('camping');
    await button('Remove from the list').click();
    await row('camping best 3').waitFor();
    await page().getByRole('checkbox', { name: 'Select camping', exact: true }).waitFor({ state: 'detached' });
    await button('Actions for the list').click();
    await page().getByRole('menuitem', { name: 'Rename' }).click();
    await dialog().getByLabel('Name').fill('Summer');
    await dialog().getByRole('button', { name: 'Rename' }).click();
    await page().getByRole('heading', { name: 'Summer' }).waitFor();
    await button('Actions for the list').click();
    await page().getByRole('menuitem', { name: 'Delete the list' }).click();
    await dialog().getByRole('button', { name: 'Delete the list' }).click();
    await page().getByText('You have no lists yet.').waitFor();
  });
});

import { expect, test } from '@jest/globals';
import type { JournalPage } from '../../functions/back-office/contract.ts';
import { ServiceError } from '../../functions/core/platform/http/errors.ts';
import { launchBrowser } from './support/browser.ts';
import { describeInBrowser } from './support/describe-in-browser.ts';
import { eventually } from './support/eventually.ts';
import { operate } from './support/operate.ts';
import { layoutProblems, phone } from './support/phone.ts';
import { stagePage } from './support/stage-page.ts';
import { accessibilityViolations } from './support/watched-page.ts';

const browser = await launchBrowser();

describeInBrowser(browser, 'the ways on in the workspace', (browser) => {
  const stage = stagePage(browser);
  const { open, enter, openSignedIn, dialog, row, notice } = operate(stage);
  const page = () => stage.watched.page;
  const item = (name: string | RegExp) => dialog().getByRole('menuitem', { name, exact: true });
  const heading = (name: string) => page().getByRole('heading', { level: 1, name });

  async function openAsViewer(view: string) {
    await open(view);
    const session = { operator: 'viewer@example.com', role: 'viewer' };
    await page().route('**/api/session', (route) =>
      route.fulfill({ json: { code: 200, success: true, request_id: 'r', data: session } }),
    );
    await enter();
  }
  async function search(text = '') {
    await page().keyboard.press('ControlOrMeta+k');
    await dialog().getByRole('searchbox').waitFor();
    await page().keyboard.type(text);
  }

  test('the search closes with one Escape, also when something was typed', async () => {
    await openSignedIn('#/domains');
    await search('shop');
    await item('shop.example').first().waitFor();
    await page().keyboard.press('Escape');
    await dialog().waitFor({ state: 'detached' });
  });

  test('the search adds a domain, by keyboard alone', async () => {
    await openSignedIn('#/keys');
    await search('add a domain');
    await item('Add a domain').waitFor();
    expect(await accessibilityViolations(page())).toEqual([]);
    await page().keyboard.press('Enter');
    const field = dialog().getByRole('textbox', { name: 'Domain' });
    await field.waitFor();
    await page().keyboard.press('Escape');
    await dialog().waitFor({ state: 'detached' });
    await search('never-seen.example');
    await item('Add never-seen.example').click();
    expect(await field.inputValue()).toBe('never-seen.example');
  });

  test('the search crawls a domain after the number of pages is confirmed, and watches and refreshes it', async () => {
    await openSignedIn('#/keys');
    await search('watch measured');
    await item('Watch measured.example').waitFor();
    await page().keyboard.press('Enter');
    await dialog()
      .getByRole('heading', { name: /measured\.example/ })
      .waitFor();
    await page().keyboard.press('Escape');
    await dialog().waitFor({ state: 'detached' });
    await search('crawl shop');
    await item('Crawl shop.example').waitFor();
    await page().keyboard.press('Enter');
    await dialog()
      .getByText(/^Up to 500 pages of the site are requested/)
      .waitFor();
    expect(await accessibilityViolations(page())).toEqual([]);
    await dialog().getByRole('button', { name: 'Crawl the site' }).click();
    await heading('shop.example').waitFor();
    await page().getByRole('button', { name: 'Stop the crawl' }).waitFor();
    await search('refresh measured');
    await item('Refresh measured.example').click();
    await heading('measured.example').waitFor();
    await notice('measured.example is fetched.').waitFor();
  });

  test('the search offers a viewer no action that changes something', async () => {
    await openAsViewer('#/domains/shop.example');
    await heading('shop.example').waitFor();
    await search();
    await item('Compare shop.example').waitFor();
    expect(await item(/^(?:Add|Crawl|Watch|Refresh|Start|Create) /).count()).toBe(0);
  });

  test('all followed sites are crawled after the numbers are confirmed, with the outcome of each', async () => {
    await openSignedIn('#/domains');
    const openDialog = () => page().getByRole('button', { name: 'Crawl all followed sites' }).click();
    await openDialog();
    const fact = (label: string) => dialog().getByText(label, { exact: true }).locator('xpath=following::dd[1]');
    await fact('Pages at most').waitFor();
    expect(await fact('Sites').textContent()).toBe('1');
    expect(await fact('Pages at most').textContent()).toBe('500');
    expect(await accessibilityViolations(page())).toEqual([]);
    await dialog().getByRole('button', { name: 'Crawl 1 site' }).click();
    await dialog().getByText('1 crawl started, 0 refused, 0 not requested').waitFor();
    await dialog().getByRole('listitem').filter({ hasText: 'shop.example' }).getByText('Crawl started').waitFor();
    expect(await accessibilityViolations(page())).toEqual([]);
    await dialog().getByRole('button', { name: 'Close', exact: true }).last().click();
    await openDialog();
    await fact('Left out: crawl in progress').waitFor();
    expect(await fact('Left out: crawl in progress').textContent()).toBe('1');
    expect(await dialog().getByRole('button', { name: 'Crawl 0 sites' }).isDisabled()).toBe(true);
    await page().keyboard.press('Escape');
    await page().goto(`${stage.server.url}#/journal`);
    await row('Started crawls of followed sites').filter({ hasText: 'shop.example' }).getByText('Done').waitFor();
  });

  test('the crawl of all followed sites states the reason of each refusal, and what was not requested', async () => {
    await openSignedIn('#/domains', phone);
    const sites = Array.from({ length: 7 }, (_, index) => ({
      ...{ domain: `site-0${index}.example`, pages: 500, in_progress: false },
    }));
    const data = { sites, max_in_progress: 100, next: null };
    await page().route('**/api/followed-crawls', async (route) => {
      if (route.request().method() === 'POST') return route.continue();
      await route.fulfill({ json: { code: 200, success: true, request_id: 'r', data } });
    });
    await search('crawl all');
    await item('Crawl all followed sites').click();
    await dialog().getByRole('button', { name: 'Crawl 7 sites' }).click();
    // None of them is followed any more.
    await dialog().getByText('0 crawls started, 7 refused, 0 not requested').waitFor();
    expect(await dialog().getByText('The domain is no longer followed.').count()).toBe(7);
    expect(await layoutProblems(page())).toEqual([]);
  });

  test('the comparison suggests stored domains, followed ones first', async () => {
    await openSignedIn('#/compare?domains=measured.example');
    const field = page().getByRole('combobox', { name: 'Another domain' });
    // Typed before the domains are loaded, a text has no suggestions.
    await eventually(async () => {
      await field.fill('');
      await field.pressSequentially('ea');
      return (await page().getByRole('option').count()) > 0;
    }, true);
    expect(await page().getByRole('option').first().textContent()).toBe('earlier.example');
    expect(await page().getByRole('option', { name: 'measured.example' }).count()).toBe(0);
    await page().keyboard.press('Escape');
    // While the list is open, React Aria hides everything else from assistive technology.
    expect(await accessibilityViolations(page())).toEqual([]);
    await field.fill('');
    await field.pressSequentially('shop');
    await page().getByRole('option', { name: 'shop.example' }).waitFor();
    await page().keyboard.press('ArrowDown');
    await page().keyboard.press('Enter');
    await page().waitForURL(/domains=measured\.example,shop\.example/);
    expect(await field.inputValue()).toBe('');
    await field.pressSequentially('failing.example');
    await page().keyboard.press('Enter');
    await page().waitForURL(/domains=measured\.example,shop\.example,failing\.example/);
    await page().getByRole('rowheader', { name: 'Site health' }).waitFor();
  });

  test('a part of the journal without matches states that older entries have not been looked at', async () => {
    await openSignedIn('#/keys');
    const partOf = (data: JournalPage) => ({ json: { code: 200, success: true, request_id: 'r', data } });
    const entry = {
      ...{ id: '2026-01-01T00:00:00.000Z#r', at: '2026-01-01T00:00:00.000Z', operator: 'ann@example.com' },
      ...{ action: 'POST keys', about: 'k', outcome: 'done', name: 'Old key', changes: [] },
    };
    await page().route('**/api/journal*', (route) => {
      const query = new URL(route.request().url()).searchParams;
      if (query.get('operator') !== 'ann@example.com') return route.fulfill(partOf({ entries: [], next: null }));
      const isFirst = !query.has('after');
      return route.fulfill(partOf(isFirst ? { entries: [], next: 'older' } : { entries: [entry], next: null }));
    });
    await page().goto(`${stage.server.url}#/journal`);
    await page().getByText('Nothing was done yet.').waitFor();
    // The name is of no entry that is loaded.
    await page().getByRole('combobox', { name: 'Operator' }).fill('ann@example.com');
    await page().keyboard.press('Enter');
    await page().waitForURL(/operator=ann/);
    await page().getByText('None so far. Older entries have not been looked at yet.').waitFor();
    expect(await accessibilityViolations(page())).toEqual([]);
    await page().getByRole('button', { name: 'Show more' }).click();
    await row('Created a key').filter({ hasText: 'Old key' }).waitFor();
    await page().getByRole('combobox', { name: 'Operator' }).fill('');
    await page().getByText('Nothing was done yet.').waitFor();
  });

  test('a failed refresh stays on the page of its domain with its reason', async () => {
    await openSignedIn('#/domains/missing.example');
    await page().getByRole('button', { name: 'Refresh data' }).click();
    const banner = page()
      .getByRole('alert')
      .filter({ hasText: 'There is no domain with the name missing.example.' })
      .filter({ hasText: 'Trying again would not help' });
    await banner.last().waitFor();
    await page().reload();
    await heading('missing.example').waitFor();
    await banner.getByText('Trying again would not help').waitFor();
    expect(await accessibilityViolations(page())).toEqual([]);
  });

  test('a viewer reads who can crawl a site in place of the button', async () => {
    await openAsViewer('#/domains/shop.example?tab=site');
    await page().getByText('An operator can start a crawl; you are signed in as a viewer.').waitFor();
    expect(await page().getByRole('button', { name: 'Crawl the site' }).count()).toBe(0);
  });

  test('a failure that another attempt would not change has no button to try again', async () => {
    await openSignedIn('#/keys');
    stage.server.refuseNext('costs', new ServiceError('lists_full', { message: 'No way on' }));
    await page().goto(`${stage.server.url}#/queue`);
    const failure = page().getByRole('alert').filter({ hasText: 'No way on' });
    await failure.getByText(/Trying again would not help/).waitFor();
    expect(await failure.getByRole('button').count()).toBe(0);
    stage.server.refuseNext('costs', new ServiceError('gateway_timeout', { message: 'Too slow' }));
    await page().reload();
    const passing = page().getByRole('alert').filter({ hasText: 'Too slow' });
    await passing.getByRole('button', { name: 'Try again' }).waitFor();
  });
});

import { expect, test } from '@jest/globals';
import { launchBrowser } from './support/browser.ts';
import { describeInBrowser } from './support/describe-in-browser.ts';
import { operate } from './support/operate.ts';
import { stagePage } from './support/stage-page.ts';

const browser = await launchBrowser();

describeInBrowser(browser, 'addresses of views in the back office', (browser) => {
  const stage = stagePage(browser);
  const operator = operate(stage);
  const page = () => operator.page;
  const go = (view: string) => page().goto(stage.server.url + view);
  const heading = (name: string) => page().getByRole('heading', { level: 1, name }).waitFor();

  test('every view has its own title, and every tab an address that opens it', async () => {
    await operator.openSignedIn('#/keys');
    const titles: string[] = [await page().title()];
    const views: [string, string][] = [
      ['#/keys/k1', 'Agency dashboard'],
      ['#/compare?domains=shop.example,measured.example', 'Compare'],
      ['#/overview', 'Overview'],
      ['#/domains', 'Domains'],
      ['#/domains/shop.example', 'shop.example'],
      ['#/domains/shop.example?tab=history', 'shop.example'],
      [`#/domains/shop.example/${encodeURIComponent('https://shop.example/a')}`, 'https://shop.example/a'],
      ['#/keywords', 'Keywords'],
      ['#/keywords?q=camping', 'Keywords'],
      ['#/long-tail?keyword=camping', 'Keywords'],
      ['#/keyword-lists', 'Keywords'],
      ['#/batches', 'Bulk fetch'],
      ['#/queue', 'Operations'],
      ['#/nowhere', 'This view does not exist'],
    ];
    for (const [view, name] of views) {
      await go(view);
      await heading(name);
      titles.push(await page().title());
    }
    expect(new Set(titles).size).toBe(titles.length);
    for (const title of titles) expect(title).toMatch(/ · Domaingauge$/);
    expect(titles[6]).toBe('History · shop.example · Domains · Domaingauge');

    await go('#/domains/shop.example');
    await page().getByRole('tab', { name: 'Sources' }).click();
    expect(page().url()).toMatch(/#\/domains\/shop\.example\?tab=sources$/);
    await page().reload();
    await page().getByRole('tab', { name: 'Sources', selected: true }).waitFor();
    await page().goBack();
    await page().getByRole('tab', { name: 'Overview', selected: true }).waitFor();
  });

  test('breadcrumbs link to the parent views, and an unknown address opens no other view', async () => {
    await operator.openSignedIn(`#/domains/shop.example/${encodeURIComponent('https://shop.example/a')}`);
    const crumbs = page().getByRole('navigation', { name: 'Breadcrumbs' });
    await crumbs.getByRole('link', { name: 'shop.example' }).click();
    await page().getByRole('tab', { name: 'Single pages', selected: true }).waitFor();
    await crumbs.getByRole('link', { name: 'Domains' }).click();
    await heading('Domains');
    await go('#/keys/k1/more');
    await heading('This view does not exist');
    expect(await page().locator('[aria-current=page]').count()).toBe(0);
  });

  test('a key opens without a request for the list, and a deleted key shows an error', async () => {
    await operator.openSignedIn('#/keys/k1');
    await heading('Agency dashboard');
    expect(page().url()).toContain('#/keys/k1');
    const lists = stage.watched.responses.filter((response) => response.url().endsWith('/api/keys'));
    expect(lists).toEqual([]);
    await page().getByText('Last used').waitFor();
    await go('#/keys/gone');
    await page().getByText('There is no such key').waitFor();
  });

  test('the skip link moves the focus to the content', async () => {
    await operator.openSignedIn('#/domains');
    await page().reload();
    await heading('Domains');
    await page().keyboard.press('Tab');
    await page().keyboard.press('Enter');
    expect(await page().evaluate(() => document.activeElement!.id)).toBe('content');
    expect(await page().getByRole('link', { name: 'Skip to the content' }).getAttribute('href')).toBe('#content');
    expect(page().url()).toMatch(/#\/domains$/);
  });
});

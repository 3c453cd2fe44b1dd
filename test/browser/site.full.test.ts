import { expect, test } from '@jest/globals';
import type { SiteComparison as Comparison } from '../../functions/back-office/contract.ts';
import { ServiceError } from '../../functions/core/platform/http/errors.ts';
import { launchBrowser } from './support/browser.ts';
import { describeInBrowser } from './support/describe-in-browser.ts';
import { eventually } from './support/eventually.ts';
import { operate } from './support/operate.ts';
import { stagePage } from './support/stage-page.ts';
import { accessibilityViolations } from './support/watched-page.ts';

const browser = await launchBrowser();

describeInBrowser(browser, 'the audit of a site in the workspace', (browser) => {
  const stage = stagePage(browser);
  const operator = operate(stage);
  const { dialog, notice, openSignedIn, row, saved } = operator;
  const page = () => operator.page;
  const tab = (name: string) => page().getByRole('tab', { name, exact: true });
  const part = (name: string) => page().getByRole('region', { name, exact: true });
  const table = (name: string) => page().getByRole('table', { name, exact: true });
  const rows = (name: string) => table(name).getByRole('row');

  const openSite = (domain: string, options = {}) => openAudit(domain, '', options);
  /** @param address part of the audit with its parameters */
  const openAudit = (domain: string, address: string, options = {}) =>
    openSignedIn(`#/domains/${domain}?tab=site${address}`, options);
  /** Selects an option of a filter. */
  async function select(field: string, choice: string) {
    const button = page().getByRole('group', { name: 'Filters' }).getByRole('button', { name: field });
    await button.click();
    await page().getByRole('option', { name: choice, exact: true }).click();
    await button.filter({ hasText: choice }).waitFor();
  }

  test('a site without a crawl explains crawls, and is crawled with the default settings', async () => {
    await openSite('shop.example');
    await page().getByText('A crawl follows links and sitemaps from the home page').waitFor();
    await page().getByRole('button', { name: 'Crawl the site' }).click();
    await page().getByRole('progressbar', { name: 'Pages requested' }).waitFor();
    await page().getByText('40 of 120').waitFor();
    await page().getByText('500', { exact: true }).waitFor();
    await page()
      .getByText(/^[\d.,]+ per second$/)
      .waitFor();
    await page().getByText('less than a minute').waitFor();
    await tab('Issues').waitFor();
    await page().getByText('Whole site Complete').waitFor();
    await page().getByRole('button', { name: 'Crawl the site again' }).waitFor();
  });

  test('a crawl of a part is started with settings, and the audit remains', async () => {
    await openSite('measured.example');
    await page().getByRole('button', { name: 'Settings' }).click();
    const limit = dialog().getByLabel('Page limit');
    expect(await limit.inputValue()).toBe('500');
    const start = dialog().getByRole('button', { name: 'Crawl the site again' });
    for (const wrong of ['0', '5001', '1.5', 'many', '']) {
      await limit.fill(wrong);
      await dialog().getByText('A whole number from 1 to 5,000').waitFor();
      expect(await start.isDisabled()).toBe(true);
    }
    await limit.fill('200');
    await dialog().getByLabel('Exclude paths').fill('/archive/\n\n/*?sort=');
    await dialog().getByLabel('Maximum clicks').fill('3');
    await dialog().getByText('Check external links').click();
    await dialog().getByRole('radio', { name: '5', exact: true }).check();
    await dialog()
      .getByText(/^[\w-]{20,}$/)
      .waitFor();
    await dialog().getByRole('button', { name: 'Check it now' }).click();
    await dialog().getByText('Not found yet.').waitFor();
    expect(await accessibilityViolations(page())).toEqual([]);
    await dialog().getByRole('radio', { name: '1', exact: true }).check();
    const sent = page().waitForRequest((request) => request.method() === 'POST' && request.url().endsWith('/site'));
    await start.click();
    await page().getByRole('definition').filter({ hasText: /^200$/ }).waitFor();
    await page().getByRole('button', { name: 'Crawl the site again' }).waitFor();
    expect((await sent).postDataJSON()).toEqual({
      pages: 200,
      refresh: true,
      settings: {
        ...{ include: [], exclude: ['/archive/', '/*?sort='], depth: 3 },
        ...{ external: true, resources: false, rate: 1 },
      },
    });
    await page().getByRole('button', { name: 'Settings' }).click();
    expect(await limit.inputValue()).toBe('500');
    expect(await dialog().getByLabel('Exclude paths').inputValue()).toBe('');
  });

  test('the settings of a crawl of the whole site are the defaults of the next one', async () => {
    await openSite('shop.example');
    await page().getByRole('button', { name: 'Settings' }).click();
    await dialog().getByLabel('Page limit').fill('200');
    await dialog().getByText('Check external links').click();
    await dialog().getByRole('button', { name: 'Crawl the site' }).click();
    await page().getByRole('button', { name: 'Crawl the site again' }).waitFor();
    await page().getByRole('button', { name: 'Settings' }).click();
    expect(await dialog().getByLabel('Page limit').inputValue()).toBe('200');
    expect(await dialog().getByLabel('Check external links').isChecked()).toBe(true);
  });

  /** Opens the settings of a crawl, and selects what is crawled. */
  async function openSettings(what: string) {
    await page().getByRole('button', { name: 'Settings' }).click();
    await dialog().getByRole('button', { name: 'What is crawled' }).click();
    await page().getByRole('option', { name: what, exact: true }).click();
  }
  const postedCrawl = () =>
    page().waitForRequest((request) => request.method() === 'POST' && request.url().endsWith('/site'));

  test('a list of addresses is crawled from a file, with values, and refused addresses are named', async () => {
    await openSite('measured.example');
    await openSettings('Only these addresses');
    const start = dialog().getByRole('button', { name: 'Crawl the site again' });
    expect(await start.isDisabled()).toBe(true);
    expect(await dialog().getByLabel('Page limit').count()).toBe(0);
    const addresses = ['https://measured.example/', 'https://other.example/a', 'https://www.measured.example/b'];
    const file = `"${addresses[0]}"\r\n\r\n${addresses[1]}\r\n ${addresses[2]}`;
    await dialog()
      .locator('input[type=file]')
      .setInputFiles({ name: 'list.csv', mimeType: 'text/csv', buffer: Buffer.from(file) });
    await dialog().getByText('3 addresses').waitFor();
    const list = dialog().getByRole('textbox', { name: 'Only these addresses' });
    expect(await list.inputValue()).toBe(addresses.join('\n'));
    await dialog().getByLabel('Values to read from each page').fill('price text main .price\n\noffers count li >');
    await start.click();
    await dialog().getByText('is not an address of measured.example or www.measured.example').first().waitFor();
    await list.fill(`${addresses[0]}\n${addresses[2]}`);
    await start.click();
    await dialog().getByText('is not a CSS selector from character 4 on').first().waitFor();
    expect(await accessibilityViolations(page())).toEqual([]);
    await dialog().getByLabel('Values to read from each page').fill('price text main .price');
    const sent = postedCrawl();
    await start.click();
    expect((await sent).postDataJSON()).toEqual({
      refresh: true,
      settings: {
        urls: [addresses[0], addresses[2]],
        ...{ external: false, resources: false, rate: 1 },
        extract: [{ name: 'price', css: 'main .price', get: 'text' }],
      },
    });
  });

  test('the pages of sitemaps are crawled', async () => {
    await openSite('measured.example');
    await openSettings('Only the pages of these sitemaps');
    await dialog()
      .getByRole('textbox', { name: 'Only the pages of these sitemaps' })
      .fill('https://measured.example/sitemap.xml');
    await dialog().getByLabel('Exclude paths').fill('/archive/');
    expect(await dialog().getByLabel('Maximum clicks').count()).toBe(0);
    const sent = postedCrawl();
    await dialog().getByRole('button', { name: 'Crawl the site again' }).click();
    expect((await sent).postDataJSON()).toMatchObject({
      pages: 500,
      settings: { sitemaps: ['https://measured.example/sitemap.xml'], include: [], exclude: ['/archive/'] },
    });
  });

  test('a crawl with a login is private: it is followed by its id, marked, and no audit', async () => {
    await openSite('site-02.example');
    await page().getByRole('button', { name: 'Settings' }).click();
    await dialog().getByText('The site requires a login or headers').click();
    await dialog().getByText('The crawl is private').waitFor();
    // A record of DNS suffices.
    await dialog().getByText('Control of the site is proved until').waitFor();
    await dialog().getByLabel('User name').fill('preview');
    await dialog().getByLabel('Password').fill('let-me-in');
    for (const number of [1, 2]) {
      await dialog().getByRole('button', { name: 'Add a header' }).click();
      await dialog().getByLabel(`Name of header ${number}`).fill(`X-Token-${number}`);
      await dialog().getByLabel(`Value of header ${number}`).fill(`value-${number}`);
    }
    expect(await accessibilityViolations(page())).toEqual([]);
    await dialog().getByRole('button', { name: 'Remove header 1' }).click();
    const sent = postedCrawl();
    await dialog().getByRole('button', { name: 'Crawl the site again' }).click();
    expect((await sent).postDataJSON()).toMatchObject({
      settings: { basic_auth: { username: 'preview', password: 'let-me-in' }, headers: { 'X-Token-2': 'value-2' } },
    });
    await page().getByRole('progressbar', { name: 'Pages requested' }).waitFor();
    await page().getByText('Private', { exact: true }).waitFor();
    expect(page().url()).toContain('crawl=');
    await page().getByText('Whole site Complete Private').waitFor();
    await tab('Crawls').click();
    await row('Private').getByText('Workspace').waitFor();
    expect(await row('Private').getByText('Current').count()).toBe(0);
    await page().getByRole('link', { name: 'Show the current crawl' }).click();
    await page().getByText('Whole site Complete').first().waitFor();
    expect(await page().getByText('Private', { exact: true }).count()).toBe(0);
    // Neither is it repeated by the button that crawls as the last time.
    const again = postedCrawl();
    await page().getByRole('button', { name: 'Crawl the site again' }).click();
    const { settings } = (await again).postDataJSON() as { settings: object };
    expect(Object.keys(settings).toSorted()).toEqual(['depth', 'exclude', 'external', 'include', 'rate', 'resources']);
    await page().getByRole('progressbar', { name: 'Pages requested' }).waitFor();
  });

  test('a crawl with a login requires a proof of control, and the dialog states how to prove it', async () => {
    await openSite('measured.example');
    await page().getByRole('button', { name: 'Settings' }).click();
    await dialog().getByText('The site requires a login or headers').click();
    await dialog().getByText('TXT record of _seo-verification.measured.example').waitFor();
    await dialog().getByLabel('User name').fill('preview');
    await dialog().getByRole('button', { name: 'Crawl the site again' }).click();
    await dialog().getByText('require a proof that you control measured.example').waitFor();
  });

  test('a site is crawled weekly by a watch of it', async () => {
    await openSite('measured.example');
    await page().getByRole('button', { name: 'Crawl weekly' }).click();
    expect(await dialog().getByRole('textbox', { name: 'Domains' }).inputValue()).toBe('measured.example');
    await dialog().getByRole('button', { name: 'Every week' }).waitFor();
  });

  test('a crawl is stopped after confirmation and shows its results so far', async () => {
    await openSite('shop.example');
    await page().getByRole('button', { name: 'Crawl the site' }).click();
    await page().getByRole('button', { name: 'Stop the crawl' }).click();
    await dialog().getByRole('button', { name: 'Stop the crawl' }).click();
    await notice('The crawl is being stopped.').waitFor();
    await page().getByText('The crawl was stopped before all pages were requested.').waitFor();
    await tab('Issues').waitFor();
  });

  test('each part of a chart has its value as text and links to its pages', async () => {
    await openSite('measured.example');
    await part('Health').getByRole('img', { name: 'Health: 97%, good' }).waitFor();
    await part('Health').getByText('Compared with the crawl of 15 Nov 2026').waitFor();
    await eventually(
      () => part('Health').getByRole('definition').allTextContents(),
      ['3better by 3', '823better by 3', '5'],
    );
    await eventually(
      () => part('Issues').getByRole('listitem').allTextContents(),
      [...['Errors3 issues · 5 pages', 'Warnings0 issues · 0 pages', 'Notices1 issue · 240 pages']],
    );
    await eventually(
      () => part('HTTP responses').getByRole('listitem').allTextContents(),
      [...['2xx success242', '3xx redirect1', '4xx not found or refused1', 'No response1']],
    );
    await eventually(
      () => part('Since the previous crawl').getByRole('listitem').allTextContents(),
      [
        'ErrorSoft 404 (error page with status 200) +3 pagesworse by 3 pages',
        'NoticeInternal links to redirects (3xx) −5 pagesbetter by 5 pages',
        'ErrorBroken internal links (4xx or 5xx) −3 pagesbetter by 3 pages',
      ],
    );
    const shown = (name: string) => page().getByRole('table', { name }).getByRole('row').first();
    await part('Trend').getByText('Show as a table').last().click();
    await shown('Affected pages by crawl').waitFor();
    await rows('Affected pages by crawl').nth(1).getByText('(limited)').waitFor();
    await eventually(
      () => rows('Affected pages by crawl').nth(1).getByRole('cell').allTextContents(),
      ['12', '0', '240'],
    );
    for (const [name, link, address] of [
      ['HTTP responses', '4xx not found or refused 1', 'status=4xx'],
      ['Indexability', 'Redirect 1', 'state=redirect'],
      ['Click depth', '3 clicks 1', 'depth=3'],
    ] as const) {
      await part(name).getByRole('link', { name: link }).click();
      await page().waitForURL((url) => url.hash.endsWith(`tab=site.list&${address}`));
      await table('Pages').getByRole('link').first().waitFor();
      await eventually(() => rows('Pages').count(), 2);
      await page().goBack();
    }
    await part('Issues').getByRole('link', { name: 'Errors' }).click();
    await rows('Issues').nth(3).waitFor();
    await eventually(() => rows('Issues').count(), 4);
  });

  test('issues are filtered and sorted by the address, and link to their occurrences and pages', async () => {
    await openAudit('measured.example', '.issues');
    await rows('Issues').nth(4).waitFor();
    await eventually(
      () => rows('Issues').getByRole('rowheader').allTextContents(),
      [
        ...[
          'Broken internal links (4xx or 5xx)',
          'Page returns a client error (4xx)',
          'Soft 404 (error page with status 200)',
        ],
        'Low word count (thin content)',
      ],
    );
    await rows('Issues').nth(1).getByText('3better').waitFor();
    await rows('Issues').nth(3).getByText('not found beforeworse').waitFor();
    await rows('Issues').nth(2).getByText('<1%', { exact: true }).waitFor();
    await rows('Issues').nth(4).getByText('98%', { exact: true }).waitFor();
    const csv = await saved();
    expect([csv.includes('broken-link,'), csv.includes('soft-404,')]).toEqual([true, true]);
    await table('Issues').getByRole('button', { name: 'Pages', exact: true }).click();
    await page().waitForURL(/sort=-pages/);
    await rows('Issues').nth(1).getByText('Low word count').waitFor();
    await page().reload();
    await rows('Issues').nth(1).getByText('Low word count').waitFor();
    await page().getByRole('button', { name: 'Category' }).click();
    await page().getByRole('option', { name: 'Links (1)' }).click();
    await page().waitForURL(/category=links/);
    await page().reload();
    await rows('Issues').nth(1).getByText('Broken internal links (4xx or 5xx)').waitFor();
    await eventually(() => rows('Issues').count(), 2);
    await page().goBack();
    await rows('Issues').nth(4).waitFor();
    await page().getByRole('searchbox', { name: 'Search issues' }).fill('broken');
    await page().waitForURL(/search=broken/);
    await eventually(() => rows('Issues').count(), 2);
    await page().getByRole('link', { name: 'Broken internal links' }).click();
    await page().getByText('Visitors who follow the link see an error').waitFor();
    await page().getByText('Correct or remove the link.').waitFor();
    await page().getByText('Since the previous crawl: −3better by 3').waitFor();
    const broken = 'Broken internal links (4xx or 5xx)';
    await page().waitForFunction((title) => document.activeElement?.textContent === title, broken);
    await rows(broken).nth(1).waitFor();
    await eventually(
      () => table(broken).getByRole('columnheader').allTextContents(),
      [...['Page', 'Link text', 'Target', 'Element', 'HTTP status']],
    );
    await eventually(
      () => rows(broken).nth(1).getByRole('cell').allTextContents(),
      [expect.stringMatching(/^<img src=x onerror/), 'https://measured.example/gone', '<a href="/gone">', '404'],
    );
    await page().goBack();
    await rows('Issues').nth(1).waitFor();
    await page().goForward();
    await page().getByRole('link', { name: 'All issues' }).click();
    await page().getByRole('link', { name: 'Soft 404 (error page with status 200)' }).click();
    await page().getByRole('link', { name: 'https://measured.example/shoes/080' }).waitFor();
    await page().getByRole('link', { name: 'List the pages (3)' }).click();
    // The previous view with the occurrences contains the same link.
    const listed = table('Pages').getByRole('link', { name: 'https://measured.example/shoes/080' });
    await listed.waitFor();
    await eventually(() => rows('Pages').count(), 4);
    await listed.click();
    await page().getByRole('heading', { level: 1, name: 'https://measured.example/shoes/080' }).waitFor();
  });

  test('issues are shown in Chinese with their impact and advice', async () => {
    await openAudit('measured.example', '.issues&issue=broken-link', { locale: 'zh-CN' });
    await page().getByRole('heading', { name: '站内链接失效（4xx 或 5xx）' }).waitFor();
    await page().getByText('访客点击后看到错误页面').waitFor();
    await page().getByText('更正或删除该链接。').waitFor();
  });

  test('the number of pages with errors is loading, not unknown, until it is loaded', async () => {
    const isReleased = Promise.withResolvers<void>();
    await openSignedIn();
    await page().route('**/domains/measured.example/site/summary*', async (route) => {
      await isReleased.promise;
      await route.continue();
    });
    await page().goto(`${stage.server.url}#/domains/measured.example?tab=site`);
    const count = part('Health').getByText('Pages with errors').locator('xpath=following::dd[1]');
    await count.locator('.ui-skeleton').waitFor();
    expect(await count.textContent()).toBe('');
    isReleased.resolve();
    await count.getByText(/^\d+$/).waitFor();
  });

  test('occurrences are paged, searched, and saved completely as CSV', async () => {
    await openAudit('measured.example', '.issues&issue=content-thin');
    await row('/shoes/049').getByText('1,200').waitFor();
    await row('/shoes/049').getByText('https://measured.example/old').waitFor();
    expect(await row('/shoes/050').count()).toBe(0);
    await page().getByRole('button', { name: 'Show more' }).click();
    await row('/shoes/099').waitFor();
    expect((await saved()).trim().split('\r\n')).toHaveLength(241);
    await page().getByRole('searchbox', { name: 'Page, target or element' }).fill('/shoes/23');
    await row('/shoes/230').waitFor();
    await eventually(() => page().getByRole('row').count(), 11);
    expect((await saved()).trim().split('\r\n')).toHaveLength(11);
    await page().reload();
    await row('/shoes/239').waitFor();
    await eventually(() => page().getByRole('row').count(), 11);
  });

  test('occurrences of an earlier search are not shown when a search fails', async () => {
    await openAudit('measured.example', '.issues&issue=content-thin');
    await row('/shoes/049').waitFor();
    stage.server.refuseNext(
      'domains/measured.example/site/issues',
      new ServiceError('gateway_timeout', { message: 'Out of order' }),
    );
    await page().getByRole('searchbox', { name: 'Page, target or element' }).fill('/shoes/23');
    await page().getByRole('alert').getByText('Out of order').waitFor();
    expect(await row('/shoes/049').count()).toBe(0);
    await page().getByRole('button', { name: 'Try again' }).click();
    await row('/shoes/239').waitFor();
  });

  test('occurrences are loading until all rows were looked at or some are found', async () => {
    const parts = ['empty', 'empty', 'found'];
    const isReleased = Promise.withResolvers<void>();
    await openSignedIn();
    await page().route('**/domains/measured.example/site/issues?*', async (route) => {
      const url = new URL(route.request().url());
      const part = Number(url.searchParams.get('cursor') ?? 0);
      if (part === 2) await isReleased.promise;
      url.searchParams.delete('cursor');
      const response = await route.fetch({ url: url.href });
      const { data, ...answer } = (await response.json()) as { data: { items: unknown[] } };
      const items = parts[part] === 'found' ? data.items.slice(0, 3) : [];
      const next_cursor = part < parts.length ? String(part + 1) : null;
      await route.fulfill({ response, json: { ...answer, data: { ...data, items, next_cursor } } });
    });
    const third = page().waitForRequest((request) => /site\/issues\?.*cursor=2/.test(request.url()));
    await page().goto(`${stage.server.url}#/domains/measured.example?tab=site.issues&issue=content-thin`);
    await third;
    const occurrences = page().getByRole('region', { name: 'Occurrences' });
    await occurrences.locator('.ui-skeleton').first().waitFor();
    expect(await page().getByText('The occurrences of this issue are not stored.').count()).toBe(0);
    expect(await occurrences.getByRole('button', { name: 'Show more' }).count()).toBe(0);
    isReleased.resolve();
    await row('/shoes/002').waitFor();
    await occurrences.getByRole('button', { name: 'Show more' }).click();
    await occurrences.getByRole('button', { name: 'Show more' }).waitFor({ state: 'detached' });
    await eventually(() => occurrences.getByRole('row').count(), 4);
  });

  test('a crawl without stored occurrences shows a notice', async () => {
    await openAudit('site-00.example', '.issues&issue=soft-404');
    await page().getByText('The occurrences of this issue are not stored.').waitFor();
    await tab('Summary').click();
    await part('Health').getByRole('img', { name: 'Health: not known', exact: true }).waitFor();
    await part('Trend').getByText('Crawl the site again to see a trend.').waitFor();
  });

  test('the list is paged, filtered, searched and ordered by the address, and saved completely as CSV', async () => {
    await openAudit('measured.example', '.list');
    await row('/shoes/098').waitFor();
    expect(await row('/shoes/120').count()).toBe(0);
    await page().getByRole('button', { name: 'Show more' }).click();
    await row('/shoes/120').waitFor();
    expect((await saved()).trim().split('\r\n')).toHaveLength(246);

    await select('HTTP status', '4xx not found or refused');
    await row('/gone').waitFor();
    await row('/shoes/000').waitFor({ state: 'detached' });
    await eventually(() => rows('Pages').count(), 2);
    await row('/gone').getByText('No (Not found (4xx))').waitFor();
    await page().reload();
    await row('/gone').waitFor();
    await eventually(() => rows('Pages').count(), 2);
    await page().getByRole('button', { name: 'Clear all filters' }).click();
    await row('/shoes/000').waitFor();
    const search = page().getByRole('searchbox', { name: 'Address or title' });
    await search.fill('PRIVATE');
    await row('/private/x').getByText('its robots.txt forbids this crawler to read it').waitFor();
    await row('/shoes/000').waitFor({ state: 'detached' });
    expect((await saved()).trim().split('\r\n')).toHaveLength(2);
    await search.fill('no such page');
    await page().getByText('No page matches').waitFor();
    await search.fill('');
    await select('Order', 'Lowest score first');
    await rows('Pages').nth(1).getByText('40', { exact: true }).waitFor();
    await select('Issue', 'Soft 404 (error page with status 200)');
    await rows('Pages').nth(3).getByText('/shoes/160').waitFor();
  });

  test('the rows of a long list that is being saved are counted, and it can be stopped', async () => {
    await openAudit('measured.example', '.list');
    await row('/shoes/098').waitFor();
    const isReleased = Promise.withResolvers<void>();
    const requests: string[] = [];
    await page().route('**/site/pages?*format=csv*', async (route) => {
      const url = new URL(route.request().url());
      const part = Number(url.searchParams.get('cursor') ?? 0);
      requests.push(String(part));
      if (part > 0) await isReleased.promise;
      url.searchParams.delete('cursor');
      const response = await route.fetch({ url: url.href });
      await route.fulfill({
        response,
        headers: { ...response.headers(), ...(part < 2 && { 'X-Next-Cursor': String(part + 1) }) },
      });
    });
    await page().getByRole('button', { name: 'Save as CSV' }).click();
    await page().getByText('245 rows so far').waitFor();
    expect(await accessibilityViolations(page())).toEqual([]);
    await page().getByRole('button', { name: 'Stop saving' }).click();
    isReleased.resolve();
    await page().getByText('245 rows so far').waitFor({ state: 'detached' });
    expect(requests).toEqual(['0', '1']);
    expect((await saved()).trim().split('\r\n')).toHaveLength(1 + 3 * 245);
    expect(requests).toEqual(['0', '1', '0', '1', '2']);
  });

  test('other metrics and skipped addresses are shown in words', async () => {
    await openSite('measured.example');
    await part('Sitemaps').getByText('Not linked from any page').waitFor();
    await part('Links').getByRole('link', { name: '1', exact: true }).waitFor();
    await row('Part of an endless calendar').getByText('5,000 or more').waitFor();
    await row('later_reason').getByText('<img src=x onerror=alert(1)>').waitFor();
    await part('Addresses that were not requested').getByText('Of the 300 addresses that the sitemaps list').waitFor();
  });

  test('the comparison with the crawl before shows what is new, fixed and changed, and why', async () => {
    await openSite('measured.example');
    await part('Since the previous crawl').getByRole('link', { name: '30' }).click();
    await page().getByRole('alert').getByText('4 new errors').waitFor();
    await eventually(
      () => rows('Compared crawls').getByRole('rowheader').allTextContents(),
      ['Newer crawl', 'Earlier crawl'],
    );
    await rows('Compared crawls').nth(2).getByText('15 Nov 2026').waitFor();
    await eventually(
      () => table('Occurrences').getByRole('row').allTextContents(),
      [
        ...['StateErrorsWarningsNotices', 'New400', 'Fixed001', 'Persisting10240'],
        ...['Not compared, of the newer crawl000', 'Not compared, of the earlier crawl000'],
      ],
    );
    await rows('New').nth(1).getByText('Broken internal links').waitFor();
    await rows('New').nth(1).getByText('https://measured.example/gone').waitFor();
    await rows('Fixed').nth(1).getByText('https://measured.example/sold').waitFor();
    const changed = rows('Changed pages').nth(1);
    await changed.getByText(/^Title: <img src=x onerror=alert\(1\)> .* → Shoe 001$/).waitFor();
    await changed.getByText('Indexable: no → yes').waitFor();
    expect(await row('/shoes/027').count()).toBe(0);
    expect(await printed('/shoes/027')).toBe(true);
    await page().getByRole('button', { name: 'Show more' }).click();
    await row('/shoes/027').waitFor();
    // The header, four new occurrences, a fixed one, and the persisting ones.
    expect((await saved()).trim().split('\r\n')).toHaveLength(1 + 4 + 1 + 241);
  });

  test('two of the stored crawls are compared, and what a failed one did not read is no difference', async () => {
    await openAudit('measured.example', '.crawls');
    await eventually(
      async () => (await rows('Stored crawls').getByRole('cell').allTextContents()).filter((text) => text !== ''),
      [
        ...['Workspace', 'Whole site', '245 (limit 500)', '97%', '5', '0', '240', 'Complete'],
        ...['Owner of keys', 'Whole site', '90 (limit 500)', '80%', '1', '0', '80', 'Unreachable or refused'],
        ...[
          'Workspace',
          'Only /shoes/ · At most 2 clicks from the home page',
          '241 (limit 300)',
          '97%',
          '5',
          '0',
          '240',
        ],
        ...['Complete', 'Schedule', 'Whole site', '244 (limit 500)', '94%', '5', '5', '240', 'Complete'],
        ...['Schedule', 'Whole site', '230 (limit 230)', '91%', '5', '0', '240', 'Page limit reached'],
      ],
    );
    for (const day of ['15 Nov', '21 Nov']) await row(day).getByRole('checkbox').check({ force: true });
    await page().getByRole('link', { name: 'Compare the two crawls' }).click();
    await page().waitForURL(/crawl=20261121T\w+&base=20261115T\w+$/);
    const verdict = page().getByRole('alert').filter({ hasText: 'No new errors in what was compared' });
    await verdict.getByText('Newer crawl: 90 of at least 244 pages were requested (Unreachable or refused).').waitFor();
    await table('Occurrences').getByText('Not compared, of the earlier crawl').waitFor();
    expect(await part('Fixed').count()).toBe(0);
    await tab('Summary').click();
    await page().waitForURL(/tab=site\.overview&crawl=20261121T\w+$/);
    await page().getByText('Only complete crawls of the whole site are compared here.').waitFor();
    await page().getByRole('link', { name: 'Show the current crawl' }).click();
    await part('Health').getByRole('img', { name: 'Health: 97%, good' }).waitFor();
  });

  test('errors of the newer crawl that the other one could not show are stated as not compared', async () => {
    await openAudit('measured.example', '.crawls');
    await page().route(/\/site\/compare\?/, async (route) => {
      const response = await route.fetch();
      const answer = (await response.json()) as { data: Comparison };
      answer.data.counts.not_compared.newer.error = 2;
      await route.fulfill({ response, json: answer });
    });
    const address = '#/domains/measured.example?tab=site.compare&crawl=20261120T092500000Z0a1b2c3d';
    await page().goto(stage.server.url + address);
    await page().getByText('No new errors in what was compared; 2 errors were not compared', { exact: true }).waitFor();
    expect(await page().getByText('No new errors', { exact: true }).count()).toBe(0);
  });

  test('a comparison without new errors is passed, and one without an earlier complete crawl states what is needed', async () => {
    await openAudit('measured.example', '.compare&crawl=20261120T092500000Z0a1b2c3d');
    await page().getByText('No new errors', { exact: true }).waitFor();
    await page().getByText('Only /shoes/', { exact: false }).first().waitFor();
    await page().goto(`${stage.server.url}#/domains/measured.example?tab=site.crawls`);
    await row('8 Nov').getByRole('link').click();
    await page().getByRole('button', { name: 'About: Page limit reached' }).click();
    await page().getByText('The site has more pages than the page limit of the crawl. Raise the page limit').waitFor();
    await page().keyboard.press('Escape');
    await tab('Comparison').click();
    await page().getByText('A comparison needs a complete crawl before this one.').waitFor();
    await page().getByRole('link', { name: 'Choose other crawls' }).click();
    await table('Stored crawls').waitFor();
  });

  test('a failed newest crawl is announced with what to do, above the results of the audit', async () => {
    await openSite('site-02.example');
    const failed = page().getByRole('alert').filter({ hasText: 'The newest crawl' });
    await failed.getByText('Check that the site can be reached and admits the crawler, then crawl again.').waitFor();
    await failed.getByText('The results below are from the crawl that finished 22 Nov 2026').waitFor();
    await failed.getByRole('link', { name: 'Show this crawl' }).waitFor();
    await page().getByText('Whole site Complete').waitFor();
    await part('Health').getByRole('img', { name: 'Health: 97%, good' }).waitFor();
  });

  test('a limited audit shows no differences, and what is known of addresses that were not requested', async () => {
    await openSite('site-01.example');
    await page().getByText('Whole site Page limit reached').waitFor();
    await page().getByRole('button', { name: 'About: Page limit reached' }).click();
    await page().getByText('Raise the page limit and crawl again.').waitFor();
    await page().keyboard.press('Escape');
    await page().getByText('Only complete crawls of the whole site are compared here.').waitFor();
    const skipped = part('Addresses that were not requested');
    await skipped.getByText('The crawl is not complete: the site may have further addresses').waitFor();
    await skipped.getByText('Of the 300 addresses that the sitemaps list, 241 were crawled.').waitFor();
    expect(await page().getByText('No address was skipped').count()).toBe(0);
    expect(await part('Health').getByText('better').count()).toBe(0);
    await page().goto(`${stage.server.url}#/domains?name=site-0`);
    await row('site-01.example').getByText('limited').waitFor();
    expect(await row('site-02.example').getByText('limited').count()).toBe(0);
  });

  /** Returns whether a text is added to the page for printing. */
  async function printed(text: string) {
    const wasAdded = await page().evaluateHandle((expected) => {
      const seen = { wasAdded: false };
      new MutationObserver(() => {
        seen.wasAdded ||= document.body.textContent.includes(expected);
      }).observe(document.body, { childList: true, subtree: true });
      return seen;
    }, text);
    await page().pdf();
    return (await wasAdded.jsonValue()).wasAdded;
  }

  test('a site that could not be read shows the reason, and that no issues are known', async () => {
    await openSite('failing.example');
    await page()
      .getByText('The home page could not be read, or the site stopped responding or refused the crawler.')
      .waitFor();
    await page().getByText('No page could be read or reported, so no issues are known').waitFor();
    await page().goto(`${stage.server.url}#/domains/failing.example`);
    await page().getByText('No page could be read or reported, so no issues are known').waitFor();
    expect(await page().getByText('0 errors, 0 warnings on').count()).toBe(0);
  });

  test('a crawl of which there is no report shows the reason, and that nothing is known', async () => {
    await openSite('site-06.example');
    await page().getByText('The report of the crawl could not be computed.').waitFor();
    await page().getByText('No page could be read or reported, so no issues are known').waitFor();
    await row('Report failed').waitFor();
    const cells = await rows('Stored crawls').getByRole('cell').allTextContents();
    expect(cells).toContain('Report failed');
    expect(cells.filter((text) => /\d/.test(text))).toEqual([]);
    await page().goto(`${stage.server.url}#/domains/site-06.example`);
    await page().getByText('No page could be read or reported, so no issues are known').waitFor();
    expect(
      await page()
        .getByText(/\b0 pages|0 errors, 0 warnings on/)
        .allTextContents(),
    ).toEqual([]);
  });

  test('the issues of a page that the last crawl did not request are not known', async () => {
    await openSignedIn(`#/domains/measured.example/${encodeURIComponent('https://measured.example/not-crawled')}`);
    await page().getByText('The issues of this page are not known').waitFor();
    await page().getByText('The last crawl did not request this page.').waitFor();
    expect(await page().getByText('The last crawl found no issues on this page').count()).toBe(0);
  });

  test('connection errors and service errors are shown, and the crawl continues without loss', async () => {
    await openSite('measured.example');
    await page().getByRole('button', { name: 'Crawl the site again' }).click();
    await page().getByText('40 of 120').waitFor();
    await page().getByText('The results below are from the crawl that finished').waitFor();
    await page().context().setOffline(true);
    await page().getByRole('alert').getByText('The service cannot be reached.').waitFor();
    await page().getByText('Nothing is lost: it continues as soon as the service responds.').waitFor();
    await page().getByRole('progressbar').waitFor();
    stage.server.refuseNext(
      'domains/measured.example/site',
      new ServiceError('gateway_timeout', { message: 'Something went wrong' }),
    );
    // The page retries at once when the network is back.
    await page().context().setOffline(false);
    await page().getByRole('alert').getByText('Something went wrong').waitFor();
    await page().getByRole('button', { name: 'Try again' }).click();
    await page().getByRole('button', { name: 'Crawl the site again' }).waitFor();
    await page().getByRole('alert').filter({ hasText: 'Something' }).waitFor({ state: 'detached' });
  });

  test('a failed request or a rejected crawl shows the reason and can be retried', async () => {
    await openSignedIn('#/journal');
    stage.server.refuseNext(
      'domains/shop.example/site',
      new ServiceError('gateway_timeout', { message: 'Out of order' }),
    );
    await page().goto(`${stage.server.url}#/domains/shop.example?tab=site`);
    await page().getByRole('alert').getByText('Out of order').waitFor();
    await page().getByRole('button', { name: 'Try again' }).click();
    await page().getByText('The whole site has not been crawled yet').waitFor();
    stage.server.refuseNext(
      'domains/shop.example/site',
      new ServiceError('domain_blocked', { message: 'It is blocked' }),
    );
    await page().getByRole('button', { name: 'Crawl the site' }).click();
    await notice('It is blocked').waitFor();
    await page().getByRole('button', { name: 'Crawl the site' }).waitFor();
  });

  test.each(['light', 'dark'] as const)('axe finds no violations in %s mode', async (colorScheme) => {
    await openSite('shop.example', { colorScheme, reducedMotion: 'reduce' });
    await page().getByText('The whole site has not been crawled yet').waitFor();
    expect(await accessibilityViolations(page())).toEqual([]);
    await page().getByRole('button', { name: 'Crawl the site' }).click();
    await page().getByRole('progressbar').waitFor();
    expect(await accessibilityViolations(page())).toEqual([]);
    for (const [address, ready] of [
      ['', '/'],
      ['.issues', 'Soft 404 (error page with status 200)'],
      ['.issues&issue=broken-link', '/gone'],
      ['.list', '/shoes/001'],
      ['.compare', '/sold'],
      ['.crawls', '21 Nov'],
    ] as const) {
      await page().goto(`${stage.server.url}#/domains/measured.example?tab=site${address}`);
      await row(ready).first().waitFor();
      await part('HTTP responses')
        .getByRole('listitem')
        .first()
        .waitFor({ state: address === '' ? 'visible' : 'detached' });
      expect([address, await accessibilityViolations(page())]).toEqual([address, []]);
    }
  });

  test('nothing is wider than the screen of a phone in Chinese', async () => {
    await openSite('measured.example', { viewport: { width: 390, height: 844 }, hasTouch: true, locale: 'zh-CN' });
    await page().getByText('整个网站 完整').waitFor();
    for (const name of ['总览', '问题', '已抓取页面', '比较', '抓取']) {
      await tab(name).tap();
      await page().getByRole('tabpanel', { name, exact: true }).getByRole('table').first().waitFor();
      expect(await page().evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    }
    await tab('问题').tap();
    await page().getByRole('link', { name: '正文字数过少（内容单薄）' }).tap();
    await row('/shoes/049').getByText('2,000').waitFor();
    expect(await page().evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  });
});

import { expect, test } from '@jest/globals';
import { launchBrowser } from './support/browser.ts';
import { describeInBrowser } from './support/describe-in-browser.ts';
import { Refusal } from './support/fake-back-office-refusal.ts';
import { operate } from './support/operate.ts';
import { stagePage } from './support/stage-page.ts';
import { accessibilityViolations } from './support/watched-page.ts';

const browser = await launchBrowser();

describeInBrowser(browser, 'the audit of a site in the back office’s page', (browser) => {
  const stage = stagePage(browser);
  const operator = operate(stage);
  const { dialog, notice, openSignedIn, row, saved } = operator;
  const page = () => operator.page;
  const tab = (name: string) => page().getByRole('tab', { name, exact: true });

  async function openSite(domain: string, options = {}) {
    await openSignedIn(`#/domains/${domain}`, options);
    await tab('Site').click();
  }
  /** Chooses from a list of choices. */
  async function select(field: string, choice: string | RegExp) {
    await page().getByLabel(field, { exact: true }).click();
    await page().getByRole('option', { name: choice }).click();
    await page().getByRole('option').first().waitFor({ state: 'detached' });
    await page().getByLabel(field, { exact: true }).filter({ hasText: choice }).waitFor();
  }

  test('a site that was never crawled says what a crawl does, and is crawled with so many pages', async () => {
    await openSite('shop.example');
    await page().getByText('The pages of this site were not crawled yet.').waitFor();
    const field = page().getByLabel('Pages at most');
    expect(await field.inputValue()).toBe('500');
    for (const wrong of ['0', '5001', '1.5', 'many', '']) {
      await field.fill(wrong);
      await page().keyboard.press('Enter');
      expect(await page().getByText('A whole number from 1 to 5,000').count()).toBe(2);
    }
    await field.fill('200');
    await page().keyboard.press('Enter');
    await page().getByRole('progressbar').waitFor();
    await page().getByText('40 of 120').waitFor();
    await page()
      .getByText(/Looks again after 1 s/)
      .waitFor();
    expect(await page().getByText('200', { exact: true }).count()).toBe(1);
    await tab('Issues').waitFor();
    await page().getByText('The site has more pages than the crawl was to have.').waitFor();
    await page().getByRole('button', { name: 'Crawl the site again' }).waitFor();
  });

  test('a crawl is stopped once that is confirmed, and shows what it has read', async () => {
    await openSite('shop.example');
    await page().getByRole('button', { name: 'Crawl the site' }).click();
    await page().getByRole('button', { name: 'Stop the crawl' }).click();
    await dialog().getByRole('button', { name: 'Stop the crawl' }).click();
    await notice('The crawl is being stopped.').waitFor();
    await page().getByText('It was stopped before it had all pages.').waitFor();
    await tab('Issues').waitFor();
  });

  test('issues are listed by severity, each with its occurrences, and lead to the list of pages', async () => {
    await openSite('measured.example');
    const headings = page().getByRole('tabpanel', { name: 'Issues' }).getByRole('heading', { level: 2 });
    await headings.first().waitFor();
    expect(await headings.allTextContents()).toEqual(['Errors (3)', 'Notices (1)']);
    await page().getByRole('button', { name: 'Broken internal links' }).click();
    await page().getByText('Impact: Visitors who follow the link see an error').waitFor();
    await page().getByText('How to fix it: Correct or remove the link.').waitFor();
    const broken = page().getByRole('table', { name: 'Broken internal links' });
    await broken.getByRole('row').nth(1).waitFor();
    expect(await broken.getByRole('columnheader').allTextContents()).toEqual([
      ...['Page', 'Target', 'Element', 'HTTP status'],
    ]);
    expect(await broken.getByRole('row').nth(1).getByRole('cell').allTextContents()).toEqual([
      ...['https://measured.example/gone', expect.stringMatching(/^<a href="\/gone"><img src=x onerror/), '404'],
    ]);
    await page().getByRole('button', { name: 'Missing title tag' }).click();
    await page().getByRole('link', { name: 'https://measured.example/shoes/080' }).waitFor();
    await page().getByRole('button', { name: 'List the pages (3)' }).click();
    await row('/shoes/080').waitFor();
    expect(await page().getByRole('row').count()).toBe(4);
    expect(await page().evaluate(() => document.activeElement?.textContent)).toContain('Missing title tag');
    await page().getByRole('link', { name: 'https://measured.example/shoes/080' }).click();
    await page().getByRole('heading', { level: 1, name: 'https://measured.example/shoes/080' }).waitFor();
  });

  test('issues are in Chinese, each with its impact and advice', async () => {
    await openSignedIn('#/domains/measured.example?tab=site', { locale: 'zh-CN' });
    await page().getByRole('button', { name: '站内链接失效（4xx 或 5xx）' }).click();
    await page().getByText('影响：访客点击后看到错误页面').waitFor();
    await page().getByText('如何修复：更正或删除该链接。').waitFor();
  });

  test('occurrences are paged, and saved whole as CSV', async () => {
    await openSite('measured.example');
    await page().getByText('97', { exact: true }).waitFor();
    await page().getByRole('button', { name: 'Low word count' }).click();
    await row('/shoes/049').getByText('1,200').waitFor();
    await row('/shoes/049').getByText('https://measured.example/old').waitFor();
    expect(await row('/shoes/050').count()).toBe(0);
    await page().getByRole('button', { name: 'Show more' }).click();
    await row('/shoes/099').waitFor();
    expect((await saved()).trim().split('\r\n')).toHaveLength(241);
  });

  test('the occurrences of a crawl that has none stored are said to come with another crawl', async () => {
    await openSite('site-00.example');
    await page().getByRole('button', { name: 'Missing title tag' }).click();
    await page().getByText('The occurrences of this issue are not stored.').waitFor();
    await page().getByText('not known', { exact: true }).waitFor();
  });

  test('the list is paged, filtered, searched and ordered, and comes whole as CSV', async () => {
    await openSite('measured.example');
    await tab('List of pages').click();
    await row('/shoes/098').waitFor();
    expect(await row('/shoes/120').count()).toBe(0);
    await page().getByRole('button', { name: 'Show more' }).click();
    await row('/shoes/120').waitFor();
    await row('/shoes/000').waitFor();
    expect((await saved()).trim().split('\r\n')).toHaveLength(246);

    await select('HTTP status', '4xx');
    await row('/gone').waitFor();
    expect(await page().getByRole('row').count()).toBe(2);
    await row('/gone').getByText('No (does not exist (4xx))').waitFor();
    await select('HTTP status', 'Any');
    await page().getByLabel('Address or title').fill('PRIVATE');
    await row('/private/x').getByText('its robots.txt forbids this crawler to read it').waitFor();
    expect((await saved()).trim().split('\r\n')).toHaveLength(2);
    await page().getByLabel('Address or title').fill('no such page');
    await page().getByText('No page fits.').waitFor();
    await page().getByLabel('Address or title').fill('');
    await select('Order', 'Lowest score first');
    await page().getByRole('row').nth(1).getByText('40', { exact: true }).waitFor();
    await select('Issue', 'Missing title tag');
    await page().getByRole('row').nth(3).getByText('/shoes/160').waitFor();
  });

  test('figures, skipped addresses and changes are told in words', async () => {
    await openSite('measured.example');
    await tab('Figures').click();
    await page().getByText('240', { exact: true }).first().waitFor();
    for (const shown of ['1 click', '3 clicks', 'Broken, within the site', 'Of them crawled']) {
      await page().getByText(shown, { exact: true }).waitFor();
    }
    await row('They belong to a calendar that has no end.').getByText('5,000 or more').waitFor();
    await row('later_reason').getByText('<img src=x onerror=alert(1)>').waitFor();
    await tab('What has changed').click();
    await page().getByText('Since the crawl that ended').waitFor();
    await page().getByText('The first 30 of them are listed.').waitFor();
    await row('/shoes/sold').getByText('Gone').waitFor();
    await row('/shoes/000').getByText('Title, Text, later_field').waitFor();
    await page().getByRole('button', { name: 'Next page' }).click();
    await row('/shoes/027').waitFor();
  });

  test('a site that could not be read says why, and that nothing is known of it', async () => {
    await openSite('failing.example');
    await page().getByText('The home page could not be read, or the site stopped answering.').waitFor();
    await page().getByText('no page that search engines may list').waitFor();
    await page().getByText('No page could be read, so that nothing is known of issues.').waitFor();
  });

  test('without a connection, or with errors of the service, it says so, goes on and loses nothing', async () => {
    await openSite('measured.example');
    await page().getByRole('button', { name: 'Crawl the site again' }).click();
    await page().getByText('40 of 120').waitFor();
    await page().getByText('What follows is of the crawl that ended').waitFor();
    await page().context().setOffline(true);
    await page().getByRole('alert').getByText('The service cannot be reached.').waitFor();
    await page().getByText('Nothing is lost: it goes on as soon as the service answers.').waitFor();
    await page().getByRole('progressbar').waitFor();
    await page().context().setOffline(false);
    stage.server.refuseNext('domains/measured.example/site', new Refusal(500, 'internal', 'Something went wrong'));
    await page().getByRole('button', { name: 'Try again' }).click();
    await page().getByRole('alert').getByText('Something went wrong').waitFor();
    await page().getByRole('button', { name: 'Try again' }).click();
    await page().getByRole('button', { name: 'Crawl the site again' }).waitFor();
    await page().getByRole('alert').filter({ hasText: 'Something' }).waitFor({ state: 'detached' });
  });

  test('a site that cannot be looked at, or a crawl that is refused, says why and can be tried again', async () => {
    await openSignedIn('#/domains/shop.example');
    await tab('Overview').waitFor();
    stage.server.refuseNext('domains/shop.example/site', new Refusal(503, 'internal', 'Out of order'));
    await tab('Site').click();
    await page().getByRole('alert').getByText('Out of order').waitFor();
    await page().getByRole('button', { name: 'Try again' }).click();
    await page().getByText('The pages of this site were not crawled yet.').waitFor();
    stage.server.refuseNext('domains/shop.example/site', new Refusal(403, 'domain_blocked', 'It is blocked'));
    await page().getByRole('button', { name: 'Crawl the site' }).click();
    await notice('It is blocked').waitFor();
    expect(await page().getByLabel('Pages at most').inputValue()).toBe('500');
  });

  test.each(['light', 'dark'] as const)('axe finds nothing serious, %s', async (colorScheme) => {
    await openSite('shop.example', { colorScheme, reducedMotion: 'reduce' });
    await page().getByText('The pages of this site were not crawled yet.').waitFor();
    expect(await accessibilityViolations(page())).toEqual([]);
    await page().getByRole('button', { name: 'Crawl the site' }).click();
    await page().getByRole('progressbar').waitFor();
    expect(await accessibilityViolations(page())).toEqual([]);
    await page().goto(`${stage.server.url}#/domains/measured.example`);
    await tab('Site').click();
    await page().getByRole('button', { name: 'Broken internal links' }).click();
    await row('/gone').first().waitFor();
    expect(await accessibilityViolations(page())).toEqual([]);
    for (const name of ['List of pages', 'Figures', 'What has changed']) {
      await tab(name).click();
      await page().getByRole('tabpanel', { name }).getByRole('table').first().waitFor();
      expect(await accessibilityViolations(page())).toEqual([]);
    }
  });

  test('on a telephone nothing is wider than the screen, in Chinese', async () => {
    await openSite('measured.example', { viewport: { width: 390, height: 844 }, hasTouch: true });
    await page().getByRole('button', { name: 'operator@example.com' }).click();
    await page().getByRole('menuitemradio', { name: '中文' }).click();
    await tab('网站').click();
    await page().getByRole('button', { name: '正文字数过少（内容单薄）' }).tap();
    await row('/shoes/049').getByText('应为').waitFor();
    expect(await page().evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    await page().getByText('网站的页面多于此次爬取的上限。').waitFor();
    for (const name of ['问题', '页面列表', '数据', '变化']) {
      await tab(name).click();
      await page().getByRole('tabpanel', { name, exact: true }).waitFor();
      expect(await page().evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    }
  });
});

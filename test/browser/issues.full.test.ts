import { expect, test } from '@jest/globals';
import type { IssueSites } from '../../functions/back-office/contract.ts';
import { ServiceError } from '../../functions/core/platform/http/errors.ts';
import { launchBrowser } from './support/browser.ts';
import { describeInBrowser } from './support/describe-in-browser.ts';
import { operate } from './support/operate.ts';
import { layoutProblems, phone } from './support/phone.ts';
import { stagePage } from './support/stage-page.ts';
import { accessibilityViolations } from './support/watched-page.ts';

const browser = await launchBrowser();

describeInBrowser(browser, 'the issues of all sites', (browser) => {
  const stage = stagePage(browser);
  const { openSignedIn, row, dialog, saved } = operate(stage);
  const page = () => stage.watched.page;
  const names = () => page().getByRole('rowheader').getByRole('link').allTextContents();
  const link = (name: string) => page().getByRole('link', { name, exact: true });

  test('are listed with their severities, pages and sites, and filtered by the address', async () => {
    await openSignedIn('#/issues');
    await row('Broken internal links').getByText('4 of 4', { exact: true }).waitFor();
    await row('Broken internal links').getByText('Error', { exact: true }).waitFor();
    await page().getByText('The issues in the last crawls of 4 sites').waitFor();
    await link('1 crawl is limited: its site may have more.').waitFor();
    const csv = await saved();
    expect(csv).toContain('id,title,severity,pages,domains,crawled_sites\r\n');
    expect(csv).toContain('\r\nbroken-link,Broken internal links (4xx or 5xx),error,4,4,4\r\n');
    await page().getByRole('navigation', { name: 'Severity' }).getByRole('link', { name: 'Notices' }).click();
    await page().waitForURL(/#\/issues\?severity=notice$/);
    await row('Broken internal links').waitFor({ state: 'detached' });
    expect(await saved()).not.toContain('broken-link');
    await page().goBack();
    await page().getByRole('searchbox', { name: 'Search issues' }).fill('client');
    await page().waitForURL(/search=client$/);
    await row('Broken internal links').waitFor({ state: 'detached' });
    await link('Page returns a client error (4xx)').click();
    await page().waitForURL(/#\/issues\/client-error$/);
    await page().getByRole('navigation', { name: 'Breadcrumbs' }).getByRole('link', { name: 'Issues' }).click();
    await row('Broken internal links').waitFor();
  });

  test('have a page each, with advice, and with the sites and the crawls that found them', async () => {
    await openSignedIn('#/issues/broken-link');
    await page().getByRole('heading', { name: 'Broken internal links (4xx or 5xx)', level: 1 }).waitFor();
    await page().getByText('Error', { exact: true }).waitFor();
    await page().getByText('Visitors who follow the link see an error').waitFor();
    await page().getByText('Correct or remove the link.').waitFor();
    await page()
      .getByRole('link', { name: /^About this rule/ })
      .waitFor();
    await page().getByText('At least 4 pages on 4 of 4 crawled sites.').waitFor();
    await row('measured.example').getByText('Complete').waitFor();
    await row('measured.example').getByText('97%').waitFor();
    // What its crawl did not request may have the issue too.
    await row('site-01.example').getByText('at least 1').waitFor();
    await row('site-01.example').getByText('Limited').waitFor();
    await row('site-00.example').getByText('not known').waitFor();
    expect(await saved()).toContain('measured.example,1,97,true,2026-11-22T09:30:00.000Z');
    expect(await accessibilityViolations(page(), { rules: { 'target-size': { enabled: true } } })).toEqual([]);
    await page().getByRole('searchbox', { name: 'Search sites' }).fill('measured');
    await row('site-01.example').waitFor({ state: 'detached' });
    await link('measured.example').click();
    await page().waitForURL(/#\/domains\/measured\.example\?tab=site\.issues&issue=broken-link$/);
    await link('All sites with this issue').click();
    await row('site-01.example').waitFor();
  });

  test('state of how many domains nothing is known', async () => {
    await openSignedIn('#/issues/broken-link');
    await link('The sites of 44 domains were not crawled as a whole: their issues are not known.').click();
    await page().getByText('44 of 48 domains').waitFor();
    await page().getByRole('button', { name: 'Crawl of the site is not crawled as a whole', exact: true }).waitFor();
    await page().goBack();
    await link('1 crawl is limited: its site may have more.').click();
    await row('site-01.example').waitFor();
    await page().getByText('1 of 48 domains').waitFor();
  });

  test('have a page of thousands of sites, which is loaded in parts', async () => {
    const sites = Array.from({ length: 3_000 }, (_, index) => ({
      domain: `many-${String(index).padStart(4, '0')}.example`,
      pages: index + 1,
    }));
    const parts: Record<string, IssueSites> = {
      '': { crawled: 2_500, sites: sites.slice(0, 2_000), next: 'many-1999.example' },
      'many-1999.example': { crawled: 1_500, sites: sites.slice(2_000), next: null },
    };
    await openSignedIn('#/keys');
    await page().route('**/api/issues/broken-link*', (route) => {
      const after = new URL(route.request().url()).searchParams.get('after') ?? '';
      return route.fulfill({ json: { code: 200, success: true, request_id: 'r1', data: parts[after] } });
    });
    await page().goto(`${stage.server.url}#/issues/broken-link`);
    await page().getByText('4,501,500 pages on 3,000 of 4,000 crawled sites.').waitFor();
    expect((await names())[0]).toBe('many-2999.example');
    expect(await names()).toHaveLength(100);
    await page().getByRole('button', { name: 'Show more' }).click();
    expect(await names()).toHaveLength(200);
    await page().getByRole('button', { name: 'Site', exact: true }).click();
    await row('many-0000.example').waitFor();
    expect((await names())[0]).toBe('many-0000.example');
  });

  test('are not stated to be absent where the sites could not be loaded', async () => {
    await openSignedIn('#/keys');
    stage.server.refuseNext('issues/', new ServiceError('gateway_timeout', { message: 'Not now' }));
    await page().goto(`${stage.server.url}#/issues/broken-link`);
    await page().getByRole('button', { name: 'Try again' }).waitFor();
    expect(await page().getByText('No crawl has found this issue').count()).toBe(0);
    await page().getByRole('button', { name: 'Try again' }).click();
    await row('measured.example').waitFor();
  });

  test('have a page also if no site has them, and none with an unknown id', async () => {
    await openSignedIn('#/issues/canonical-loop');
    await page().getByText('No crawl has found this issue').waitFor();
    await page().goto(`${stage.server.url}#/issues/no-such-issue`);
    await page().getByRole('heading', { name: 'There is no such issue', level: 1 }).waitFor();
    await link('All issues').click();
    await row('Broken internal links').waitFor();
  });

  test('lead to the domains while no site was crawled', async () => {
    await openSignedIn('#/keys');
    await page().route('**/api/top-issues', (route) =>
      route.fulfill({ json: { code: 200, success: true, request_id: 'r1', data: { sites: 0, issues: [] } } }),
    );
    await page().goto(`${stage.server.url}#/issues`);
    await page().getByText('No site has been crawled yet').waitFor();
    await link('Choose a domain to crawl').click();
    await page().getByRole('heading', { name: 'Domains', level: 1 }).waitFor();
  });

  test('are found by their names in the search', async () => {
    await openSignedIn('#/keys');
    await page().keyboard.press('Control+k');
    await dialog().getByRole('searchbox').fill('broken internal');
    await page().getByRole('menuitem', { name: 'Broken internal links (4xx or 5xx)' }).click();
    await page().waitForURL(/#\/issues\/broken-link$/);
  });

  test('are in Chinese, and fit on a phone', async () => {
    await openSignedIn('#/issues/broken-link', { ...phone, locale: 'zh-CN' });
    await page().getByRole('heading', { name: '站内链接失效（4xx 或 5xx）', level: 1 }).waitFor();
    await page().getByText('4 个已抓取的网站中有 4 个存在此问题，至少 4 个页面。').waitFor();
    await row('site-01.example').getByText('至少 1').waitFor();
    expect(await layoutProblems(page())).toEqual([]);
    expect(await accessibilityViolations(page(), { rules: { 'target-size': { enabled: true } } })).toEqual([]);
    await page().goto(`${stage.server.url}#/issues`);
    await row('站内链接失效').waitFor();
    expect(await layoutProblems(page())).toEqual([]);
  });
});

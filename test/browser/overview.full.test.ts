import { expect, test } from '@jest/globals';
import { ServiceError } from '../../functions/core/platform/http/errors.ts';
import { launchBrowser } from './support/browser.ts';
import { describeInBrowser } from './support/describe-in-browser.ts';
import { operate } from './support/operate.ts';
import { phone } from './support/phone.ts';
import { stagePage } from './support/stage-page.ts';
import { accessibilityViolations } from './support/watched-page.ts';

const browser = await launchBrowser();

describeInBrowser(browser, 'the overview', (browser) => {
  const stage = stagePage(browser);
  const { openSignedIn, row } = operate(stage);
  const page = () => stage.watched.page;
  const card = (name: string) => page().getByRole('region', { name });

  test('is the first view, and links to the domains that need attention', async () => {
    await openSignedIn('');
    await page().getByRole('heading', { name: 'Overview', level: 1 }).waitFor();
    await page().getByText('$0.42 of $1.00').waitFor();
    await card('Needs attention').getByRole('link', { name: '1 home page could not be read' }).click();
    await page().waitForURL(/#\/domains\?where=page=failed$/);
    await row('failing.example').waitFor();
    await row('shop.example').waitFor({ state: 'detached' });
  });

  test('has the greatest changes of the selected period with their reasons, and links to all changes', async () => {
    await openSignedIn('#/overview');
    await page().getByRole('link', { name: '7 days' }).click();
    await page().waitForURL(/#\/overview\?period=7d$/);
    const shop = card('Greatest changes').getByRole('listitem').filter({ hasText: 'shop.example' }).first();
    await shop.getByText('85 → 86').waitFor();
    await shop.getByText(/\(2 → 8\)/).waitFor();
    expect(await card('Greatest changes').getByText('failing.example').count()).toBe(0);
    await card('Greatest changes').getByRole('link', { name: 'All changes' }).click();
    await row('shop.example').waitFor();
    await page().goBack();
    await card('Greatest changes').getByRole('link', { name: 'shop.example', exact: true }).click();
    await page().getByRole('tab', { name: 'Overview', selected: true }).waitFor();
  });

  test('shows the distribution and trend of scores, and the issues of all sites', async () => {
    await openSignedIn('#/overview');
    await card('Score distribution').getByRole('group', { name: 'Score distribution' }).waitFor();
    await card('Mean SEO score over three months').getByRole('img').waitFor();
    const broken = card('Top issues').getByRole('listitem').filter({ hasText: 'Broken internal links' }).first();
    await broken.getByText('4 pages, 4 sites').waitFor();
    await broken.getByRole('link', { name: 'measured.example' }).waitFor();
    // Next to the card "Needs attention", not below the charts.
    const topOf = async (name: string) => (await card(name).boundingBox())!.y;
    expect(await topOf('Top issues')).toBe(await topOf('Needs attention'));
    await broken.getByRole('link', { name: 'measured.example' }).click();
    await page().getByRole('tab', { name: 'Site crawl', selected: true }).waitFor();
    await page().waitForURL(/tab=site\.issues&issue=broken-link$/);
  });

  test('has the events of all domains in sentences, which lead to what they are about', async () => {
    await openSignedIn('#/overview');
    const events = card('Events').getByRole('listitem');
    await events.filter({ hasText: 'SEO score dropped from 100 to 77' }).getByText('shop.example').waitFor();
    await events.filter({ hasText: '3 new issues: Broken internal links' }).getByText('2 hours ago').waitFor();
    await events.filter({ hasText: 'Certificate has expired' }).waitFor();
    await events.filter({ hasText: 'Home page could not be reached: no response in time' }).waitFor();
    expect(await events.count()).toBe(10);
    await card('Events').getByRole('button', { name: 'Show earlier events' }).click();
    await events.nth(19).waitFor();
    await card('Events').getByRole('link', { name: '1 issue fixed' }).click();
    await page().waitForURL(/#\/domains\/measured\.example\?tab=site\.compare$/);
  });

  test('has the events of a domain on its page, and states what they need where there are none', async () => {
    await openSignedIn('#/domains/measured.example');
    await card('Events').getByText('3 new issues: Broken internal links').waitFor();
    expect(await card('Events').getByText('SEO score dropped').count()).toBe(0);
    await page().goto(`${stage.server.url}#/domains/site-00.example`);
    await card('Events').getByText('No events are recorded').waitFor();
    await card('Events')
      .getByText(/The domain is not followed/)
      .waitFor();
  });

  test('leads from an issue to all its sites, and from a bar of the scores to its domains', async () => {
    await openSignedIn('#/overview');
    const broken = card('Top issues').getByRole('listitem').filter({ hasText: 'Broken internal links' }).first();
    await broken.getByRole('link', { name: 'and 2 more' }).click();
    await page().waitForURL(/#\/issues\/broken-link$/);
    await page().goBack();
    await broken.getByRole('link', { name: 'Broken internal links' }).click();
    await page().waitForURL(/#\/issues\/broken-link$/);
    await page().goBack();
    await card('Top issues').getByRole('link', { name: 'All issues' }).click();
    await page().waitForURL(/#\/issues$/);
    await page().goBack();
    const bar = card('Score distribution').getByRole('link', { name: /^80–89: \d+$/ });
    const count = (await bar.getAttribute('aria-label'))!.split(' ')[1]!;
    await bar.focus();
    await page().keyboard.press('Enter');
    await page().waitForURL(/#\/domains\?where=score%3E=80&where=score%3C=89$/);
    await row('shop.example').waitFor();
    await page().getByText(`${count} of 48 domains`).waitFor();
  });

  test('ends below its last card on a phone', async () => {
    await openSignedIn('#/overview', phone);
    await card('Requests by day').waitFor();
    await card('Score distribution').waitFor();
    const below = await page().evaluate(() => {
      const ends = [...document.querySelectorAll('main section')].map((each) => each.getBoundingClientRect().bottom);
      return document.documentElement.scrollHeight - window.scrollY - Math.max(...ends);
    });
    expect(below).toBeGreaterThan(0);
    expect(below).toBeLessThanOrEqual(40);
  });

  test.each(['30d', '7d'])('has no accessibility violations, also in the size of targets, over %s', async (period) => {
    await openSignedIn(`#/overview?period=${period}`, { reducedMotion: 'reduce' });
    await card('Top issues').getByRole('listitem').first().waitFor();
    await page().waitForLoadState('networkidle');
    // WCAG 2.2, 2.5.8.
    expect(await accessibilityViolations(page(), { rules: { 'target-size': { enabled: true } } })).toEqual([]);
  });

  test('requests each part of the API once, and shows errors', async () => {
    await openSignedIn('#/keys');
    stage.server.refuseNext('overview', new ServiceError('gateway_timeout', { message: 'Not now' }));
    await page().goto(`${stage.server.url}#/overview`);
    await page().getByRole('button', { name: 'Try again' }).first().click();
    await page().getByText('$0.42 of $1.00').waitFor();
    const requested = stage.watched.responses.filter((response) => response.url().endsWith('/api/overview'));
    expect(requested).toHaveLength(2);
  });
});

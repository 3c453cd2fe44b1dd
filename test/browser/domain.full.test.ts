import { expect, test } from '@jest/globals';
import { launchBrowser } from './support/browser.ts';
import { describeInBrowser } from './support/describe-in-browser.ts';
import { operate } from './support/operate.ts';
import { stagePage } from './support/stage-page.ts';

const browser = await launchBrowser();

describeInBrowser(browser, 'the page of a domain', (browser) => {
  const stage = stagePage(browser);
  const { openSignedIn, row } = operate(stage);
  const page = () => stage.watched.page;
  const button = (name: string | RegExp) => page().getByRole('button', { name, exact: true });
  const explored = () => page().getByRole('region', { name: 'Figures over time' });
  const lines = () => explored().locator('svg path[stroke^="#"]');
  const marks = () => explored().locator('svg [class*="series--threshold"]');

  test('says what is wrong first, and leads to where more of it is told', async () => {
    await openSignedIn('#/domains/shop.example');
    const wrong = page().getByRole('region', { name: 'What is wrong' });
    await wrong.getByRole('link').first().waitFor();
    const [list, figures] = [
      await wrong.boundingBox(),
      await page().getByRole('region', { name: 'Figures' }).boundingBox(),
    ];
    expect(list!.y).toBeLessThan(figures!.y);
    await wrong.getByRole('link', { name: 'Sources that failed in their last try: Open PageRank' }).click();
    await page().getByRole('tab', { name: 'Sources', selected: true }).waitFor();
    await page().goBack();
    await wrong.getByRole('link', { name: 'The page has no meta description' }).click();
    await page().getByRole('tab', { name: 'Audits', selected: true }).waitFor();
  });

  test('shows figures with their change, their line, who told them and when', async () => {
    await openSignedIn('#/domains/shop.example', { locale: 'en-US' });
    const rank = page().locator('[data-figure=tranco_rank]');
    await rank.getByText('2,740 better').waitFor();
    const line = await rank.getByRole('img').getAttribute('aria-label');
    expect(line).toMatch(/^Tranco rank: [\d,]+ on \w+ \d+, 2026, 48,211 now$/);
    await rank.getByText(/^Tranco, \w+ \d+, 2026$/).waitFor();
  });

  test('draws several figures in one chart, each on its own scale; one alone has its values on the axis', async () => {
    await openSignedIn('#/domains/shop.example?tab=history');
    await lines().first().waitFor();
    expect(await lines().count()).toBe(2);
    await explored().getByText('Each figure has a scale of its own').waitFor();
    await button('Remove SEO score').click();
    const axis = explored()
      .locator('text, [class*="ticks"] *')
      .filter({ hasText: /^\d\d,\d{3}$/ });
    await axis.first().waitFor({ state: 'attached' });
    expect(await lines().count()).toBe(1);
    await explored()
      .getByRole('button', { name: /Figures in the chart/ })
      .click();
    await page().getByRole('option', { name: 'Words', exact: true }).click();
    await page().keyboard.press('Escape');
    await explored().getByRole('listitem').filter({ hasText: 'Words' }).first().waitFor();
  });

  test('marks where something changed, and shows a part of the range larger', async () => {
    await openSignedIn('#/domains/shop.example?tab=history', { locale: 'en-US' });
    await lines().first().waitFor();
    const all = await marks().count();
    expect(all).toBeGreaterThan(2);
    const whole = await explored().getByRole('status').textContent();
    expect(await button('Zoom out').isDisabled()).toBe(true);
    await button('Zoom in').click();
    await button('Later').click();
    const part = await explored().getByRole('status').textContent();
    expect(part).not.toBe(whole);
    expect(await button('Later').isDisabled()).toBe(true);
    await button('The whole range').click();
    expect(await explored().getByRole('status').textContent()).toBe(whole);
    await page().getByRole('checkbox', { name: 'Mark where something changed' }).uncheck();
    await marks().first().waitFor({ state: 'detached' });
    await page().getByRole('checkbox', { name: 'Mark where something changed' }).check();
    await button(/^Show in the chart: Canonical address/).click();
    expect(await marks().count()).toBeLessThan(all);
  });

  test('has the newest figures after a fetch, whether or not a part is shown', async () => {
    await openSignedIn('#/domains/shop.example?tab=history', { locale: 'en-US' });
    await lines().first().waitFor();
    const end = () =>
      lines()
        .first()
        .evaluate((path) => path.getAttribute('d')!.split(/[A-Z]/).length);
    const before = await end();
    await button('Refresh now').click();
    await page().getByText('21 snapshots').waitFor();
    await page().waitForTimeout(500);
    expect(await end()).toBe(before + 1);
  });

  test('folds away what moves a little from day to day', async () => {
    await openSignedIn('#/domains/shop.example?tab=history');
    const changes = page().getByRole('table', { name: 'What changed' });
    await changes.getByRole('row').filter({ hasText: 'Canonical address' }).waitFor();
    expect(await changes.getByRole('row').filter({ hasText: 'Tranco rank' }).count()).toBe(0);
    const small = button(/^Small changes from day to day \(\d+\)$/);
    await small.click();
    await row('Tranco rank').filter({ hasText: '48,401' }).first().waitFor();
  });

  test('has Core Web Vitals by week, with the values that are good and poor', async () => {
    await openSignedIn('#/domains/measured.example?tab=vitals');
    const chart = page().getByRole('region', { name: 'Interaction to Next Paint (ms)' });
    await chart.scrollIntoViewIfNeeded();
    await chart.getByText(/^Good up to 200 · Poor above 500 · Good in 0 of \d+ weeks$/).waitFor();
    await chart.locator('svg path').first().waitFor();
    expect(await chart.locator('svg [class*="series--threshold"]').count()).toBe(2);
    await row('Core Web Vitals').getByText('Needs improvement').waitFor();
  });
});

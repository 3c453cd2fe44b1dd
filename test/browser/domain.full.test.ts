import { expect, test } from '@jest/globals';
import { launchBrowser } from './support/browser.ts';
import { describeInBrowser } from './support/describe-in-browser.ts';
import { operate } from './support/operate.ts';
import { phone } from './support/phone.ts';
import { stagePage } from './support/stage-page.ts';
import { accessibilityViolations } from './support/watched-page.ts';

const browser = await launchBrowser();

describeInBrowser(browser, 'the page of a domain', (browser) => {
  const stage = stagePage(browser);
  const { openSignedIn, row, notice, dialog } = operate(stage);
  const page = () => stage.watched.page;
  const button = (name: string | RegExp) => page().getByRole('button', { name, exact: true });
  const region = (name: string) => page().getByRole('region', { name, exact: true });
  const chart = (name: string) => region(name).getByRole('img');
  const explored = () => region('Metrics over time');
  const search = (name: string) => new URLSearchParams(new URL(page().url()).hash.split('?')[1]).get(name);

  test('shows the score and the site health with their changes above the tabs', async () => {
    await openSignedIn('#/domains/shop.example', { locale: 'en-US' });
    const number = (label: string) => page().locator('dl').filter({ hasText: label }).first();
    await number('SEO score').getByText('86', { exact: true }).waitFor();
    await page()
      .getByRole('img', { name: /^SEO score: 80 on \w+ \d+, 2026, 86 now$/ })
      .waitFor();
    await region('Site health').getByText('The site was not crawled yet.').waitFor();
    await region('Site health').getByRole('img', { name: 'Site health: not crawled yet' }).waitFor();
    await number('Issues of home page').getByRole('link').last().waitFor();
    await page().goto(`${stage.server.url}#/domains/measured.example`);
    await page().getByRole('link', { name: 'Site health: 97%, good' }).click();
    await page().getByRole('tab', { name: 'Site crawl', selected: true }).waitFor();
  });

  test('begins with the content of a tab on a phone, except in the first tab', async () => {
    await openSignedIn('#/domains/shop.example', phone);
    const numbers = page().locator('dl').filter({ hasText: 'Site health' });
    await numbers.waitFor();
    await page().getByRole('tab', { name: 'Home page audits' }).click();
    await region('SEO score').waitFor();
    expect(await numbers.count()).toBe(0);
  });

  test.each([
    ['a usual screen', { width: 1440, height: 900 }],
    ['a zoom of 200 %', { width: 720, height: 450 }],
  ])('has its first issue within 450 pixels on %s', async (_, viewport) => {
    await openSignedIn('#/domains/measured.example?tab=site.issues', { viewport });
    const first = page().getByRole('table', { name: 'Issues' }).getByRole('row').nth(1);
    await first.waitFor();
    expect((await first.boundingBox())!.y).toBeLessThan(450);
    await page().getByRole('tab', { name: 'Overview' }).click();
    const issue = region('Issues').getByRole('link').first();
    await issue.waitFor();
    expect((await issue.boundingBox())!.y).toBeLessThan(450);
  });

  test('shows issues first, each with a link to the affected element', async () => {
    await openSignedIn('#/domains/shop.example');
    const issues = region('Issues');
    await issues.getByRole('link').first().waitFor();
    const [list, metrics] = [await issues.boundingBox(), await region('Metrics').boundingBox()];
    expect(list!.y).toBeLessThan(metrics!.y);
    await issues.getByRole('link', { name: 'Open PageRank could not be updated: no answer in time' }).click();
    await page().getByRole('tab', { name: 'Sources', selected: true }).waitFor();
    const source = row('Open PageRank').first().locator(':focus');
    await source.waitFor();
    expect(search('source')).toBe('open_page_rank');
    expect(await accessibilityViolations(page())).toEqual([]);
    await page().goBack();
    await issues.getByRole('link', { name: 'Missing meta description' }).click();
    await page().getByRole('tab', { name: 'Home page audits', selected: true }).waitFor();
    expect(search('audit')).toBe('meta-description');
    await page().locator('#audit-meta-description:focus').waitFor();
    await page().goBack();
    await issues.getByRole('link', { name: /^Other issues of the home page/ }).click();
    await page()
      .locator(`#check-${search('check')}:focus`)
      .waitFor();
    await page().goto(`${stage.server.url}#/domains/shop.example?tab=record&section=tls`);
    await page().locator('#section-tls:focus').waitFor();
  });

  test('shows metrics with their change, chart, source and date', async () => {
    await openSignedIn('#/domains/shop.example', { locale: 'en-US' });
    const rank = page().getByRole('listitem', { name: 'Tranco rank' });
    // Less than a tenth of a rank is neither better nor worse.
    await rank.getByText('−2,740', { exact: true }).waitFor();
    expect(await rank.getByText(/better|worse/).count()).toBe(0);
    await rank.getByRole('img', { name: /^Tranco rank: [\d,]+ on \w+ \d+, 2026, 48,211 now$/ }).waitFor();
    await rank.getByText(/^Tranco, \w+ \d+, 2026$/).waitFor();
  });

  test('is followed, tagged, visited and compared from its header', async () => {
    await openSignedIn('#/domains/measured.example');
    const visit = page().getByRole('link', { name: /^Visit/ });
    expect(await visit.getAttribute('href')).toBe('https://measured.example/en/');
    expect(await visit.getAttribute('rel')).toContain('noopener');
    await button('Follow').click();
    await button('Unfollow').waitFor();
    await button('More').click();
    await page().getByRole('menuitem', { name: 'Add tags' }).click();
    await dialog().getByLabel('Tags').fill('shops');
    await dialog().getByRole('button', { name: 'Add tags' }).click();
    await page().locator('.ui-page-header').getByText('shops').waitFor();
    await button('More').click();
    await page().getByRole('menuitem', { name: 'Compare' }).click();
    await page().waitForURL(/#\/compare\?domains=measured\.example/);
  });

  test('draws the metrics of its address, each on its own axis', async () => {
    await openSignedIn('#/domains/shop.example?tab=history', { locale: 'en-US' });
    await explored().getByRole('img').nth(1).waitFor();
    await chart('SEO score')
      .getByText(/^\d\d$/)
      .first()
      .waitFor();
    await chart('Tranco rank')
      .getByText(/^\d\d,\d{3}$/)
      .first()
      .waitFor();
    await button('Remove SEO score').click();
    await explored().getByRole('img').nth(1).waitFor({ state: 'detached' });
    await button(/^Metrics \(1\)/).click();
    await page().getByRole('menuitemcheckbox', { name: 'Words', exact: true }).click();
    await page().keyboard.press('Escape');
    await explored()
      .getByRole('img', { name: /^Words: 20 values/ })
      .waitFor();
    expect(search('metrics')).toBe('tranco_rank,word_count');
    await page().reload();
    await explored()
      .getByRole('img', { name: /^Words: 20 values/ })
      .waitFor();
    await page().goBack();
    await explored().getByRole('img').nth(1).waitFor({ state: 'detached' });
    await explored()
      .getByRole('img', { name: /^Tranco rank: / })
      .waitFor();
  });

  test('marks changes and zooms into a part of the range', async () => {
    await openSignedIn('#/domains/shop.example?tab=history', { locale: 'en-US' });
    await chart('SEO score').waitFor();
    const shown = () => explored().getByRole('status').textContent();
    const notes = explored().getByRole('cell').filter({ hasText: 'Changed: Canonical address' });
    await region('SEO score').getByText('Show as a table').click();
    await notes.waitFor();
    const whole = await shown();
    expect(await button('Zoom out').isDisabled()).toBe(true);
    await button('Zoom in').click();
    await button('Later').click();
    await explored().getByRole('status').filter({ hasNotText: whole! }).waitFor();
    expect(await button('Later').isDisabled()).toBe(true);
    await button('The whole range').click();
    await explored().getByRole('status').filter({ hasText: whole! }).waitFor();
    await page().getByRole('checkbox', { name: 'Mark where something changed' }).uncheck();
    await notes.waitFor({ state: 'detached' });
    await page().getByRole('checkbox', { name: 'Mark where something changed' }).check();
    await notes.waitFor();
    await button(/^Show in the chart: Canonical address/).click();
    expect(search('part')).toMatch(/^\d{4}-\d\d-\d\d\.\.\d{4}-\d\d-\d\d$/);
    await explored().getByRole('status').filter({ hasNotText: whole! }).waitFor();
  });

  test('lists changes of the score with the changed audits', async () => {
    await openSignedIn('#/domains/shop.example?tab=history');
    const newest = region('Why the score changed').getByRole('listitem').first();
    await newest.getByText('85 → 86').waitFor();
    await newest.getByText(/\(fixed\)$/).waitFor();
    await region('Why the score changed').getByText('The audits of the earlier score are not known.').first().waitFor();
  });

  test.each(['', '&part=2026-01-01..2099-01-01'])('has the newest values after a fetch with %p', async (part) => {
    await openSignedIn(`#/domains/shop.example?tab=history${part}`);
    await explored()
      .getByRole('img', { name: /^SEO score: 20 values/ })
      .waitFor();
    await button('Refresh data').click();
    await explored()
      .getByRole('img', { name: /^SEO score: 21 values/ })
      .waitFor();
    await notice('shop.example is fetched.').waitFor();
  });

  test('hides small daily changes at first', async () => {
    await openSignedIn('#/domains/shop.example?tab=history');
    const changes = page().getByRole('table', { name: 'What changed' });
    await changes.getByRole('row').filter({ hasText: 'Canonical address' }).waitFor();
    expect(await changes.getByRole('row').filter({ hasText: 'Tranco rank' }).count()).toBe(0);
    await button(/^Small changes from day to day \(\d+\)$/).click();
    await row('Tranco rank').filter({ hasText: '48,821' }).first().waitFor();
  });

  test('has current and weekly Core Web Vitals with their thresholds', async () => {
    await openSignedIn('#/domains/measured.example?tab=vitals');
    const tile = page().getByRole('listitem', { name: 'Interaction to Next Paint (INP)' });
    await tile.getByText('212 ms').waitFor();
    await tile.getByText('Needs improvement').waitFor();
    await tile.getByText('Desktop: 61 ms (Good)').waitFor();
    const weeks = region('Interaction to Next Paint (INP)');
    await weeks.getByText(/^Good up to 200 ms · Poor above 500 ms · Good in 0 of \d+ weeks$/).waitFor();
    await weeks.getByRole('img', { name: /^Interaction to Next Paint \(INP\): \d+ weeks/ }).waitFor();
    expect(await accessibilityViolations(page())).toEqual([]);
  });

  test('explains what to do when nothing is stored', async () => {
    await openSignedIn('#/domains/asked-once.example');
    await page().getByText('Nothing is stored of asked-once.example').waitFor();
    await button('Fetch it now').click();
    await notice('asked-once.example is fetched.').waitFor();
    await region('Issues').waitFor();
  });
});

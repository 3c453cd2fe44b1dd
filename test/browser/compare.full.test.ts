import { expect, test } from '@jest/globals';
import { launchBrowser } from './support/browser.ts';
import { describeInBrowser } from './support/describe-in-browser.ts';
import { eventually } from './support/eventually.ts';
import { operate } from './support/operate.ts';
import { stagePage } from './support/stage-page.ts';
import { accessibilityViolations } from './support/watched-page.ts';

const browser = await launchBrowser();

describeInBrowser(browser, 'the comparison of domains', (browser) => {
  const stage = stagePage(browser);
  const { openSignedIn, row, saved } = operate(stage);
  const page = () => stage.watched.page;
  const header = (name: string) => page().getByRole('columnheader', { name }).first();

  test('opens from the list and marks the best values', async () => {
    await openSignedIn('#/domains?name=e.example');
    const compare = page().getByRole('link', { name: 'Compare' }).last();
    await row('failing.example').waitFor({ state: 'detached' });
    await page().goto(`${stage.server.url}#/domains`);
    for (const name of ['shop.example', 'measured.example']) {
      await page()
        .getByRole('checkbox', { name: `Select ${name}` })
        .check();
    }
    await compare.click();
    await page().waitForURL(/#\/compare\?domains=measured\.example,shop\.example$/);
    const score = row('SEO score of the home page');
    await score.waitFor();
    const csv = await saved();
    expect(csv).toContain('metric,measured.example,shop.example\r\n');
    expect(csv).toContain('\r\nseo_score,99,86\r\n');
    await score.getByRole('cell').filter({ hasText: '99' }).getByText('best: highest').waitFor();
    await eventually(() => score.getByText('best').count(), 1);
    expect(await page().getByRole('rowheader', { name: 'Words on the home page' }).count()).toBe(0);
    await page().getByRole('button', { name: 'Metrics' }).click();
    await page().getByRole('menuitemcheckbox', { name: 'Words on the home page' }).click();
    await page().keyboard.press('Escape');
    await row('Words on the home page').waitFor();
    expect(await row('Words on the home page').getByText('best').count()).toBe(0);
    await page().reload();
    await row('Words on the home page').waitFor();
    const audits = page().getByRole('table', { name: 'Audits that fail for some of them' });
    await eventually(() => audits.getByRole('row').count(), 2);
    await audits.getByText('Not failed').waitFor();
  });

  test('adds up to ten domains by the address and by the field', async () => {
    await openSignedIn('#/compare');
    await page().getByText('Add at least two domains.').waitFor();
    const field = page().getByLabel('Another domain');
    await field.fill('shop.example, asked-once.example');
    await field.press('Enter');
    await header('asked-once.example').waitFor();
    await row('Updated').getByText('No data').waitFor();
    expect(decodeURIComponent(page().url())).toContain('?domains=shop.example,asked-once.example&metric=seo_score');
    await page().getByRole('button', { name: 'Remove asked-once.example' }).click();
    await header('asked-once.example').waitFor({ state: 'detached' });
    await field.fill(Array.from({ length: 10 }, (_, index) => `site-0${index}.example`).join(' '));
    await page().getByText('At most ten domains can be compared.').waitFor();
    expect(await page().getByRole('button', { name: 'Add', exact: true }).isDisabled()).toBe(true);
  });

  test('fetches a domain without data on request and shows its data', async () => {
    await openSignedIn('#/compare?domains=shop.example,asked-once.example');
    await row('Updated').getByRole('button', { name: 'Fetch asked-once.example' }).click();
    await row('Updated').getByText('No data').waitFor({ state: 'detached', timeout: 30_000 });
    await row('SEO score of the home page').getByText('not known').waitFor({ state: 'detached' });
    await page().getByRole('img', { name: 'SEO score of the home page' }).waitFor();
  });

  test('does not compare audits when those of only one domain are known', async () => {
    await openSignedIn('#/compare?domains=shop.example,asked-once.example');
    await page().getByText('The home pages of at least two domains have to be audited.').waitFor();
    expect(await page().getByText('The same audits fail').count()).toBe(0);
  });

  test('draws one metric of all domains, and ranks with the best at the top', async () => {
    await openSignedIn('#/compare?domains=shop.example,measured.example&metric=tranco_rank&range=1y');
    const history = page().getByRole('region', { name: 'History' });
    const chart = (name: string) => history.getByRole('img', { name });
    await chart('Tranco rank').waitFor();
    const ticks = await chart('Tranco rank')
      .locator('text')
      .evaluateAll((elements) =>
        elements
          .map((element) => ({ text: element.textContent ?? '', top: element.getBoundingClientRect().top }))
          .filter(({ text }) => /^[\d,]+$/.test(text))
          .sort((one, other) => one.top - other.top)
          .map(({ text }) => Number(text.replaceAll(',', ''))),
      );
    expect(new Set(ticks).size).toBeGreaterThan(2);
    expect(ticks).toEqual(ticks.toSorted((one, other) => one - other));
    await history.getByText('Show as a table').click();
    const header = history.getByRole('table', { name: 'Tranco rank' }).getByRole('columnheader');
    await eventually(() => header.allTextContents(), ['Time', 'shop.example', 'measured.example']);
    await history.getByRole('button', { name: /Metric/ }).click();
    await page().getByRole('option', { name: 'SEO score of the home page', exact: true }).click();
    await page().waitForURL(/metric=seo_score&range=1y$/);
    await chart('SEO score of the home page').waitFor();
    await history.getByText('30 days').click();
    await page().waitForURL(/metric=seo_score&range=30d$/);
    await page().getByRole('link', { name: 'Tranco rank' }).click();
    await page().waitForURL(/metric=tranco_rank&range=30d$/);
    await chart('Tranco rank').waitFor();
  });

  test('axe finds no violations in light and dark mode', async () => {
    for (const colorScheme of ['light', 'dark'] as const) {
      await openSignedIn('#/compare?domains=shop.example,measured.example,asked-once.example', { colorScheme });
      await row('Updated').waitFor();
      expect(await accessibilityViolations(page())).toEqual([]);
      if (colorScheme === 'light') await stage.watched.close();
    }
  });
});

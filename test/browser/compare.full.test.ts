import { expect, test } from '@jest/globals';
import { launchBrowser } from './support/browser.ts';
import { describeInBrowser } from './support/describe-in-browser.ts';
import { operate } from './support/operate.ts';
import { stagePage } from './support/stage-page.ts';

const browser = await launchBrowser();

describeInBrowser(browser, 'the comparison of domains', (browser) => {
  const stage = stagePage(browser);
  const { openSignedIn, row } = operate(stage);
  const page = () => stage.watched.page;
  const header = (name: string) => page().getByRole('columnheader', { name }).first();

  test('is reached from the list, and marks what differs', async () => {
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
    await row('SEO score').getByText('99 best').waitFor();
    expect(await row('Words').getByText('best').count()).toBe(0);
    const audits = page().getByRole('table', { name: 'Audits that fail for some of them' });
    expect(await audits.getByRole('row').count()).toBe(2);
    await audits.getByText('not failed').waitFor();
  });

  test('has other domains by its address and by its field, up to ten', async () => {
    await openSignedIn('#/compare');
    await page().getByText('Add at least two domains.').waitFor();
    const field = page().getByLabel('Another domain');
    await field.fill('shop.example, asked-once.example');
    await field.press('Enter');
    await header('asked-once.example').waitFor();
    await row('Fetched').getByText('nothing is stored').waitFor();
    expect(decodeURIComponent(page().url())).toContain('?domains=shop.example,asked-once.example&figure=seo_score');
    await page().getByRole('button', { name: 'Remove asked-once.example' }).click();
    await header('asked-once.example').waitFor({ state: 'detached' });
    await field.fill(Array.from({ length: 10 }, (_, index) => `site-0${index}.example`).join(' '));
    await page().getByText('Ten domains are compared at most.').waitFor();
    expect(await page().getByRole('button', { name: 'Add', exact: true }).isDisabled()).toBe(true);
  });

  test('draws one figure of all of them, a rank with the best above', async () => {
    await openSignedIn('#/compare?domains=shop.example,measured.example&figure=tranco_rank&range=1y');
    const chart = (name: string) => page().locator(`[role=application][aria-label="${name}"]`);
    await page().getByRole('heading', { name: 'History' }).scrollIntoViewIfNeeded();
    await chart('Tranco rank').first().waitFor();
    const ranks = await page()
      .locator('text, [class*="ticks"] *')
      .evaluateAll((elements) =>
        elements
          .map((element) => ({ text: element.textContent ?? '', top: element.getBoundingClientRect().top }))
          .filter(({ text }) => /^\d\d,\d{3}$/.test(text))
          .sort((one, other) => one.top - other.top)
          .map(({ text }) => Number(text.replace(',', ''))),
      );
    expect(new Set(ranks).size).toBeGreaterThan(2);
    expect(ranks).toEqual(ranks.toSorted((one, other) => one - other));
    await page()
      .getByRole('button', { name: /Tranco rank/ })
      .click();
    // When it is open, the list highlights the selected option and scrolls to it: a click before that may miss its option.
    await page().locator('[role=listbox][aria-activedescendant]').waitFor();
    await page().getByRole('option', { name: 'SEO score', exact: true }).click();
    await page().waitForURL(/figure=seo_score&range=1y$/);
    await chart('SEO score').first().waitFor();
  });
});

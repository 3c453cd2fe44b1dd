import type { BrowserContextOptions, Locator, Page } from 'playwright-core';
import type { Operator } from './operate.ts';
import type { Stage } from './stage-page.ts';
import { accessibilityViolations } from './watched-page.ts';

interface Judgment {
  /** Options of the browser context. */
  options: BrowserContextOptions;
  /** Returns the problems of the shown view; default: violations that axe finds. */
  judge?: (page: Page) => Promise<string[]>;
}

/**
 * Opens every view of the page, one after the other.
 *
 * @returns problems by view, without views that have none
 */
export async function judgeViews(
  operator: Operator,
  stage: Stage,
  { options, judge: judgePage = accessibilityViolations }: Judgment,
): Promise<Record<string, string[]>> {
  const { choose, dialog, enter, notice, open, row } = operator;
  const found: Record<string, string[]> = {};
  const judge = async (view: string) => {
    const violations = await judgePage(operator.page);
    if (violations.length > 0) found[view] = violations;
  };
  const go = async (view: string, ready: () => Locator) => {
    // Removing a chart under the pointer logs an error of the component library.
    await operator.page.mouse.move(0, 0);
    await operator.page.goto(stage.server.url + view);
    await ready().first().waitFor();
    await judge(view);
  };
  // Elements that animate in are transparent at first.
  await open('#/keys', { ...options, reducedMotion: 'reduce' });
  await operator.page.getByRole('button', { name: 'Sign in' }).waitFor();
  await judge('landing');
  await enter();
  await row('Nightly import').waitFor();
  await judge('keys');
  await choose('Nightly import', 'Disable');
  await notice('Nightly import is disabled.').waitFor();
  await judge('notification');
  await operator.page.getByRole('button', { name: 'operator@example.com' }).click();
  await judge('menu');
  await operator.page.keyboard.press('Escape');
  await operator.page.getByRole('button', { name: 'Create a key' }).click();
  await dialog().getByRole('radio', { name: 'pro' }).waitFor();
  await judge('new key');
  await dialog().getByLabel('Name').fill('Price watch');
  await dialog().getByRole('button', { name: 'Create a key' }).click();
  await dialog().getByText('It is shown this once').waitFor();
  await judge('created key');
  await go('#/keys/k1', () => operator.page.getByRole('progressbar'));
  await operator.page.getByText('Show as a table').click();
  await judge('usage as a table');
  await go('#/overview', () =>
    operator.page.getByRole('list', { name: 'Top issues' }).getByText('measured.example').first(),
  );
  await go('#/domains', () => row('shop.example'));
  await go('#/domains?where=score%3E10', () => row('shop.example'));
  await operator.page.getByRole('checkbox', { name: 'Select shop.example' }).check();
  await operator.page.getByRole('button', { name: 'Actions' }).click();
  await judge('actions on domains');
  await operator.page.getByRole('menuitem', { name: 'Add tags' }).click();
  await dialog().waitFor();
  await judge('tags of domains');
  await dialog().getByRole('button', { name: 'Cancel' }).click();
  await go('#/issues', () => row('Broken internal links'));
  await go('#/issues/broken-link', () => row('measured.example'));
  await go('#/batches', () => operator.page.getByLabel('Domains', { exact: true }));
  await operator.page.getByLabel('Domains', { exact: true }).fill('shop.example\nnonsense\nnone-such.example');
  await operator.page.getByRole('button', { name: 'Start', exact: true }).click();
  await row('nonsense').waitFor();
  await judge('a batch');
  await go('#/compare?domains=shop.example,measured.example', () => operator.page.getByText('best').first());
  await go('#/keywords?q=camping&word_count=2%2B', () => row('camping near me'));
  await operator.page.getByRole('checkbox', { name: 'Select camping near me 1', exact: true }).check();
  await operator.page.getByRole('button', { name: 'Add to a list' }).click();
  await dialog().getByLabel('Name').waitFor();
  await judge('a list for keywords');
  await dialog().getByLabel('Name').fill('Spring');
  await dialog().getByRole('button', { name: 'Add to a list' }).click();
  await go('#/long-tail?keyword=tent', () => row('why tent 01'));
  await operator.page.getByRole('link', { name: /^Related/ }).click();
  await row('why tent 01').waitFor({ state: 'detached' });
  await judge('a group of a long tail');
  await go('#/keyword-lists', () => row('Spring'));
  await operator.page.getByRole('link', { name: 'Spring' }).click();
  await row('camping').waitFor();
  await judge('a list of keywords');
  await go('#/domains/shop.example', () => operator.page.getByRole('tab'));
  for (const tab of ['Home page audits', 'Web vitals', 'Record', 'Sources', 'History']) {
    await operator.page.getByRole('tab', { name: tab }).click();
    await operator.page
      .getByRole('tabpanel', { name: tab })
      .locator('table:visible, dl:visible, section:visible')
      .first()
      .waitFor();
    await judge(tab);
    if (tab === 'History') {
      await operator.page.getByRole('button', { name: 'Show as a table' }).click();
      await row('Page shown').first().waitFor();
      await judge('snapshots as a table');
    }
  }
  await operator.page.getByRole('tab', { name: 'Single pages' }).click();
  await operator.page.getByLabel('Address of a page').waitFor();
  await judge('Single pages');
  await operator.page.getByRole('tab', { name: 'Site crawl' }).click();
  await operator.page.getByText('The whole site has not been crawled yet').waitFor();
  await judge('Site crawl');
  await go(`#/domains/shop.example/${encodeURIComponent('https://shop.example/prices')}`, () =>
    operator.page.getByRole('tab', { name: 'Audits' }),
  );
  for (const tab of ['Links', 'Audits', 'Page data', 'Sources']) {
    await operator.page.getByRole('tab', { name: tab, exact: true }).click();
    await operator.page.waitForLoadState('networkidle');
    await judge(`a page: ${tab}`);
  }
  await go('#/domains/shop.example', () => operator.page.getByRole('tab'));
  await operator.page.getByRole('button', { name: 'More', exact: true }).click();
  await judge('actions on a domain');
  await operator.page.getByRole('menuitem', { name: 'Delete' }).click();
  await dialog().waitFor();
  await judge('delete a domain');
  await go('#/queue', () => operator.page.getByText('$0.42 of $1.00'));
  return found;
}

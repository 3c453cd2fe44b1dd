import type { BrowserContextOptions, Locator, Page } from 'playwright-core';
import type { Operator } from './operate.ts';
import type { Stage } from './stage-page.ts';
import { accessibilityViolations } from './watched-page.ts';

interface Judgment {
  /** Options of the browser context. */
  options: BrowserContextOptions;
  /** Returns further problems of what is shown. */
  judge?: (page: Page) => Promise<string[]>;
}

/**
 * Opens the dialogs, menus and states of the page that have no address, one after the other, and judges each like
 * {@link judgeView}.
 *
 * @returns problems by state, without states that have none
 */
export async function judgeStates(
  operator: Operator,
  stage: Stage,
  { options, judge: judgePage }: Judgment,
): Promise<Record<string, string[]>> {
  const { choose, dialog, enter, notice, open, row } = operator;
  const found: Record<string, string[]> = {};
  const judge = async (state: string) => {
    const problems = await judgeView(operator.page, judgePage);
    if (problems.length > 0) found[state] = problems;
  };
  const go = async (view: string, ready: () => Locator) => {
    // Removing a chart under the pointer logs an error of the component library.
    await operator.page.mouse.move(0, 0);
    await operator.page.goto(stage.server.url + view);
    await ready().first().waitFor();
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
  await go('#/domains', () => row('shop.example'));
  await operator.page.getByRole('checkbox', { name: 'Select shop.example' }).check();
  await operator.page.getByRole('button', { name: 'Actions' }).click();
  await judge('actions on domains');
  await operator.page.getByRole('menuitem', { name: 'Add tags' }).click();
  await dialog().waitFor();
  await judge('tags of domains');
  await dialog().getByRole('button', { name: 'Cancel' }).click();
  await operator.page.getByRole('button', { name: 'Add domains' }).click();
  await dialog().waitFor();
  await judge('add a domain');
  await dialog().getByRole('button', { name: 'Several domains' }).click();
  await judge('add several domains');
  await operator.page.keyboard.press('Escape');
  await go('#/watches', () => operator.page.getByRole('button', { name: 'New watch' }));
  await operator.page.getByRole('button', { name: 'New watch' }).first().click();
  await dialog().waitFor();
  await judge('new watch');
  await operator.page.keyboard.press('Escape');
  await go('#/batches', () => operator.page.getByLabel('Domains', { exact: true }));
  await operator.page.getByLabel('Domains', { exact: true }).fill('shop.example\nnonsense\nnone-such.example');
  await operator.page.getByRole('button', { name: 'Start', exact: true }).click();
  await row('nonsense').waitFor();
  await judge('a batch');
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
  await operator.page.getByRole('tab', { name: 'History' }).click();
  await operator.page.getByRole('button', { name: 'Show as a table' }).click();
  await row('Page shown').first().waitFor();
  await judge('snapshots as a table');
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
  return found;
}

/**
 * Returns the violations that axe finds in what is shown: of all its default rules and of the size of targets in light mode,
 * and of contrast in dark mode, which changes colors only.
 *
 * @param judge returns further problems
 */
export async function judgeView(page: Page, judge?: Judgment['judge']): Promise<string[]> {
  await page.emulateMedia({ colorScheme: 'light' });
  const problems = (await judge?.(page)) ?? [];
  // WCAG 2.2, 2.5.8.
  const light = await accessibilityViolations(page, { rules: { 'target-size': { enabled: true } } });
  await page.evaluate(stopTransitions);
  await page.emulateMedia({ colorScheme: 'dark' });
  const dark = await accessibilityViolations(page, { runOnly: ['color-contrast'] });
  return [...problems, ...light, ...dark.map((violation) => `dark: ${violation}`)];
}

/** Runs in the page: colors change at once, not over some frames. */
function stopTransitions(): void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync('*, ::before, ::after { transition: none !important; animation: none !important }');
  document.adoptedStyleSheets.push(sheet);
}

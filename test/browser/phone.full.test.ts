import { expect, test } from '@jest/globals';
import { launchBrowser } from './support/browser.ts';
import { describeInBrowser } from './support/describe-in-browser.ts';
import { judgeStates } from './support/judge-views.ts';
import { operate } from './support/operate.ts';
import { layoutProblems, phone } from './support/phone.ts';
import { stagePage } from './support/stage-page.ts';
import { showView, viewAddresses } from './support/views.ts';

const browser = await launchBrowser();

describeInBrowser(browser, 'the back office on a phone', (browser) => {
  const stage = stagePage(browser);
  const operator = operate(stage);

  test('no dialog, menu or state cuts off a column, touch targets are 44 pixels high, and axe finds no violations', async () => {
    expect(await judgeStates(operator, stage, { options: phone, judge: layoutProblems })).toEqual({});
  });

  test('the open tab is within the screen, whichever the address opens', async () => {
    await operator.openSignedIn('#/overview', phone);
    const withTabs = viewAddresses.filter((address) => address.includes('tab='));
    for (const address of withTabs) {
      await showView(operator.page, address);
      await operator.page.waitForFunction(areOpenTabsShown, null, { timeout: 5_000 }).catch(() => {
        throw new Error(`The open tab of ${address} is outside of the screen`);
      });
    }
  });

  test('the text of each button of a crawled site is within the button', async () => {
    await operator.openSignedIn('#/domains/measured.example?tab=site.list', phone);
    await operator.page.getByRole('button', { name: 'Crawl the site again' }).waitFor();
    const isCut = ({ scrollWidth, clientWidth }: Element) => scrollWidth > clientWidth;
    const buttons = await operator.page.locator('.ui-button').all();
    const cut = await Promise.all(
      buttons.map(async (one) => ((await one.evaluate(isCut)) ? [await one.textContent()] : [])),
    );
    expect(buttons.length).toBeGreaterThan(3);
    expect(cut.flat()).toEqual([]);
  });

  test('related pages of an issue are one below the other', async () => {
    const url = encodeURIComponent('https://measured.example/shoes/080');
    await operator.openSignedIn(`#/domains/measured.example/${url}?tab=issues`, phone);
    const related = operator.page.getByRole('cell').filter({ hasText: 'https://measured.example/old' });
    const boxOf = async (text: string) => (await related.getByText(text, { exact: true }).first().boundingBox())!;
    const first = await boxOf('https://measured.example/');
    expect((await boxOf('https://measured.example/old')).y).toBeGreaterThanOrEqual(first.y + first.height);
  });
});

/** Runs in the page: whether each open tab is between the edges of the line of its tabs. */
function areOpenTabsShown(): boolean {
  const open = [...document.querySelectorAll('[role=tab][aria-selected=true]')];
  return (
    open.length > 0 &&
    open.every((tab) => {
      const [box, line] = [tab.getBoundingClientRect(), tab.parentElement!.getBoundingClientRect()];
      return box.left >= Math.max(0, line.left) - 1 && box.right <= Math.min(innerWidth, line.right) + 1;
    })
  );
}

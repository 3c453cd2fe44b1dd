import { expect, test } from '@jest/globals';
import { launchBrowser } from './support/browser.ts';
import { describeInBrowser } from './support/describe-in-browser.ts';
import { operate } from './support/operate.ts';
import { stagePage } from './support/stage-page.ts';
import { Refusal } from './support/fake-back-office-refusal.ts';

const browser = await launchBrowser();

describeInBrowser(browser, 'the overview', (browser) => {
  const stage = stagePage(browser);
  const { openSignedIn, row } = operate(stage);
  const page = () => stage.watched.page;

  test('is shown first, says what needs a look, and leads to the domains that do', async () => {
    await openSignedIn('');
    await page().getByRole('heading', { name: 'Overview', level: 1 }).waitFor();
    await page().getByText('$0.42 of $1.00').waitFor();
    await page().getByRole('link', { name: 'Domains whose page could not be read: 1' }).click();
    await page().waitForURL(/#\/domains\?where=page=failed$/);
    await row('failing.example').waitFor();
    await row('shop.example').waitFor({ state: 'detached' });
    await page().getByRole('button', { name: 'Home page is not fetched', exact: true }).waitFor();
  });

  test('has the domains that have moved this week, without those whose score is of another day', async () => {
    await openSignedIn('#/overview');
    const moved = page().getByRole('table', { name: 'Moved this week' });
    await moved.getByRole('row').filter({ hasText: 'shop.example' }).getByText('▼ 2').waitFor();
    expect(await moved.getByText('failing.example').count()).toBe(0);
    await moved.getByRole('link', { name: 'shop.example' }).click();
    await page().getByRole('tab', { name: 'Overview', selected: true }).waitFor();
  });

  test('asks the interface few times, and says what could not be read', async () => {
    await openSignedIn('#/keys');
    stage.server.refuseNext('overview', new Refusal(503, 'unavailable', 'Not now'));
    await page().goto(`${stage.server.url}#/overview`);
    await page().getByRole('button', { name: 'Try again' }).first().click();
    await page().getByText('$0.42 of $1.00').waitFor();
    const asked = stage.watched.responses.filter((response) => response.url().endsWith('/api/overview'));
    expect(asked).toHaveLength(2);
  });
});

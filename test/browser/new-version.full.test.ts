import { expect, test } from '@jest/globals';
import { launchBrowser } from './support/browser.ts';
import { describeInBrowser } from './support/describe-in-browser.ts';
import { operate } from './support/operate.ts';
import { stagePage } from './support/stage-page.ts';
import { accessibilityViolations } from './support/watched-page.ts';

const browser = await launchBrowser();
const LIST = 'shop.example\nblog.example';

describeInBrowser(browser, 'a page with missing files', (browser) => {
  const stage = stagePage(browser);
  const operator = operate(stage);
  const { openSignedIn, choose, notice } = operator;
  const page = () => operator.page;
  const link = (name: string) => page().getByRole('link', { name, exact: true });
  const alert = (text: string) => page().getByRole('main').getByText(text);
  /** Expects the errors that the browser logs for missing files, and clears them. */
  const expectComplaints = () => {
    expect(stage.watched.complaints.length).toBeGreaterThan(0);
    stage.watched.complaints.length = 0;
  };
  /** Simulates a deployment: the page has another entry file. */
  const deploy = () =>
    page().route(stage.server.url, async (route) => {
      if (route.request().resourceType() === 'document') return route.continue();
      await route.fulfill({ body: '<script type="module" src="./assets/first-of-the-next.js"></script>' });
    });

  test('reports a view that cannot be loaded, and loads it when the network is back', async () => {
    await openSignedIn();
    await page().context().setOffline(true);
    await link('Domains').click();
    await alert('This part of the page could not be loaded').waitFor();
    await alert('The service cannot be reached.').waitFor();
    expect(await accessibilityViolations(page())).toEqual([]);
    await page().getByRole('button', { name: 'Load the page again' }).click();
    await alert('The service cannot be reached.').waitFor();
    expect(page().url()).toMatch(/#\/domains$/);
    await page().context().setOffline(false);
    await link('shop.example').waitFor();
    expectComplaints();
  });

  test('offers the new version after a deployment, and keeps the entered text', async () => {
    await openSignedIn('#/batches');
    await page().getByLabel('Domains').first().fill(LIST);
    await deploy();
    await page().route('**/assets/queue-page*', (route) => route.fulfill({ status: 404 }));
    await link('Operations').click();
    await alert('There is a new version of this page').waitFor();
    expect(await accessibilityViolations(page())).toEqual([]);
    await page().unrouteAll();
    await page().getByRole('button', { name: 'Load it' }).click();
    await page().getByText('Followed domains').waitFor();
    await link('Bulk fetch').click();
    expect(await page().getByLabel('Domains').first().inputValue()).toBe(LIST);
    expectComplaints();
  });

  test('offers the new version when the user returns to an old tab', async () => {
    await openSignedIn();
    await deploy();
    const returnAfter = (minutes: number) =>
      page().evaluate((ms) => {
        const now = Date.now;
        Date.now = () => now() + ms;
        document.dispatchEvent(new Event('visibilitychange'));
      }, minutes * 60_000);
    await returnAfter(0);
    await returnAfter(2);
    await notice('There is a new version of this page').waitFor();
    expect(await accessibilityViolations(page())).toEqual([]);
    await page().getByRole('button', { name: 'Load it' }).click();
    await notice('There is a new version of this page').waitFor({ state: 'detached' });
    await link('Agency dashboard').waitFor();
  });

  test('reports a dialog that cannot be loaded, and keeps the list', async () => {
    await openSignedIn();
    await page().route('**/assets/key-dialogs*', (route) => route.abort());
    await choose('Nightly import', 'Edit the note');
    await alert('This part of the page could not be loaded').waitFor();
    await link('Nightly import').waitFor();
    expectComplaints();
  });

  test('reports missing translations in two languages', async () => {
    await openSignedIn();
    await page().route('**/assets/en-*', (route) => route.abort());
    await page().reload();
    await page().getByText('The page could not be loaded. / 页面无法加载。').waitFor();
    await page().unrouteAll();
    await page().getByRole('button', { name: 'Load it again / 重新加载' }).click();
    await link('Nightly import').waitFor();
  });

  test('reports a view that cannot be loaded after sign-in, and loads it on request', async () => {
    await openSignedIn();
    await page().route('**/assets/start-*', (route) => route.abort());
    await page().reload();
    await page().getByRole('alert').getByText('The page could not be loaded.').waitFor();
    await page().unrouteAll();
    await page().getByRole('button', { name: 'Load the page again' }).click();
    await link('Nightly import').waitFor();
  });

  test('notices of success disappear automatically', async () => {
    await openSignedIn();
    await choose('Nightly import', 'Disable');
    await notice('Nightly import is disabled.').waitFor();
    await notice('Nightly import is disabled.').waitFor({ state: 'detached', timeout: 12_000 });
  });
});

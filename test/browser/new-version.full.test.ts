import { expect, test } from '@jest/globals';
import { launchBrowser } from './support/browser.ts';
import { describeInBrowser } from './support/describe-in-browser.ts';
import { operate } from './support/operate.ts';
import { stagePage } from './support/stage-page.ts';
import { accessibilityViolations } from './support/watched-page.ts';

const browser = await launchBrowser();
const LIST = 'shop.example\nblog.example';

describeInBrowser(browser, 'a page whose files are not all there', (browser) => {
  const stage = stagePage(browser);
  const operator = operate(stage);
  const { openSignedIn, choose, notice } = operator;
  const page = () => operator.page;
  const link = (name: string) => page().getByRole('link', { name, exact: true });
  const alert = (text: string) => page().getByRole('main').getByText(text);
  /** The browser tells of each file that it does not get. */
  const expectComplaints = () => {
    expect(stage.watched.complaints.length).toBeGreaterThan(0);
    stage.watched.complaints.length = 0;
  };
  /** As after a deployment: the page has another first file. */
  const deploy = () =>
    page().route(stage.server.url, async (route) => {
      if (route.request().resourceType() === 'document') return route.continue();
      await route.fulfill({ body: '<script type="module" src="./assets/first-of-the-next.js"></script>' });
    });

  test('says so in place of a view, lets others be used, and loads it when the network is back', async () => {
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

  test('offers the new version after a deployment, and keeps what was entered', async () => {
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
    await link('Batches').click();
    expect(await page().getByLabel('Domains').first().inputValue()).toBe(LIST);
    expectComplaints();
  });

  test('offers the new version to who comes back to an old tab', async () => {
    await openSignedIn();
    await deploy();
    const comeBack = (minutes: number) =>
      page().evaluate((ms) => {
        const now = Date.now;
        Date.now = () => now() + ms;
        document.dispatchEvent(new Event('visibilitychange'));
      }, minutes * 60_000);
    await comeBack(0);
    await comeBack(2);
    await notice('There is a new version of this page').waitFor();
    expect(await accessibilityViolations(page())).toEqual([]);
    await page().getByRole('button', { name: 'Load it' }).click();
    await notice('There is a new version of this page').waitFor({ state: 'detached' });
    await link('Agency dashboard').waitFor();
  });

  test('says so in place of a dialog, and the list stays', async () => {
    await openSignedIn();
    await page().route('**/assets/key-dialogs*', (route) => route.abort());
    await choose('Nightly import', 'Edit the note');
    await alert('This part of the page could not be loaded').waitFor();
    await link('Nightly import').waitFor();
    expectComplaints();
  });

  test('says so in two languages where there is not even a language', async () => {
    await openSignedIn();
    await page().route('**/assets/en-*', (route) => route.abort());
    await page().reload();
    await page().getByText('The page could not be loaded. / 页面无法加载。').waitFor();
    await page().unrouteAll();
    await page().getByRole('button', { name: 'Load it again / 重新加载' }).click();
    await link('Nightly import').waitFor();
  });

  test('a sign-in whose page cannot be loaded says so, and loads it when the network is back', async () => {
    await openSignedIn();
    await page().route('**/assets/start-*', (route) => route.abort());
    await page().reload();
    await page().getByRole('alert').getByText('The page could not be loaded.').waitFor();
    await page().unrouteAll();
    await page().getByRole('button', { name: 'Load the page again' }).click();
    await link('Nightly import').waitFor();
  });

  test('notices of success go by themselves', async () => {
    await openSignedIn();
    await choose('Nightly import', 'Disable');
    await notice('Nightly import is disabled.').waitFor();
    await notice('Nightly import is disabled.').waitFor({ state: 'detached', timeout: 12_000 });
  });
});

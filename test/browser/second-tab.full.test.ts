import { expect, test } from '@jest/globals';
import { launchBrowser } from './support/browser.ts';
import { describeInBrowser } from './support/describe-in-browser.ts';
import { operate } from './support/operate.ts';
import { stagePage } from './support/stage-page.ts';

const browser = await launchBrowser();

describeInBrowser(browser, 'a second tab of the back office', (browser) => {
  const stage = stagePage(browser);
  const { openSignedIn, choose, dialog, notice, row } = operate(stage);
  const page = () => stage.watched.page;

  test('deletes a key, which disappears from the first tab after the next attempt', async () => {
    await openSignedIn();
    const other = await page().context().newPage();
    await other.goto(`${stage.server.url}#/keys`);
    await other.getByRole('button', { name: 'Sign in' }).click();
    await other.getByRole('link', { name: 'Enter as operator' }).click();
    const removeThere = async (name: string) => {
      await other.getByRole('button', { name: `Actions for ${name}` }).click();
      await other.getByRole('menuitem', { name: 'Delete' }).click();
      await other.getByRole('textbox', { name: `Type ${name} to confirm` }).fill(name);
      await other.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
      await other.getByRole('row').filter({ hasText: name }).waitFor({ state: 'detached' });
    };
    await removeThere('Nightly import');
    await choose('Nightly import', 'Disable');
    await notice('There is no key k4').waitFor();
    await row('Nightly import').waitFor({ state: 'detached' });

    await removeThere('Browser extension');
    await choose('Browser extension', 'Edit the note');
    await dialog().getByLabel('Note').fill('Version 3');
    await dialog().getByRole('button', { name: 'Save' }).click();
    await dialog().getByText('There is no key k2').first().waitFor();
    await dialog().getByRole('button', { name: 'Cancel' }).click();
    await row('Browser extension').waitFor({ state: 'detached' });
    await other.close();
  });

  test('signs out without ending the session of the first tab', async () => {
    await openSignedIn();
    const other = await page().context().newPage();
    await other.goto(`${stage.server.url}#/domains`);
    await other.getByRole('button', { name: 'Sign in' }).click();
    await other.getByRole('link', { name: 'Enter as operator' }).click();
    await other.getByRole('button', { name: 'operator@example.com' }).click();
    await other.getByRole('menuitem', { name: 'Sign out' }).click();
    await other.getByRole('button', { name: 'Sign in' }).waitFor();
    await page().getByRole('button', { name: 'Load again' }).first().click();
    await row('Nightly import').waitFor();
    expect(await page().getByRole('button', { name: 'Sign in' }).count()).toBe(0);
  });
});

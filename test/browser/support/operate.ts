import { buffer } from 'node:stream/consumers';
import type { BrowserContextOptions, Locator, Page } from 'playwright-core';
import type { Stage } from './stage-page.ts';

/** Common actions of an operator in the page. */
export interface Operator {
  /** The last opened page. */
  readonly page: Page;
  readonly open: (view: string, options?: BrowserContextOptions) => Promise<void>;
  /** Signs in from the sign-in page. */
  readonly enter: () => Promise<void>;
  readonly openSignedIn: (view?: string, options?: BrowserContextOptions) => Promise<void>;
  /** Selects an item in the menu of a key. */
  readonly choose: (key: string, item: string) => Promise<void>;
  readonly row: (name: string) => Locator;
  readonly dialog: () => Locator;
  readonly notice: (text: string | RegExp) => Locator;
  /** Saves as CSV and returns the text of the file. */
  readonly saved: () => Promise<string>;
}

export function operate(stage: Stage): Operator {
  let page: Page;

  async function open(view: string, options: BrowserContextOptions = {}) {
    page = await stage.open(view, options);
  }
  async function enter() {
    await page.getByRole('button', { name: /^(?:Sign in|登录)$/ }).click();
    await page.getByRole('link', { name: 'Enter as operator' }).click();
  }
  return {
    get page() {
      return page;
    },
    open,
    enter,
    openSignedIn: async (view = '#/keys', options = {}) => {
      page = await stage.openSignedIn(view, options);
      await page.getByRole('heading', { level: 1 }).waitFor();
    },
    choose: async (key, item) => {
      await page.getByRole('button', { name: `Actions for ${key}` }).click();
      await page.getByRole('menuitem', { name: item }).click();
    },
    row: (name) => page.getByRole('row').filter({ hasText: name }),
    dialog: () => page.getByRole('dialog'),
    notice: (text) => page.locator('.ui-toasts').getByText(text),
    saved: async () => {
      const download = page.waitForEvent('download');
      await page.getByRole('button', { name: 'Save as CSV' }).click();
      return String(await buffer(await (await download).createReadStream()));
    },
  };
}

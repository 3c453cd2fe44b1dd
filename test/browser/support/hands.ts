import type { Locator, Page } from 'playwright-core';

/** How somebody works with the page. */
export interface Hands {
  /** Follows a link, presses a button, opens a tab, ticks a box. */
  press: (target: Locator) => Promise<void>;
  /** Writes into a field, in place of what it has. */
  write: (field: Locator, text: string) => Promise<void>;
}

/** More elements than a view has that can have the focus. */
const MOST_STEPS = 400;

export const mouse = (page: Page): Hands => ({
  press: (target) => target.click(),
  async write(field, text) {
    await field.click({ clickCount: 3 });
    await page.keyboard.type(text);
  },
});

/** Nothing but keys: what cannot be reached by them is not reached. */
export function keyboard(page: Page): Hands {
  const has = (target: Locator) => target.evaluate((element) => element === document.activeElement);
  async function reach(target: Locator, key = 'Tab') {
    await target.waitFor();
    for (let step = 0; step < MOST_STEPS; step += 1) {
      if (await has(target)) return;
      await page.keyboard.press(key);
    }
    throw new Error(`Not reached by ${key}: ${String(target)}`);
  }
  return {
    async press(target) {
      const kind = await target.evaluate(
        (element) => element.getAttribute('role') ?? (element as HTMLInputElement).type,
      );
      if (kind === 'tab') {
        // One tab of a list has the focus; arrows lead to the others.
        await reach(target.locator('xpath=ancestor::*[@role="tablist"]').getByRole('tab', { selected: true }));
        await reach(target, 'ArrowRight');
      } else {
        await reach(target);
      }
      await page.keyboard.press(kind === 'checkbox' ? 'Space' : 'Enter');
    },
    async write(field, text) {
      await reach(field);
      await page.keyboard.press('ControlOrMeta+A');
      await page.keyboard.type(text);
    },
  };
}

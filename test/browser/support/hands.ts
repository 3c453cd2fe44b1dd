import type { Locator, Page } from 'playwright-core';

/** Ways to operate the page. */
export interface Hands {
  /** Follows a link, presses a button, opens a tab, or checks a box. */
  press: (target: Locator) => Promise<void>;
  /** Replaces the text of a field. */
  write: (field: Locator, text: string) => Promise<void>;
}

/** More than the focusable elements of any view. */
const MAX_STEPS = 400;

export const mouse = (page: Page): Hands => ({
  press: (target) => target.click(),
  async write(field, text) {
    await field.click({ clickCount: 3 });
    await page.keyboard.type(text);
  },
});

/** Operates the page by keyboard alone; fails if an element cannot be reached. */
export function keyboard(page: Page): Hands {
  const has = (target: Locator) => target.evaluate((element) => element === document.activeElement);
  async function reach(target: Locator, key = 'Tab') {
    await target.waitFor();
    for (let step = 0; step < MAX_STEPS; step += 1) {
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
        // Only the selected tab is focusable; arrow keys move to the others.
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

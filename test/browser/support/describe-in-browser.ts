import { describe } from '@jest/globals';
import type { Browser } from 'playwright-core';

/** `describe` for tests that need a browser; without one they are skipped, and say so. */
export function describeInBrowser(browser: Browser | null, name: string, tests: (browser: Browser) => void): void {
  if (browser) {
    describe(name, () => tests(browser));
    return;
  }
  console.warn(`NOT TESTED, since there is no browser here: ${name}. Install Chrome to test it.`);
  describe.skip(`${name} (SKIPPED: no browser here)`, () => tests(null as never));
}

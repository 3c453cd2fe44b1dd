import type { Browser } from 'playwright-core';
import { describeWhen } from '../../support/when.ts';

/** `describe` for tests that need a browser; without one they are skipped. */
export function describeInBrowser(browser: Browser | null, name: string, tests: (browser: Browser) => void): void {
  describeWhen(browser !== null, 'there is no browser here; install Chrome')(name, () => tests(browser!));
}

import axe from 'axe-core';
import type { Browser, BrowserContextOptions, Page, Response } from 'playwright-core';
import { shiftDate } from '../../support/shift-date.ts';

export interface WatchedPage {
  page: Page;
  /** Errors and warnings of the console and the page, except failed requests. */
  complaints: string[];
  /** Requested hosts as `host:port`. */
  hosts: Set<string>;
  responses: Response[];
  close(): Promise<void>;
}

/** Opens a page in a new browser context, and records its errors, requested hosts and responses. */
export async function openWatchedPage(browser: Browser, options: BrowserContextOptions = {}): Promise<WatchedPage> {
  const context = await browser.newContext({ locale: 'en-GB', timezoneId: 'UTC', ...options });
  // On a busy machine, an answer of the runner may take longer than ten seconds.
  context.setDefaultTimeout(30_000);
  const offsetMs = Number(process.env.TEST_CLOCK_OFFSET_MS);
  if (offsetMs !== 0) await context.addInitScript(shiftDate, offsetMs);
  const page = await context.newPage();
  const watched: WatchedPage = {
    page,
    complaints: [],
    hosts: new Set(),
    responses: [],
    close: () => context.close(),
  };
  page.on('console', (message) => {
    const refusal = message.text().startsWith('Failed to load resource');
    if (['error', 'warning'].includes(message.type()) && !refusal) watched.complaints.push(message.text());
  });
  page.on('pageerror', (error) => watched.complaints.push(String(error)));
  page.on('request', (request) => watched.hosts.add(new URL(request.url()).host));
  page.on('response', (response) => watched.responses.push(response));
  return watched;
}

/**
 * Returns the accessibility violations that axe finds, each with its element.
 *
 * @param options which rules axe checks; default: those of its defaults
 */
export async function accessibilityViolations(page: Page, options: axe.RunOptions = {}): Promise<string[]> {
  // Elements that fade in have a lower contrast at first, and a dialog is transparent until its place is known. Progress
  // indicators never end.
  await page.evaluate(async () => {
    const ending = () =>
      document
        .getAnimations()
        .filter(({ effect, playState }) => playState === 'running' && effect?.getComputedTiming().endTime !== Infinity);
    const isHidden = (element: Element) => !element.checkVisibility({ opacityProperty: true });
    do {
      await Promise.allSettled(ending().map(({ finished }) => finished));
      // A transition to the colors of another mode begins in the next frame.
      await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    } while (ending().length > 0 || [...document.querySelectorAll('[role=dialog]')].some(isHidden));
  });
  // The policy of the page forbids a script element.
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe.source);
  const { violations } = await page.evaluate(
    (chosen) => (globalThis as unknown as { axe: typeof axe }).axe.run({ ...chosen, resultTypes: ['violations'] }),
    options,
  );
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id} ${target.join(' ')}: ${failureSummary}`),
  );
}

import type { Browser, Page } from 'playwright-core';
import { launchBrowser } from '../../browser/support/browser.ts';
import type { Row } from '../table.ts';
import { browserFacts } from './browser-facts.ts';
import { malformedPages } from './malformed.ts';
import { AGREED, type AgreedFacts, comparable, ourFacts, PAGE_URL } from './our-facts.ts';

/** Numbers of pages for which parse5 agrees with Chromium (decision 004). */
const PARSE5 = {
  'all facts': 83,
  title: 87,
  h1: 85,
  links: 84,
  canonical: 87,
  robots: 87,
  description: 87,
  images: 86,
};

/**
 * Counts the malformed pages for which our analysis agrees with a browser without scripts, by fact and in all facts.
 *
 * @returns no rows if there is no browser
 */
export async function agreement(): Promise<Row[]> {
  const browser = await launchBrowser();
  if (!browser) {
    console.warn(
      'NOT MEASURED, since there is no browser here: agreement with a browser. Install Chrome to measure it.',
    );
    return [];
  }
  const pages = malformedPages();
  const expected = await factsInBrowser(browser, pages).finally(() => browser.close());
  const counts = countAgreeing(pages, expected);
  return (['all facts', ...AGREED] as const).map((fact) => ({
    what: `malformed pages (of ${pages.length}) for which our analysis agrees with Chromium: ${fact}`,
    samples: [counts.get(fact) ?? 0],
    unit: 'count',
    atLeast: PARSE5[fact],
  }));
}

function countAgreeing(pages: string[], expected: AgreedFacts[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  const count = (fact: string) => counts.set(fact, (counts.get(fact) ?? 0) + 1);
  for (const [index, html] of pages.entries()) {
    const found = comparable(ourFacts(html));
    const right = comparable(expected[index]!);
    const agreed = AGREED.filter((fact) => found[fact] === right[fact]);
    agreed.forEach(count);
    if (agreed.length === AGREED.length) count('all facts');
  }
  return counts;
}

async function factsInBrowser(browser: Browser, pages: string[]): Promise<AgreedFacts[]> {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  const found: AgreedFacts[] = [];
  for (const html of pages) {
    await serve(page, html);
    found.push(await browserFacts(page));
  }
  return found;
}

/** Serves a page over HTTP, because content written into an open document is parsed by other rules. */
async function serve(page: Page, html: string) {
  await page.unrouteAll();
  await page.route('**/*', (route) =>
    route.request().isNavigationRequest() && route.request().frame() === page.mainFrame()
      ? route.fulfill({ contentType: 'text/html; charset=utf-8', body: html })
      : route.abort(),
  );
  await page.goto(PAGE_URL, { waitUntil: 'domcontentloaded' });
}

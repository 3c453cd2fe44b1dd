import type { Browser, Page } from 'playwright-core';
import { launchBrowser } from '../../browser/support/browser.ts';
import type { Row } from '../table.ts';
import { browserFacts } from './browser-facts.ts';
import { malformedPages } from './malformed.ts';
import { AGREED, type AgreedFacts, comparable, ourFacts } from './our-facts.ts';
import { parse5Facts } from './parse5-facts.ts';

/**
 * Counts the malformed pages for which each contestant agrees with a browser without scripts, by fact and in all facts.
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
  const ours = countAgreeing(pages, expected, ourFacts);
  const parse5 = countAgreeing(pages, expected, await parse5Facts());
  return ['all facts', ...AGREED].flatMap((fact): Row[] => {
    const what = (contestant: string) =>
      `malformed pages (of ${pages.length}) for which ${contestant} agrees with Chromium: ${fact}`;
    const [our, their] = [ours.get(fact) ?? 0, parse5.get(fact) ?? 0];
    return [
      { what: what('our analysis'), samples: [our], unit: 'count', atLeast: their },
      { what: what('parse5'), samples: [their], unit: 'count' },
    ];
  });
}

function countAgreeing(
  pages: string[],
  expected: AgreedFacts[],
  read: (html: string) => AgreedFacts,
): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  const count = (fact: string) => counts.set(fact, (counts.get(fact) ?? 0) + 1);
  for (const [index, html] of pages.entries()) {
    const found = comparable(read(html));
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
  await page.goto('https://www.shop.example/path/page', { waitUntil: 'domcontentloaded' });
}

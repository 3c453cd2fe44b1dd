import type { Page } from 'playwright-core';
import {
  domainTabs,
  pageTabs,
  pageTabsOfCrawl,
  siteTabs,
} from '../../../functions/back-office/page/src/domain/tabs.ts';
import { hrefOf } from '../../../functions/back-office/page/src/routing/route.ts';

const CRAWLED_PAGE = 'https://measured.example/shoes/080';
/** The page API of the tests fetches it. */
const FETCHED_PAGE = 'https://shop.example/prices';

/** The addresses of all views and tabs that a signed-in operator sees, with sample data; reports are without sign-in. */
export const viewAddresses: readonly string[] = [
  '#/overview',
  '#/domains',
  '#/domains?where=score%3E10',
  '#/issues',
  '#/issues/broken-link',
  '#/watches',
  '#/keywords?q=camping&word_count=2%2B',
  '#/long-tail?keyword=tent',
  '#/keyword-lists',
  '#/keyword-lists/none',
  '#/batches',
  '#/batches/none',
  '#/compare?domains=shop.example,measured.example',
  '#/keys',
  '#/keys/k1',
  '#/queue',
  '#/journal',
  ...domainTabs.map((tab) => hrefOf({ view: 'domain', domain: 'shop.example', tab })),
  ...siteTabs.map((tab) => hrefOf({ view: 'domain', domain: 'measured.example', tab: `site.${tab}` })),
  hrefOf({ view: 'domain', domain: 'measured.example', tab: 'site.issues', query: 'issue=thin-content' }),
  ...pageTabsOfCrawl.map((tab) => hrefOf({ view: 'page', domain: 'measured.example', url: CRAWLED_PAGE, tab })),
  ...pageTabs.map((tab) => hrefOf({ view: 'page', domain: 'shop.example', url: FETCHED_PAGE, tab })),
  '#/none-such',
];

/** Opens a view of the signed-in page, and waits until nothing of it is being loaded. */
export async function showView(page: Page, address: string): Promise<void> {
  // Removing a chart under the pointer logs an error of the component library.
  await page.mouse.move(0, 0);
  await page.goto(new URL(address, page.url()).href);
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
  await page.waitForFunction(
    () =>
      document.querySelector('main h1') !== null &&
      document.querySelector('main :is(.ui-skeleton, .ui-spinner, [aria-busy=true])') === null,
  );
}

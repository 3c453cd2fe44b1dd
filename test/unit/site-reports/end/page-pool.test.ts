import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { CrawledPage } from '../../../../functions/core/record/crawled-page.ts';
import { PagePool } from '../../../../functions/core/site-reports/end/page-pool.ts';
import { createSiteEvidence } from '../../../../functions/core/site-reports/report/page-evidence.ts';
import { page, redirect, urlOf } from '../graph/crawled.ts';
import { anyListed, anyPages } from '../report/any-site.ts';
import { reportOf } from '../report/report-of.ts';

/** Pools pages as the end of a crawl does, which keeps what was requested. */
function pooled(pages: readonly CrawledPage[]) {
  const requested = new Set(pages.map(({ url }) => url));
  const pool = new PagePool((url) => requested.has(url));
  return { crawled: pages.map((one) => pool.pooled(one)), links: pool.links };
}

test('the report and the evidence of pooled pages are those of the pages, on random sites', () => {
  fc.assert(
    fc.property(anyPages, anyListed, (pages, listed) => {
      const { crawled, links } = pooled(pages);
      const sitemap = listed && { listed };
      const [found, expected] = [reportOf(crawled, { ...sitemap, links }), reportOf(pages, sitemap)];
      const everything = ({ site, issues, ...report }: typeof found) => {
        const evidence = createSiteEvidence(site, issues, ['shop.example']);
        return { ...report, evidence: pages.map((one) => evidence.ofPage(one)) };
      };
      expect(everything(found)).toEqual(everything(expected));
    }),
  );
});

test('a pooled page with 1,000 links keeps whether it has links of each kind, and no addresses', () => {
  const paths = Array.from({ length: 500 }, (_, number) => `/${number}`);
  const nofollowed = paths.map((path) => `${path}/later`);
  const { crawled } = pooled([
    page('/', ['/', ...paths], {}, nofollowed),
    page('/self', ['/self']),
    redirect('/r', '/'),
  ]);
  expect(crawled.map(({ facts }) => facts?.links)).toEqual([
    [
      { url: '', nofollow: false },
      { url: '', nofollow: true },
    ],
    [],
    undefined,
  ]);
});

test('whether a page keeps an address is looked up once for all pages', () => {
  const lookups: string[] = [];
  const pool = new PagePool((url) => (lookups.push(url), true));
  const alternates = [{ hreflang: 'de', url: urlOf('/b') }];
  for (let count = 0; count < 100; count++) {
    pool.pooled(page(`/${count}`, ['/a', '/b'], { canonical: urlOf('/a'), hreflang: alternates }));
  }
  expect(lookups).toHaveLength(new Set(lookups).size);
});

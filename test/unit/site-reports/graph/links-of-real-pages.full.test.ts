import { expect, test } from '@jest/globals';
import type { JSDOM } from 'jsdom';
import { pageAddress } from '../../../../functions/core/platform/names/page-address.ts';
import type { CrawledFacts } from '../../../../functions/core/record/crawled-page.ts';
import { siteTasks } from '../../../../functions/core/analysis/reader/read-site.ts';
import { sample } from '../../../support/form.ts';
import { withoutNoscriptInHead } from '../../../support/lighthouse-oracle.ts';
import { type RealPage, readRealPages } from '../../../support/real-pages.ts';
import { parseDocument, readDocument } from '../../../support/second-reader.ts';
import { NOW, served } from '../../analysis/page/served.ts';

/** A part of the pages, since jsdom is slow. */
const pages = sample(readRealPages(), 16).map((page) => ({ ...page, status: 200 }));

type Reading = Pick<
  CrawledFacts,
  'links' | 'external_links' | 'http_links' | 'canonical' | 'hreflang' | 'h1_total' | 'first_h1'
>;

function hostsOf({ url }: RealPage): string[] {
  const { hostname } = new URL(url);
  const bare = hostname.replace(/^www\./, '');
  return [bare, `www.${bare}`];
}

async function readWithCrawler(page: RealPage): Promise<Reading> {
  const answer = served([page.body], { url: page.url, headers: page.headers });
  const robots = { url: new URL('/robots.txt', page.url).href, ...page.robots };
  const { facts } = await siteTasks.readCrawled(answer, robots, NOW, hostsOf(page));
  const { links, external_links, http_links, canonical, hreflang, h1_total, first_h1 } = facts!;
  return { links, external_links, http_links, canonical, hreflang, h1_total, first_h1: first_h1 && letters(first_h1) };
}

/** Reads the same page with jsdom, by the interfaces of a browser. */
function readWithJsdom(page: RealPage): Reading {
  const html = withoutNoscriptInHead(page.body.toString('latin1'));
  const dom = parseDocument(Buffer.from(html, 'latin1'), page);
  try {
    const { document } = dom.window;
    const { canonical, hreflang, headings, meta_robots, x_robots_tag } = readDocument(dom, page);
    const alternates = hreflang.map(({ hreflang: code, href }) => ({
      hreflang: code,
      url: normal(new URL(href, document.baseURI).href)!,
    }));
    const h1 = document.querySelector('h1')?.textContent.trim() ?? '';
    const nofollow = /\b(?:nofollow|none)\b/i.test(`${meta_robots ?? ''} ${x_robots_tag ?? ''}`);
    return {
      ...linksOf(dom, page, nofollow),
      canonical: normal(canonical ?? ''),
      hreflang: alternates,
      h1_total: headings.h1,
      // A text of white space alone is unknown.
      first_h1: h1 === '' ? null : letters(h1),
    };
  } finally {
    dom.window.close();
  }
}

function linksOf(dom: JSDOM, page: RealPage, nofollow: boolean) {
  const anchors = [...dom.window.document.querySelectorAll<HTMLAnchorElement>('a[href]')];
  const links = anchors.flatMap(({ href, relList }) => {
    const url = URL.parse(href);
    if (!url || !/^https?:$/.test(url.protocol)) return [];
    const isNofollow = nofollow || ['nofollow', 'ugc', 'sponsored'].some((rel) => relList.contains(rel));
    return [{ host: url.hostname, url: normal(href), nofollow: isNofollow }];
  });
  const internal = links.filter(({ host }) => hostsOf(page).includes(host));
  const valid = internal.flatMap(({ url, nofollow: isNofollow }) =>
    url === null ? [] : [{ url, nofollow: isNofollow }],
  );
  const urls = [...new Set(valid.map(({ url }) => url))];
  const isHttps = page.url.startsWith('https:');
  return {
    links: urls
      .slice(0, 1_000)
      .map((url) => ({ url, nofollow: valid.every((link) => link.url !== url || link.nofollow) })),
    external_links: links.length - internal.length,
    http_links: isHttps ? valid.filter(({ url }) => url.startsWith('http:')).length : 0,
  };
}

function normal(href: string): string | null {
  const address = pageAddress(href);
  return 'problem' in address ? null : address.url;
}

/** Removes white space, which depends on how a heading is displayed. */
function letters(text: string): string {
  return text.replaceAll(/\s/g, '').slice(0, 100);
}

test('the corpus contains many pages and a thousand links', async () => {
  const links = (await Promise.all(pages.map(readWithCrawler))).flatMap((reading) => reading.links);
  expect(pages.length).toBeGreaterThan(15);
  expect(links.length).toBeGreaterThan(1_000);
  expect(links.some(({ nofollow }) => nofollow)).toBe(true);
});

test.each(pages.map((page): [string, RealPage] => [page.url, page]))(
  '%s has the links that jsdom reads',
  async (_, page) => {
    expect(await readWithCrawler(page)).toEqual(readWithJsdom(page));
  },
);

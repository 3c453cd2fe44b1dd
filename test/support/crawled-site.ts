import { createHash } from 'node:crypto';
import type { CrawledFacts, CrawledPage } from '../../functions/core/record/crawled-page.ts';
import { type CrawlStart, Frontier, type FrontierState } from '../../functions/core/crawls/frontier/frontier.ts';
import { NO_FACTS } from '../unit/site-reports/graph/crawled.ts';

export const HOME = 'https://example.com/';

/** A generated page: links, relative to the home page or absolute, and text. */
export interface GeneratedPage {
  links?: (string | { url: string; nofollow: boolean })[];
  text?: string;
  redirect?: string;
  failure?: string;
  words?: number;
  /** Canonical address and alternates, relative to the home page or absolute. */
  canonical?: string;
  hreflang?: string[];
}

/** @returns an address of the generated site in normal form */
export const at = (path: string) => new URL(path.startsWith('/') ? HOME.slice(0, -1) + path : path).href;

/** @returns a page as a crawl stores it; its default text contains its address */
export function crawledPage(url: string, page: GeneratedPage = {}): CrawledPage {
  const isHtml = page.redirect === undefined && page.failure === undefined;
  const status = page.redirect === undefined ? 200 : 301;
  return {
    url,
    http_status: page.failure === undefined ? status : null,
    failure: page.failure ?? null,
    location: page.redirect === undefined ? null : at(page.redirect),
    content_type: 'text/html',
    ttfb_ms: 10,
    html_bytes: 1_000,
    facts: isHtml ? facts(page, url) : null,
    anchors: [],
  };
}

function facts({ links = [], text, words = 100, canonical, hreflang = [] }: GeneratedPage, url: string): CrawledFacts {
  const hash = createHash('sha256').update(text ?? url);
  return {
    ...NO_FACTS,
    title: 'A page',
    title_length: 6,
    word_count: words,
    seo_score: 90,
    canonical: canonical === undefined ? null : at(canonical),
    hreflang: hreflang.map((url) => ({ hreflang: 'en', url: at(url) })),
    content_hash: words === 0 ? null : hash.digest('hex'),
    links: links.map((link) =>
      typeof link === 'string' ? { url: at(link), nofollow: false } : { url: at(link.url), nofollow: link.nofollow },
    ),
  };
}

/** A site that generates each requested page; `path` contains the query and, on other hosts, the host. */
export type GeneratedSite = (path: string) => GeneratedPage;

/** @returns the frontier of a crawl of the generated site before its start, or with a state */
export function frontierOf(start: Partial<CrawlStart> = {}, state?: FrontierState): Frontier {
  const whole = {
    home: HOME,
    hosts: new Set(['example.com', 'www.example.com']),
    sitemap: [],
    limit: 500,
    startedAt: new Date('2026-11-21T12:00:00Z'),
    ...start,
  };
  return new Frontier(whole, state);
}

/** @returns the frontier at the end of the crawl, and the responses in their order */
export function crawl(site: GeneratedSite, start: Partial<CrawlStart> = {}) {
  const frontier = frontierOf(start);
  const pages: CrawledPage[] = [];
  for (let url = frontier.next(); url !== null; url = frontier.next()) {
    const page = crawledPage(url, site(url.startsWith(HOME) ? url.slice(HOME.length - 1) : url));
    pages.push(page);
    frontier.add(page);
  }
  return { frontier, pages, urls: pages.map(({ url }) => url) };
}

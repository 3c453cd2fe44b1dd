import type { CrawledFacts, CrawledPage } from '../../../../functions/core/record/crawled-page.ts';
import { buildSite, type SitemapListing } from '../../../../functions/core/site-reports/graph/build-site.ts';
import { SiteLinks } from '../../../../functions/core/site-reports/graph/site-links.ts';
import type { Site } from '../../../../functions/core/site-reports/graph/site.ts';

const ORIGIN = 'https://shop.example';

/** @param path of the site, or a whole address */
export const urlOf = (path: string) => (path.startsWith('/') ? `${ORIGIN}${path}` : path);

/** Facts of an empty page in HTML. */
export const NO_FACTS: CrawledFacts = {
  lang: 'en',
  title: null,
  title_length: null,
  meta_description: null,
  meta_description_length: null,
  meta_robots: null,
  x_robots_tag: null,
  word_count: 0,
  noindex: false,
  canonical: null,
  first_h1: null,
  h1_total: 0,
  hreflang: [],
  seo_score: 100,
  findings: [],
  structured_data_errors: 0,
  mixed_content: [],
  http_links: 0,
  content_hash: null,
  text_sketch: '',
  fragments: [],
  ids: '',
  links: [],
  external_links: 0,
};

/** An answer without facts, such as an error, with defaults for members that a test does not give. */
export function answered(path: string, answer: Partial<CrawledPage> = {}): CrawledPage {
  return {
    url: urlOf(path),
    http_status: 200,
    failure: null,
    location: null,
    content_type: 'text/html',
    ttfb_ms: 100,
    html_bytes: 1_000,
    facts: null,
    anchors: [],
    ...answer,
  };
}

/**
 * A page in HTML that answered 200.
 *
 * @param links paths of followed links
 * @param nofollowed paths of others
 */
export function page(
  path: string,
  links: string[] = [],
  facts: Partial<CrawledFacts> = {},
  nofollowed: string[] = [],
): CrawledPage {
  const all = [
    ...links.map((link) => ({ url: urlOf(link), nofollow: false })),
    ...nofollowed.map((link) => ({ url: urlOf(link), nofollow: true })),
  ];
  return answered(path, { facts: { ...NO_FACTS, links: all, ...facts } });
}

export const redirect = (path: string, target: string) =>
  answered(path, { http_status: 301, location: urlOf(target), content_type: null });

/** Address of the sitemap of the site. */
export const SITEMAP = `${ORIGIN}/sitemap.xml`;

/** @returns the addresses in a sitemap with these paths */
export const listedIn = (paths: readonly string[]) => new Map(paths.map((path) => [urlOf(path), SITEMAP]));

/** @returns the links of pages, as a crawl collects them */
export function linksOf(pages: readonly CrawledPage[]): SiteLinks {
  const links = new SiteLinks(() => true);
  for (const one of pages) links.add(one);
  return links;
}

/**
 * @param listed paths that the sitemap lists
 * @param lastIndexable times at which pages were last indexable, by address
 */
export function siteOf(
  pages: CrawledPage[],
  listed: string[] = [],
  sitemap: Partial<SitemapListing> = {},
  lastIndexable?: (url: string) => string | null,
): Site {
  return buildSite(pages, linksOf(pages), { listed: listedIn(listed), isWhole: true, ...sitemap }, { lastIndexable });
}

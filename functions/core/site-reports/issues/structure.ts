import type { Site, SitePage } from '../graph/site.ts';
import {
  areLinksRead,
  htmlPages,
  type HtmlPage,
  indexablePages,
  type Issue,
  linkedPages,
  linkIssue,
  MAX_RELATED,
} from './issue.ts';

const ABOUT_LINKS = 'https://developers.google.com/search/docs/crawling-indexing/links-crawlable';
/** Three clicks are the usual recommendation, and Semrush reports more than three; large sites need one more. */
const MAX_CLICKS = 4;

/** Issues of internal linking. */
export const structureIssues: readonly Issue[] = [
  {
    id: 'deep-page',
    severity: 'notice',
    scope: 'site',
    title: 'High crawl depth (more than 4 clicks)',
    impact: 'Search engines crawl pages far from the home page less often and consider them less important.',
    howToFix: 'Link to the page from the home page, a category page or another page with a lower depth.',
    learnMore: ABOUT_LINKS,
    dependsOn: ['links'],
    find: (site) => htmlPages(site).filter(({ depth }) => depth !== null && depth > MAX_CLICKS),
    evidence: () => (page) => [{ value: page.depth, expected: MAX_CLICKS }],
  },
  /**
   * An indexable page with one link to it. If linked pages were not read, for example because of the page limit, they may
   * link to it: then the issue is not reported.
   */
  {
    id: 'single-inlink',
    severity: 'notice',
    scope: 'site',
    title: 'Page has only one followed internal link',
    impact: 'The page receives little internal link equity, and becomes an orphan page if this link is removed.',
    howToFix: 'Add followed links from other pages on the same topic.',
    learnMore: ABOUT_LINKS,
    dependsOn: ['links', 'skipped_links'],
    find: (site) => (areLinksRead(site) ? indexablePages(site).filter(({ inlinks }) => inlinks === 1) : []),
    evidence: (site) => (page) => [{ related: [site.pages[page.first_inlink]!.url] }],
  },
  /**
   * Only canonical or hreflang annotations of other pages name the page; if a sitemap lists it, it is `sitemap-orphan`. If
   * linked pages were not read, they may link to it: then the issue is not reported.
   */
  {
    id: 'orphan-page',
    severity: 'warning',
    scope: 'site',
    title: 'Orphan page (no internal links)',
    impact: 'Visitors cannot reach the page by links, and search engines crawl it rarely and consider it unimportant.',
    howToFix: 'Add internal links to the page from related pages. If it is not needed, remove or redirect it.',
    learnMore: ABOUT_LINKS,
    dependsOn: ['links', 'skipped_links'],
    since: '0.3.0',
    find(site) {
      if (!areLinksRead(site)) return [];
      const isLinked = linkedPages(site);
      return htmlPages(site).filter((page) => page.sitemap === null && !isLinked(page));
    },
    evidence(site) {
      const naming = pagesByNamed(site);
      return ({ url }) => [{ related: naming.get(url) ?? [] }];
    },
  },
  /** Two pages, not a redirect; if one of them is canonical for the other, search engines know which to list. */
  {
    id: 'url-slash-versions',
    severity: 'warning',
    scope: 'site',
    title: 'Duplicate URLs with and without a trailing slash',
    impact: 'Links and ranking signals are divided between two URLs.',
    howToFix: 'Redirect one version to the other with a 301, and use that version in all links.',
    learnMore: 'https://developers.google.com/search/blog/2010/04/to-slash-or-not-to-slash',
    dependsOn: ['pages'],
    since: '0.3.0',
    find: (site) => indexablePages(site).filter((page) => withoutSlash(site, page)),
    evidence: (site) => (page) => [{ target: withoutSlash(site, page)!.url }],
  },
  /** A followed link to an address that crawlers must not request. Such an address is not broken. */
  linkIssue({
    id: 'robots-blocked-link',
    severity: 'notice',
    scope: 'page',
    title: 'Internal links to URLs blocked by robots.txt',
    impact: 'Search engines cannot crawl the linked page, so that its content is not indexed.',
    howToFix: 'Allow the URL in robots.txt if the page should be indexed. Otherwise the link can be kept for visitors.',
    learnMore: 'https://developers.google.com/search/docs/crawling-indexing/robots/intro',
    hasFault: ({ failure }) => failure === 'robots_disallowed',
    among: 'followed',
  }),
];

/** @returns the addresses of the first ten other pages that name a page by a canonical or hreflang annotation, by its address */
function pagesByNamed(site: Site): Map<string, string[]> {
  const naming = new Map<string, string[]>();
  for (const { url, facts } of htmlPages(site)) {
    const named = new Set(facts.hreflang.map((to) => to.url)).add(facts.canonical ?? url);
    named.delete(url);
    for (const other of named) {
      const pages = naming.get(other) ?? [];
      if (pages.length < MAX_RELATED) pages.push(url);
      naming.set(other, pages);
    }
  }
  return naming;
}

/** @returns the indexable page at the address of a page without the slash at its end; `undefined` if there is none */
function withoutSlash(site: Site, { url }: HtmlPage): SitePage | undefined {
  const address = new URL(url);
  if (!address.pathname.endsWith('/') || address.pathname === '/') return undefined;
  address.pathname = address.pathname.slice(0, -1);
  const other = site.pageOf(address.href);
  return other?.indexable ? other : undefined;
}

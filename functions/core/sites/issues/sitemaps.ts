import { isRedirect, type Site, type SitePage } from '../graph/site.ts';
import { type Evidence, htmlPages, indexablePages, type Issue, isBroken, linkedPages, redirectHops } from './issue.ts';

const ABOUT_LINKS = 'https://developers.google.com/search/docs/crawling-indexing/links-crawlable';
const ABOUT_SITEMAPS = 'https://developers.google.com/search/docs/crawling-indexing/sitemaps/build-sitemap';

/** Issues of sitemaps: they should list pages that respond, are indexable and are linked. */
export const sitemapIssues: readonly Issue[] = [
  {
    id: 'sitemap-noindex',
    severity: 'warning',
    scope: 'site',
    title: 'A sitemap lists the page although it has noindex',
    howToFix: 'Take the page out of the sitemap, or remove noindex if it should be found.',
    learnMore: ABOUT_SITEMAPS,
    find: (site) => listed(site, ({ reason }) => reason === 'noindex'),
    evidence: inSitemap,
  },
  {
    id: 'sitemap-redirect',
    severity: 'warning',
    scope: 'site',
    title: 'A sitemap lists an address that redirects',
    howToFix: 'List the address at which the redirect ends.',
    learnMore: ABOUT_SITEMAPS,
    find: (site) => listed(site, isRedirect),
    evidence: inSitemap,
  },
  {
    id: 'sitemap-error',
    severity: 'error',
    scope: 'site',
    title: 'A sitemap lists an address that answers with an error',
    howToFix: 'Take the address out of the sitemap, or restore the page.',
    learnMore: ABOUT_SITEMAPS,
    find: (site) => listed(site, isBroken),
    evidence: inSitemap,
  },
  {
    id: 'sitemap-canonicalised',
    severity: 'warning',
    scope: 'site',
    title: 'A sitemap lists a page that names another page as canonical',
    howToFix:
      'List the canonical page instead. A sitemap proposes pages for search results, and this one is not meant for them.',
    learnMore: ABOUT_SITEMAPS,
    since: '0.3.0',
    find: (site) => listed(site, ({ reason }) => reason === 'canonicalised'),
    evidence: () => (page) => [{ target: page.facts.canonical!, value: page.sitemap }],
  },
  {
    id: 'sitemap-blocked',
    severity: 'warning',
    scope: 'site',
    title: 'A sitemap lists an address that robots.txt disallows',
    howToFix:
      'Allow the address in robots.txt if search engines should list the page; otherwise remove it from the sitemap.',
    learnMore: ABOUT_SITEMAPS,
    since: '0.3.0',
    find: (site) => listed(site, ({ reason }) => reason === 'robots'),
    evidence: inSitemap,
  },
  /**
   * No link leads to the page, not even through a redirect. Pages that only a sitemap lists are crawled last, so that the
   * page limit cannot cause this issue.
   */
  {
    id: 'sitemap-orphan',
    severity: 'warning',
    scope: 'site',
    title: 'A sitemap lists the page, but no page links to it',
    howToFix: 'Link to the page from the pages that it belongs to, or take it out of the sitemap if it is not needed.',
    learnMore: ABOUT_LINKS,
    find: orphans,
    evidence: inSitemap,
  },
  /** An indexable page that is linked and not listed, if there is a sitemap and all of it could be read. */
  {
    id: 'sitemap-missing',
    severity: 'notice',
    scope: 'site',
    title: 'The page is in no sitemap',
    howToFix: 'Add the page to a sitemap.',
    learnMore: ABOUT_SITEMAPS,
    find(site) {
      if (!site.hasSitemap) return [];
      const linked = linkedPages(site);
      return indexablePages(site).filter((page) => page.sitemap === null && linked.has(page));
    },
  },
];

/** Returns as evidence the sitemap that lists the page, and for a redirect its target. */
function inSitemap(site: Site): (page: SitePage) => Evidence[] {
  return (page) => {
    const { sitemap: value } = page;
    if (!isRedirect(page)) return [{ value }];
    const target = site.pages[page.redirect_end]?.url ?? page.location;
    return [{ value, ...(target !== null && { target }), related: redirectHops(site, page) }];
  };
}

function listed({ pages }: Site, hasFault: (page: SitePage) => boolean): SitePage[] {
  return pages.filter((page) => page.sitemap !== null && hasFault(page));
}

/** @returns the pages that a sitemap lists and no page links to */
export function orphans(site: Site): SitePage[] {
  const linked = linkedPages(site);
  return htmlPages(site).filter((page) => page.sitemap !== null && !linked.has(page));
}

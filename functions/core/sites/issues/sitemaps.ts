import { isRedirect, type Site, type SitePage } from '../graph/site.ts';
import {
  type Evidence,
  htmlPages,
  indexablePages,
  type Issue,
  isBroken,
  redirectHops,
  redirectTarget,
} from './issue.ts';

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

/** Index of the home page, with which the crawl begins. */
const HOME = 0;

function listed({ pages }: Site, hasFault: (page: SitePage) => boolean): SitePage[] {
  return pages.filter((page) => page.sitemap !== null && hasFault(page));
}

/** @returns the pages that a sitemap lists and no page links to */
export function orphans(site: Site): SitePage[] {
  const linked = linkedPages(site);
  return htmlPages(site).filter((page) => page.sitemap !== null && !linked.has(page));
}

/**
 * @returns the home page, the pages that any other page links to (with or without nofollow), and the targets of their
 *   redirects
 */
function linkedPages(site: Site): Set<SitePage> {
  const linked = new Set<SitePage>();
  addWithTargets(linked, site, HOME);
  for (const { outlinks, nofollowed } of htmlPages(site)) {
    for (const index of outlinks) addWithTargets(linked, site, index);
    for (const index of nofollowed) addWithTargets(linked, site, index);
  }
  return linked;
}

/** Adds a page and the targets of its redirects. Those of a page that was added before are present. */
function addWithTargets(linked: Set<SitePage>, site: Site, index: number): void {
  let target = site.pages[index];
  while (target !== undefined && !linked.has(target)) {
    linked.add(target);
    target = redirectTarget(site, target);
  }
}

import { isRedirect } from '../../record/crawled-page.ts';
import type { Evidence } from '../../analysis/rules/rule.ts';
import type { Site, SitePage } from '../graph/site.ts';
import { htmlPages, indexablePages, type Issue, isBroken, linkedPages, redirectHops } from './issue.ts';

const ABOUT_LINKS = 'https://developers.google.com/search/docs/crawling-indexing/links-crawlable';
const ABOUT_SITEMAPS = 'https://developers.google.com/search/docs/crawling-indexing/sitemaps/build-sitemap';

/** Issues of sitemaps: they should list pages that respond, are indexable and are linked. */
export const sitemapIssues: readonly Issue[] = [
  {
    id: 'sitemap-noindex',
    severity: 'warning',
    scope: 'site',
    title: 'Noindex page in sitemap',
    impact:
      'The sitemap and the page send conflicting signals, and search engines crawl a page that they must not index.',
    howToFix: 'Remove the page from the sitemap, or remove noindex if the page should be indexed.',
    learnMore: ABOUT_SITEMAPS,
    dependsOn: ['sitemaps'],
    find: (site) => listed(site, ({ reason }) => reason === 'noindex'),
    evidence: inSitemap,
  },
  {
    id: 'sitemap-redirect',
    severity: 'warning',
    scope: 'site',
    title: '3xx redirect in sitemap',
    impact: 'Search engines spend crawl requests on a URL that they do not index.',
    howToFix: 'Replace the URL in the sitemap with the final URL of the redirect.',
    learnMore: ABOUT_SITEMAPS,
    dependsOn: ['sitemaps'],
    find: (site) => listed(site, isRedirect),
    evidence: inSitemap,
  },
  {
    id: 'sitemap-error',
    severity: 'warning',
    scope: 'site',
    title: '4xx or 5xx page in sitemap',
    impact: 'Search engines repeatedly crawl a URL without content, and Search Console reports it as an error.',
    howToFix: 'Remove the URL from the sitemap, or restore the page.',
    learnMore: ABOUT_SITEMAPS,
    dependsOn: ['sitemaps'],
    find: (site) => listed(site, isBroken),
    evidence: inSitemap,
  },
  {
    id: 'sitemap-canonicalised',
    severity: 'warning',
    scope: 'site',
    title: 'Non-canonical page in sitemap',
    impact: 'The sitemap and the canonical URL contradict each other, and search engines may index the wrong URL.',
    howToFix: 'List the canonical URL in the sitemap instead.',
    learnMore: ABOUT_SITEMAPS,
    dependsOn: ['sitemaps'],
    since: '0.3.0',
    find: (site) => listed(site, ({ reason }) => reason === 'canonicalised'),
    evidence: () => (page) => [{ target: page.facts.canonical!, value: page.sitemap }],
  },
  {
    id: 'sitemap-blocked',
    severity: 'warning',
    scope: 'site',
    title: 'Sitemap URL blocked by robots.txt',
    impact: 'Search engines cannot crawl the page, so that its content is not indexed.',
    howToFix: 'Allow the URL in robots.txt if the page should be indexed; otherwise remove it from the sitemap.',
    learnMore: ABOUT_SITEMAPS,
    dependsOn: ['sitemaps'],
    since: '0.3.0',
    find: (site) => listed(site, ({ reason }) => reason === 'robots'),
    evidence: inSitemap,
  },
  /**
   * No link leads to the page, not even through a redirect. Pages that only a sitemap lists are crawled last, so that the
   * page limit cannot cause this issue. Pages that the settings of the crawl exclude, or links that were not kept, may lead
   * to it: if there are any, the issue is not reported.
   */
  {
    id: 'sitemap-orphan',
    severity: 'warning',
    scope: 'site',
    title: 'Orphan page listed only in a sitemap',
    impact: 'The page receives no internal link equity, so that it is crawled rarely and ranks poorly.',
    howToFix: 'Link to the page from related pages, or remove it from the sitemap if it is not needed.',
    learnMore: ABOUT_LINKS,
    dependsOn: ['sitemaps', 'links', 'hidden_links'],
    find: orphans,
    evidence: inSitemap,
  },
  /** An indexable page that is linked and not listed, if there is a sitemap and all of it could be read. */
  {
    id: 'sitemap-missing',
    severity: 'notice',
    scope: 'site',
    title: 'Indexable page not in sitemap',
    impact: 'Search engines may discover the page and its changes later.',
    howToFix: 'Add the page to the XML sitemap.',
    learnMore: ABOUT_SITEMAPS,
    dependsOn: ['sitemaps'],
    find(site) {
      if (!site.hasSitemap) return [];
      const isLinked = linkedPages(site);
      return indexablePages(site).filter((page) => page.sitemap === null && isLinked(page));
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

/** @returns the pages that a sitemap lists and no page links to; none if there may be links that are not known */
export function orphans(site: Site): SitePage[] {
  if (site.hidesLinks) return [];
  const isLinked = linkedPages(site);
  return htmlPages(site).filter((page) => page.sitemap !== null && !isLinked(page));
}

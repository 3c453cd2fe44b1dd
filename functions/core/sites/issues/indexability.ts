import { type Issue, redirectTarget } from './issue.ts';
import { isRedirect, type Site, type SitePage } from '../graph/site.ts';

const ABOUT_BLOCKING = 'https://developers.google.com/search/docs/crawling-indexing/block-indexing';
const since = '0.4.0';

/** Issues of pages that are kept from the index: Googlebot's group of robots.txt decides. */
export const indexabilityIssues: readonly Issue[] = [
  /** The home page, or the page that it redirects to. */
  {
    id: 'home-page-not-indexable',
    severity: 'error',
    scope: 'page',
    title: 'Home page is blocked from indexing',
    impact:
      'The home page does not appear in search results, and usually the rest of the site loses its rankings with it.',
    howToFix: 'Remove the noindex directive, or the rule of robots.txt, that the issue states.',
    learnMore: ABOUT_BLOCKING,
    since,
    find(site) {
      const home = homePage(site);
      return home && isBlocked(home) ? [home] : [];
    },
    evidence: () => (page) => [{ value: preventionOf(page) }],
  },
  {
    id: 'robots-disallows-all',
    severity: 'error',
    scope: 'site',
    title: 'robots.txt blocks the whole site',
    impact: 'Search engines crawl no page of the site, so that its content disappears from search results.',
    howToFix:
      'Remove "Disallow: /" from the group for all crawlers, or for Googlebot. It is often left from a staging site.',
    learnMore: 'https://developers.google.com/search/docs/crawling-indexing/robots/intro',
    since,
    find(site) {
      const home = homePage(site);
      return home?.googlebot?.disallowsAll ? [home] : [];
    },
    evidence: () => (page) => [{ value: page.googlebot!.disallowedBy }],
  },
  /**
   * A page that a complete crawl of the last 30 days found indexable. Not one that redirects to an indexable page, to
   * another site or to a page that was not read, and none that answers an error, which other issues report.
   */
  {
    id: 'indexability-lost',
    severity: 'error',
    scope: 'page',
    title: 'Page is no longer indexable',
    impact: 'Search engines remove the page from their index, and its rankings and traffic are lost.',
    howToFix:
      'If this is not intended, remove what the issue states: noindex, a rule of robots.txt, or the other canonical.',
    learnMore: ABOUT_BLOCKING,
    since,
    find: (site) => site.pages.filter((page) => page.last_indexable_at !== null && isLost(site, page)),
    evidence: () => (page) => [
      { value: preventionOf(page), expected: `indexable on ${page.last_indexable_at!.slice(0, 10)}` },
    ],
  },
];

/** @returns the page that a visitor of the home page sees; `undefined` if it was not requested */
export function homePage(site: Site): SitePage | undefined {
  return site.pages[site.pages[0]?.redirect_end ?? 0];
}

/** @returns whether a directive or robots.txt keeps a page from the index */
export const isBlocked = ({ reason }: SitePage) => reason === 'noindex' || reason === 'robots';

/** Whether other issues report what is wrong with a page. */
const isError = ({ http_status }: SitePage) => (http_status ?? 0) >= 400;

function isLost(site: Site, page: SitePage): boolean {
  if (page.indexable !== false || isError(page)) return false;
  if (!isRedirect(page)) return true;
  const end = redirectTarget(site, page) && site.pages[page.redirect_end];
  return end?.indexable === false && !isError(end);
}

/** `noindex`, or `none`, as a directive of its own. */
const NOINDEX = /(?:^|[\s,])(?:noindex|none)(?=[\s,]|$)/i;

/** @returns what keeps a page from the index, as the site states it */
function preventionOf({ reason, googlebot, facts, location, content_type }: SitePage): string {
  if (reason === 'robots') return googlebot!.disallowedBy!;
  if (reason === 'canonicalised') return `canonical: ${facts!.canonical}`;
  if (reason === 'redirect') return `redirect: ${location}`;
  if (reason === 'not_html') return `Content-Type: ${content_type ?? 'none'}`;
  const stated = { 'X-Robots-Tag': facts?.x_robots_tag ?? '', 'meta robots': facts?.meta_robots ?? '' };
  const found = Object.entries(stated).flatMap(([name, value]) => (NOINDEX.test(value) ? [`${name}: ${value}`] : []));
  // The directive may be in another element than the first one, or concern Googlebot alone.
  return found.length > 0 ? found.join('; ') : 'noindex';
}

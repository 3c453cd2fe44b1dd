import { isRedirect } from '../../record/crawled-page.ts';
import { preventionOf } from '../../analysis/rules/indexing.ts';
import { type Issue, redirectTarget } from './issue.ts';
import type { Site, SitePage } from '../graph/site.ts';

const ABOUT_BLOCKING = 'https://developers.google.com/search/docs/crawling-indexing/block-indexing';
const since = '0.4.0';

/** Issues of pages that are kept from the index: Googlebot's group of robots.txt decides. */
export const indexabilityIssues: readonly Issue[] = [
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

/** Whether other issues report what is wrong with a page. */
const isError = ({ http_status }: SitePage) => (http_status ?? 0) >= 400;

function isLost(site: Site, page: SitePage): boolean {
  if (page.indexable !== false || isError(page)) return false;
  if (!isRedirect(page)) return true;
  const end = redirectTarget(site, page) && site.pages[page.redirect_end];
  return end?.indexable === false && !isError(end);
}

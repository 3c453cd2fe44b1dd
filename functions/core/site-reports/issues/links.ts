import { isRedirect } from '../../record/crawled-page.ts';
import { LOOP, type SitePage } from '../graph/site.ts';
import { type Issue, isBroken, linkIssue, redirectEvidence, redirectHops, redirectTarget } from './issue.ts';

const ABOUT_MOVES = 'https://developers.google.com/search/docs/crawling-indexing/301-redirects';
const ABOUT_REDIRECTS = 'https://developer.mozilla.org/en-US/docs/Web/HTTP/Guides/Redirections';

/** Issues of link targets. Links include those with nofollow. */
export const linkIssues: readonly Issue[] = [
  /** A target that responded with 4xx or 5xx, or whose host has no IP address; a redirect to such a page is not included. */
  linkIssue({
    id: 'broken-link',
    severity: 'error',
    scope: 'page',
    title: 'Broken internal links (4xx or 5xx)',
    impact: 'Visitors who follow the link see an error, and search engines spend crawl budget on URLs without content.',
    howToFix: 'Correct or remove the link. If the page has moved, redirect its old URL to the new one with a 301.',
    learnMore: 'https://developers.google.com/search/docs/crawling-indexing/http-network-errors',
    hasFault: isBroken,
  }),
  /** Whatever the final target of the redirect is. */
  linkIssue({
    id: 'redirect-link',
    severity: 'notice',
    scope: 'page',
    title: 'Internal links to redirects (3xx)',
    impact: 'Each redirect delays visitors and takes an additional crawl request.',
    howToFix: 'Link directly to the final URL of the redirect.',
    learnMore: ABOUT_MOVES,
    hasFault: isRedirect,
    describe: redirectEvidence,
  }),
  /** Two or more consecutive redirects. A loop is `redirect-loop`. */
  linkIssue({
    id: 'redirect-chain',
    severity: 'warning',
    scope: 'page',
    title: 'Internal links to redirect chains',
    impact: 'Each hop delays the page, and Googlebot stops following a chain after 10 hops.',
    howToFix: 'Link directly to the final URL, and make each redirect of the chain point to it.',
    learnMore: ABOUT_REDIRECTS,
    hasFault: (target, site) => {
      const second = redirectTarget(site, target);
      return second !== undefined && isRedirect(second) && !isInLoop(target);
    },
    describe: redirectEvidence,
  }),
  /** A redirect that never ends at a page. */
  linkIssue({
    id: 'redirect-loop',
    severity: 'error',
    scope: 'page',
    title: 'Internal links to redirect loops',
    impact: 'Browsers show "too many redirects" instead of a page, and search engines cannot index the URL.',
    howToFix:
      'Correct the redirect rules so that they end at a page with status 200. Rules for the host, HTTPS and the trailing slash often conflict.',
    learnMore: ABOUT_REDIRECTS,
    hasFault: isInLoop,
    describe: (target, site) => ({ related: redirectHops(site, target) }),
  }),
  /** A redirect whose final target is broken. */
  linkIssue({
    id: 'redirect-to-error',
    severity: 'error',
    scope: 'page',
    title: 'Internal links to broken redirects',
    impact: 'Visitors are redirected to an error, and the link equity of the old URL is lost.',
    howToFix: 'Redirect to a page with status 200, or remove the redirect, and update the links.',
    learnMore: ABOUT_MOVES,
    hasFault: (target, site) => {
      const end = isRedirect(target) ? site.pages[target.redirect_end] : undefined;
      return end !== undefined && isBroken(end);
    },
    describe: redirectEvidence,
  }),
  /** A redirect with a status for temporary moves (RFC 9110, 15.4), whatever its final target is. */
  linkIssue({
    id: 'redirect-temporary',
    severity: 'warning',
    scope: 'page',
    title: 'Internal links to temporary redirects (302, 303 or 307)',
    impact: 'Search engines may keep the old URL in the index instead of its target.',
    howToFix: 'Use a 301 or 308 if the move is permanent, and link directly to the final URL.',
    learnMore: ABOUT_MOVES,
    since: '0.3.0',
    hasFault: (target) => isRedirect(target) && TEMPORARY.includes(target.http_status ?? 0),
    describe: redirectEvidence,
  }),
  /** A followed link to a page with another canonical address, which search engines index in its place. */
  linkIssue({
    id: 'canonicalised-link',
    severity: 'notice',
    scope: 'page',
    title: 'Internal links to non-canonical pages',
    impact:
      'Search engines crawl URLs that they do not index, and the canonical URL receives link equity only indirectly.',
    howToFix: 'Link directly to the canonical URL.',
    learnMore: 'https://developers.google.com/search/docs/crawling-indexing/consolidate-duplicate-urls',
    since: '0.3.0',
    hasFault: ({ reason }) => reason === 'canonicalised',
    among: 'followed',
    describe: ({ facts }) => ({ expected: facts!.canonical }),
  }),
];

const TEMPORARY = [302, 303, 307];

/** @returns whether the redirects of a page form a loop */
function isInLoop({ redirect_end }: SitePage): boolean {
  return redirect_end === LOOP;
}

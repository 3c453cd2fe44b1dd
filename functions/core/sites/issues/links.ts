import { LOOP, isRedirect, type SitePage } from '../graph/site.ts';
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
    title: 'The page links to pages that do not exist or answer with an error',
    howToFix:
      'Correct the address of the link, or remove it. If the page has moved, redirect its old address to the new one.',
    learnMore: 'https://developers.google.com/search/docs/crawling-indexing/http-network-errors',
    hasFault: isBroken,
  }),
  /** Whatever the final target of the redirect is. */
  linkIssue({
    id: 'redirect-link',
    severity: 'notice',
    scope: 'page',
    title: 'The page links to addresses that redirect',
    howToFix: 'Link to the address at which the redirect ends.',
    learnMore: ABOUT_MOVES,
    hasFault: isRedirect,
    describe: redirectEvidence,
  }),
  /** Two or more consecutive redirects. A loop is `redirect-loop`. */
  linkIssue({
    id: 'redirect-chain',
    severity: 'warning',
    scope: 'page',
    title: 'The page links to redirects that lead to further redirects',
    howToFix: 'Link to the last address, and let each redirect lead there at once.',
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
    title: 'The page links to redirects that lead in a circle',
    howToFix:
      'Let the redirect end at a page that answers. Rules for the host, for https and for the slash at the end often contradict each other.',
    learnMore: ABOUT_REDIRECTS,
    hasFault: isInLoop,
    describe: (target, site) => ({ related: redirectHops(site, target) }),
  }),
  /** A redirect whose final target is broken. */
  linkIssue({
    id: 'redirect-to-error',
    severity: 'error',
    scope: 'page',
    title: 'The page links to redirects that end in an error',
    howToFix: 'Link to a page that answers, and let the redirect lead to such a page or remove it.',
    learnMore: ABOUT_MOVES,
    hasFault: (target, site) => {
      const end = isRedirect(target) ? site.pages[target.redirect_end] : undefined;
      return end !== undefined && isBroken(end);
    },
    describe: redirectEvidence,
  }),
];

/** @returns whether the redirects of a page form a loop */
function isInLoop({ redirect_end }: SitePage): boolean {
  return redirect_end === LOOP;
}

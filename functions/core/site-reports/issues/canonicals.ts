import { isRedirect } from '../../record/crawled-page.ts';
import type { Evidence } from '../../analysis/rules/rule.ts';
import type { Site, SitePage } from '../graph/site.ts';
import { htmlPages, type HtmlPage, type Issue, isBroken, redirectHops } from './issue.ts';

const ABOUT_CANONICALS = 'https://developers.google.com/search/docs/crawling-indexing/consolidate-duplicate-urls';

/** Issues of canonical addresses of other pages that were crawled. */
export const canonicalIssues: readonly Issue[] = [
  {
    id: 'canonical-to-redirect',
    severity: 'warning',
    scope: 'site',
    title: 'Canonical points to a redirect',
    impact: 'Search engines may ignore the canonical URL and index another one.',
    howToFix: 'Set the final URL of the redirect as the canonical URL.',
    learnMore: ABOUT_CANONICALS,
    ...canonicalTo(isRedirect, (canonical, site) => ({ related: redirectHops(site, canonical) })),
  },
  {
    id: 'canonical-to-error',
    severity: 'error',
    scope: 'site',
    title: 'Canonical points to an error page (4xx or 5xx)',
    impact: 'Search engines ignore the canonical URL, or omit the page from the index.',
    howToFix: 'Set a URL with status 200 as the canonical URL, or the URL of the page itself.',
    learnMore: ABOUT_CANONICALS,
    ...canonicalTo(isBroken),
  },
  {
    id: 'canonical-to-noindex',
    severity: 'error',
    scope: 'site',
    title: 'Canonical points to a noindex page',
    impact: 'The signals conflict, and neither the page nor its canonical version may appear in search results.',
    howToFix: 'Remove noindex from the canonical page, or set another canonical URL.',
    learnMore: ABOUT_CANONICALS,
    ...canonicalTo(({ reason }) => reason === 'noindex'),
  },
  /** The canonical page has another canonical address itself. A loop is `canonical-loop`. */
  {
    id: 'canonical-chain',
    severity: 'warning',
    scope: 'site',
    title: 'Canonical chain',
    impact: 'Search engines may not follow several canonicals in sequence, and may index the wrong URL.',
    howToFix: 'Set the last URL of the chain as the canonical URL of all its pages.',
    learnMore: ABOUT_CANONICALS,
    ...canonicalTo(
      (canonical, site) => {
        const hops = canonicalHops(site, canonical);
        return hops.length > 1 && !isCanonicalLoop(site, hops);
      },
      (canonical, site) => ({ related: canonicalHops(site, canonical) }),
    ),
  },
  /** Two or more pages name each other, so that search engines ignore all of these annotations. */
  {
    id: 'canonical-loop',
    severity: 'warning',
    scope: 'site',
    title: 'Canonical loop',
    impact: 'Search engines ignore canonicals that contradict each other, and choose the URL for the index themselves.',
    howToFix:
      'Choose one of the pages, and set its URL as the canonical URL of all pages of the loop, including itself.',
    learnMore: ABOUT_CANONICALS,
    since: '0.3.0',
    ...canonicalTo(
      (canonical, site) => isCanonicalLoop(site, canonicalHops(site, canonical)),
      (canonical, site) => ({ related: canonicalHops(site, canonical) }),
    ),
  },
];

/**
 * @param hasFault called for the canonical page of each page that names another page that was crawled
 * @param describe evidence beside the address of the canonical page
 */
function canonicalTo(
  hasFault: (canonical: SitePage, site: Site) => boolean,
  describe?: (canonical: SitePage, site: Site) => Evidence,
): Pick<Issue, 'find' | 'evidence' | 'dependsOn'> {
  const faultyOf = (site: Site, { url, facts }: HtmlPage) => {
    const canonical = site.pageOf(facts.canonical ?? url);
    return canonical && canonical.url !== url && hasFault(canonical, site) ? canonical : null;
  };
  return {
    dependsOn: ['target'],
    find: (site) => htmlPages(site).filter((page) => faultyOf(site, page)),
    evidence: (site) => (page) => {
      const canonical = faultyOf(site, page);
      return canonical ? [{ target: canonical.url, ...describe?.(canonical, site) }] : [];
    },
  };
}

/** @returns addresses of canonical pages, each named by the one before, up to ten */
function canonicalHops(site: Site, first: SitePage): string[] {
  const hops = new Set<string>();
  let at: SitePage | undefined = first;
  while (at?.facts && !hops.has(at.url) && hops.size < MAX_HOPS) {
    hops.add(at.url);
    at = site.pageOf(at.facts.canonical ?? at.url);
  }
  return [...hops];
}

const MAX_HOPS = 10;

/** @returns whether the last of the pages names one of them */
function isCanonicalLoop(site: Site, hops: readonly string[]): boolean {
  const last = site.pageOf(hops.at(-1)!);
  const next = last?.facts?.canonical ?? last?.url;
  return hops.length > 1 && next !== undefined && next !== last?.url && hops.includes(next);
}

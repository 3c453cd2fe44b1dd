import { isRedirect, type Site, type SitePage } from '../graph/site.ts';
import { type Evidence, htmlPages, type HtmlPage, type Issue, isBroken, redirectHops } from './issue.ts';

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
    severity: 'error',
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
  /** A page over https whose canonical address is one of http; the address may redirect. */
  {
    id: 'canonical-to-http',
    severity: 'warning',
    scope: 'page',
    title: 'Canonical from HTTPS to HTTP',
    impact: 'Search engines may index the insecure URL and show it in search results.',
    howToFix: 'Change the canonical URL to its HTTPS version.',
    learnMore: ABOUT_CANONICALS,
    since: '0.3.0',
    find: (site) => htmlPages(site).filter(isCanonicalOverHttp),
    evidence:
      () =>
      ({ facts }) => [{ target: facts.canonical!, expected: facts.canonical!.replace(/^http:/, 'https:') }],
  },
  /** Google treats each page of a series as a page of its own; `rel=prev` and `rel=next` are not required. */
  {
    id: 'canonical-to-first-page',
    severity: 'warning',
    scope: 'page',
    title: 'Paginated page canonicalised to the first page',
    impact: 'Search engines may not index the items and links that only the later pages contain.',
    howToFix: 'Set a self-referencing canonical URL on each page of the series.',
    learnMore: 'https://developers.google.com/search/docs/specialty/ecommerce/pagination-and-incremental-page-loading',
    since: '0.3.0',
    find: (site) => htmlPages(site).filter(({ url, facts }) => isFirstOfSeries(facts.canonical, url)),
    evidence:
      () =>
      ({ url, facts }) => [{ target: facts.canonical!, expected: url }],
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

function isCanonicalOverHttp({ url, facts }: HtmlPage): boolean {
  return url.startsWith('https:') && facts.canonical?.startsWith('http:') === true;
}

/** @returns whether the canonical address of a numbered page of a series is that of its first page */
function isFirstOfSeries(canonical: string | null, url: string): boolean {
  if (canonical === null || canonical === url) return false;
  const page = placeInSeries(url);
  const first = placeInSeries(canonical);
  return page.number > 1 && first.number === 1 && page.series === first.series;
}

/**
 * @returns the address without the number of its page in a query (`?page=2`) or path (`/page/2`), and that number, 1
 * without one
 */
function placeInSeries(url: string): { series: string; number: number } {
  const address = new URL(url);
  const name = ['page', 'paged'].find((one) => /^\d+$/.test(address.searchParams.get(one) ?? ''));
  const inPath = /\/page[/-](\d+)\/?$/i.exec(address.pathname);
  const number = Number((name && address.searchParams.get(name)) ?? inPath?.[1] ?? 1);
  if (name) address.searchParams.delete(name);
  else if (inPath) address.pathname = address.pathname.slice(0, inPath.index);
  return { series: address.href.replace(/\/$/, ''), number };
}

import { isRedirect, type Site, type SitePage } from '../graph/site.ts';
import { type Evidence, htmlPages, type HtmlPage, type Issue, isBroken, redirectHops } from './issue.ts';

const ABOUT_CANONICALS = 'https://developers.google.com/search/docs/crawling-indexing/consolidate-duplicate-urls';

/** Issues of canonical addresses of other pages that were crawled. */
export const canonicalIssues: readonly Issue[] = [
  {
    id: 'canonical-to-redirect',
    severity: 'warning',
    scope: 'site',
    title: 'The canonical address of the page redirects',
    howToFix: 'Name the address at which the redirect ends as the canonical one.',
    learnMore: ABOUT_CANONICALS,
    ...canonicalTo(isRedirect, (canonical, site) => ({ related: redirectHops(site, canonical) })),
  },
  {
    id: 'canonical-to-error',
    severity: 'error',
    scope: 'site',
    title: 'The canonical address of the page answers with an error',
    howToFix: 'Name a page that answers as the canonical one, or the page itself.',
    learnMore: ABOUT_CANONICALS,
    ...canonicalTo(isBroken),
  },
  {
    id: 'canonical-to-noindex',
    severity: 'error',
    scope: 'site',
    title: 'The canonical page is kept from search engines by noindex',
    howToFix: 'Remove noindex from the canonical page, or name another page as the canonical one.',
    learnMore: ABOUT_CANONICALS,
    ...canonicalTo(({ reason }) => reason === 'noindex'),
  },
  /** The canonical page has another canonical address itself. A loop is `canonical-loop`. */
  {
    id: 'canonical-chain',
    severity: 'warning',
    scope: 'site',
    title: 'The canonical page names yet another page as the canonical one',
    howToFix: 'Name the last of these pages as the canonical one on each of them.',
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
    title: 'The canonical addresses form a loop',
    howToFix:
      'Choose one of these pages, and let all of them, including the page itself, name it as canonical. Search engines ignore canonical addresses that contradict each other.',
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
    title: 'The canonical address of an https page is an http address',
    howToFix:
      'Name the https address as the canonical one. The annotation asks search engines to show visitors the insecure address.',
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
    title: 'A paginated page names the first page of its series as canonical',
    howToFix:
      'Let each page of the series name itself as canonical. Search engines may otherwise not see what only the later pages list.',
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
): Pick<Issue, 'find' | 'evidence'> {
  const faultyOf = (site: Site, { url, facts }: HtmlPage) => {
    const canonical = site.pageOf(facts.canonical ?? url);
    return canonical && canonical.url !== url && hasFault(canonical, site) ? canonical : null;
  };
  return {
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

/** @returns the address without the number of its page in a query (`?page=2`) or path (`/page/2`), and that number, 1 without one */
function placeInSeries(url: string): { series: string; number: number } {
  const address = new URL(url);
  const name = ['page', 'paged'].find((one) => /^\d+$/.test(address.searchParams.get(one) ?? ''));
  const inPath = /\/page[/-](\d+)\/?$/i.exec(address.pathname);
  const number = Number((name && address.searchParams.get(name)) ?? inPath?.[1] ?? 1);
  if (name) address.searchParams.delete(name);
  else if (inPath) address.pathname = address.pathname.slice(0, inPath.index);
  return { series: address.href.replace(/\/$/, ''), number };
}

import { isRedirect, type Site, type SitePage } from '../graph/site.ts';
import { type Evidence, htmlPages, type HtmlPage, type Issue, isBroken, redirectHops } from './issue.ts';

const ABOUT_CANONICALS = 'https://developers.google.com/search/docs/crawling-indexing/consolidate-duplicate-urls';
const ABOUT_HREFLANG = 'https://developers.google.com/search/docs/specialty/international/localized-versions';

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
  /** The canonical page has another canonical address itself; two pages that name each other are such a chain too. */
  {
    id: 'canonical-chain',
    severity: 'warning',
    scope: 'site',
    title: 'The canonical page names yet another page as the canonical one',
    howToFix: 'Name the last of these pages as the canonical one on each of them.',
    learnMore: ABOUT_CANONICALS,
    ...canonicalTo(
      ({ url, facts }) => (facts?.canonical ?? url) !== url,
      (canonical, site) => ({ related: canonicalHops(site, canonical) }),
    ),
  },
];

/** Issues of hreflang alternates. Those on other sites are not checked. */
export const hreflangIssues: readonly Issue[] = [
  /** An alternate that was read names neither the page nor its canonical address; alternates that are no pages are ignored. */
  {
    id: 'hreflang-no-return',
    severity: 'warning',
    scope: 'site',
    title: 'An hreflang alternate of the page does not name the page in return',
    howToFix: 'Let all versions of the page name each other, and themselves, with hreflang.',
    learnMore: ABOUT_HREFLANG,
    ...alternatesWhose((site) => {
      const pages = htmlPages(site);
      const named = new Map(pages.map(({ url, facts }) => [url, new Set(facts.hreflang.map((to) => to.url))]));
      return (url, page) => {
        const back = url === page.url ? undefined : named.get(url);
        return back !== undefined && !back.has(page.url) && !back.has(page.facts.canonical ?? page.url);
      };
    }),
  },
  {
    id: 'hreflang-to-error',
    severity: 'error',
    scope: 'site',
    title: 'An hreflang alternate of the page answers with an error',
    howToFix: 'Correct the address of the alternate, or remove it.',
    learnMore: ABOUT_HREFLANG,
    ...alternatesWhose((site) => (url) => {
      const alternate = site.pageOf(url);
      return alternate !== undefined && isBroken(alternate);
    }),
  },
];

/**
/**
 * @param hasFault called for the canonical page of each page that names another page that was crawled
 * @param describe evidence beside the address of the canonical page
 */
function canonicalTo(
  hasFault: (canonical: SitePage) => boolean,
  describe?: (canonical: SitePage, site: Site) => Evidence,
): Pick<Issue, 'find' | 'evidence'> {
  const faultyOf = (site: Site, { url, facts }: HtmlPage) => {
    const canonical = site.pageOf(facts.canonical ?? url);
    return canonical && canonical.url !== url && hasFault(canonical) ? canonical : null;
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

/** @param faultsOf returns, for a site, a function that returns whether an alternate of a page has the fault */
function alternatesWhose(
  faultsOf: (site: Site) => (url: string, page: HtmlPage) => boolean,
): Pick<Issue, 'find' | 'evidence'> {
  return {
    find(site) {
      const hasFault = faultsOf(site);
      return htmlPages(site).filter((page) => page.facts.hreflang.some(({ url }) => hasFault(url, page)));
    },
    evidence(site) {
      const hasFault = faultsOf(site);
      return (page) =>
        page.facts.hreflang
          .filter(({ url }) => hasFault(url, page))
          .map(({ hreflang, url }) => ({ target: url, value: hreflang }));
    },
  };
}

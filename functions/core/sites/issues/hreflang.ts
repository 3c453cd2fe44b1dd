import { isLanguage } from '../../analysis/audit/head.ts';
import { isRedirect, type Site, type SitePage } from '../graph/site.ts';
import { type Evidence, htmlPages, type HtmlPage, type Issue, isBroken, redirectHops } from './issue.ts';

const ABOUT_HREFLANG = 'https://developers.google.com/search/docs/specialty/international/localized-versions';

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
    ...alternatesWhose((site) => (url) => isCrawled(site, url, isBroken)),
  },
  {
    id: 'hreflang-to-redirect',
    severity: 'warning',
    scope: 'site',
    title: 'An hreflang alternate of the page redirects',
    howToFix:
      'Name the address at which the redirect ends. Search engines ignore alternates that are not the final address of a page.',
    learnMore: ABOUT_HREFLANG,
    since: '0.3.0',
    ...alternatesWhose(
      (site) => (url) => isCrawled(site, url, isRedirect),
      (url, site) => ({ related: redirectHops(site, site.pageOf(url)!) }),
    ),
  },
  {
    id: 'hreflang-to-noindex',
    severity: 'error',
    scope: 'site',
    title: 'An hreflang alternate of the page has noindex',
    howToFix:
      'Remove noindex from the alternate, or remove the annotation. Search engines cannot show visitors a version that they must not list.',
    learnMore: ABOUT_HREFLANG,
    since: '0.3.0',
    ...alternatesWhose((site) => (url) => isCrawled(site, url, ({ reason }) => reason === 'noindex')),
  },
  /** The alternate names another page as canonical, which search engines list in its place. */
  {
    id: 'hreflang-to-canonicalised',
    severity: 'warning',
    scope: 'site',
    title: 'An hreflang alternate of the page names another page as canonical',
    howToFix:
      'Name the canonical page of that language as the alternate, or let the alternate be its own canonical page.',
    learnMore: ABOUT_HREFLANG,
    since: '0.3.0',
    ...alternatesWhose(
      (site) => (url) => isCrawled(site, url, ({ reason }) => reason === 'canonicalised'),
      (url, site) => ({ expected: site.pageOf(url)!.facts!.canonical }),
    ),
  },
  /** None of the alternates is the page or its canonical address. */
  {
    id: 'hreflang-no-self',
    severity: 'warning',
    scope: 'page',
    title: 'The page does not list itself among its hreflang alternates',
    howToFix:
      'Add an hreflang link to the page itself. Each version has to list itself as well as all others, or the annotations may be ignored.',
    learnMore: ABOUT_HREFLANG,
    since: '0.3.0',
    find: (site) =>
      htmlPages(site).filter(({ url, facts: { hreflang, canonical } }) => {
        return hreflang.length > 0 && !hreflang.some((to) => to.url === url || to.url === canonical);
      }),
    evidence:
      () =>
      ({ url, facts }) => [{ value: facts.hreflang.length, expected: url }],
  },
  /** Recommended by Google, not required. */
  {
    id: 'hreflang-no-default',
    severity: 'notice',
    scope: 'page',
    title: 'The hreflang annotations of the page have no x-default',
    howToFix:
      'Add an alternate with hreflang="x-default": the page for visitors whose language none of the versions has, such as a choice of languages.',
    learnMore: 'https://developers.google.com/search/blog/2013/04/x-default-hreflang-for-international-pages',
    since: '0.3.0',
    find: (site) =>
      htmlPages(site).filter(({ facts: { hreflang } }) => {
        const codes = new Set(hreflang.map((alternate) => alternate.hreflang.toLowerCase()));
        return codes.size > 1 && !codes.has(DEFAULT);
      }),
    evidence: () => (page) => [
      { value: page.facts.hreflang.map(({ hreflang }) => hreflang).join(', '), expected: DEFAULT },
    ],
  },
  /** The language of the alternate's `lang` differs; regions are not compared. A page without `lang`, and an unknown code (`hreflang-invalid`), are ignored. */
  {
    id: 'hreflang-language-differs',
    severity: 'warning',
    scope: 'site',
    title: 'An hreflang alternate of the page is in another language',
    howToFix: 'Correct the language code of the annotation, or the lang attribute of the alternate.',
    learnMore: ABOUT_HREFLANG,
    since: '0.3.0',
    ...alternatesWhose(
      (site) => (url, _, hreflang) => {
        const lang = languageOf(site.pageOf(url)?.facts?.lang ?? '');
        const expected = languageOf(hreflang);
        return lang !== '' && isLanguage(expected) && lang !== expected;
      },
      (url, site) => ({ expected: site.pageOf(url)!.facts!.lang }),
    ),
  },
];

const DEFAULT = 'x-default';

/** @returns the language of a language tag, in lower case */
function languageOf(tag: string): string {
  return tag.trim().toLowerCase().split(/[-_]/, 1)[0]!;
}

function isCrawled(site: Site, url: string, hasFault: (page: SitePage) => boolean): boolean {
  const page = site.pageOf(url);
  return page !== undefined && hasFault(page);
}

/**
 * @param faultsOf returns, for a site, a function that returns whether an alternate of a page has the fault
 * @param describe evidence beside address and code of an alternate that was crawled
 */
function alternatesWhose(
  faultsOf: (site: Site) => (url: string, page: HtmlPage, hreflang: string) => boolean,
  describe?: (url: string, site: Site) => Evidence,
): Pick<Issue, 'find' | 'evidence'> {
  return {
    find(site) {
      const hasFault = faultsOf(site);
      return htmlPages(site).filter((page) =>
        page.facts.hreflang.some(({ url, hreflang }) => hasFault(url, page, hreflang)),
      );
    },
    evidence(site) {
      const hasFault = faultsOf(site);
      return (page) =>
        page.facts.hreflang
          .filter(({ url, hreflang }) => hasFault(url, page, hreflang))
          .map(({ hreflang, url }) => ({ target: url, value: hreflang, ...describe?.(url, site) }));
    },
  };
}

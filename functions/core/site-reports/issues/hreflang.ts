import { isRedirect } from '../../record/crawled-page.ts';
import type { Evidence } from '../../analysis/rules/rule.ts';
import { isLanguage } from '../../analysis/rules/hreflang.ts';
import { sameLanguage } from '../../analysis/hreflang.ts';
import type { Site, SitePage } from '../graph/site.ts';
import { htmlPages, type HtmlPage, type Issue, isBroken, redirectHops } from './issue.ts';

const ABOUT_HREFLANG = 'https://developers.google.com/search/docs/specialty/international/localized-versions';

/** Issues of hreflang alternates. Those on other sites are not checked. */
export const hreflangIssues: readonly Issue[] = [
  /**
   * An alternate that was read names neither the page nor its canonical address; alternates that are no pages are
   * ignored.
   */
  {
    id: 'hreflang-no-return',
    severity: 'warning',
    scope: 'site',
    title: 'Missing hreflang return links',
    impact: 'Search engines ignore hreflang annotations that the other page does not confirm.',
    howToFix: 'Add hreflang links in both directions: each language version lists all versions, including itself.',
    learnMore: ABOUT_HREFLANG,
    ...alternatesWhose((site) => {
      const pages = htmlPages(site);
      const named = new Map(pages.map(({ url, facts }) => [url, alternatesOf(facts)]));
      return (url, page) => {
        const back = url === page.url ? undefined : named.get(url);
        return back !== undefined && !back.has(page.url) && !back.has(page.facts.canonical ?? page.url);
      };
    }),
    dependsOn: ['pages'],
  },
  {
    id: 'hreflang-to-error',
    severity: 'warning',
    scope: 'site',
    title: 'Hreflang to broken page (4xx or 5xx)',
    impact: 'Search engines cannot show the version for that language or region.',
    howToFix: 'Correct the URL in the hreflang annotation, or remove the annotation.',
    learnMore: ABOUT_HREFLANG,
    ...alternatesWhose((site) => (url) => isCrawled(site, url, isBroken)),
  },
  {
    id: 'hreflang-to-redirect',
    severity: 'warning',
    scope: 'site',
    title: 'Hreflang to redirect',
    impact: 'Search engines may ignore the annotation, because hreflang has to point to final URLs.',
    howToFix: 'Replace the URL in the annotation with the final URL of the redirect.',
    learnMore: ABOUT_HREFLANG,
    since: '0.3.0',
    ...alternatesWhose(
      (site) => (url) => isCrawled(site, url, isRedirect),
      (url, site) => ({ related: redirectHops(site, site.pageOf(url)!) }),
    ),
  },
  {
    id: 'hreflang-to-noindex',
    severity: 'warning',
    scope: 'site',
    title: 'Hreflang to noindex page',
    impact: 'Search engines cannot show a version that is excluded from the index.',
    howToFix: 'Remove noindex from the language version, or remove the hreflang annotation.',
    learnMore: ABOUT_HREFLANG,
    since: '0.3.0',
    ...alternatesWhose((site) => (url) => isCrawled(site, url, ({ reason }) => reason === 'noindex')),
  },
  /** The alternate names another page as canonical, which search engines list in its place. */
  {
    id: 'hreflang-to-canonicalised',
    severity: 'warning',
    scope: 'site',
    title: 'Hreflang to non-canonical page',
    impact: 'Search engines index the canonical URL instead, so that the annotation has no effect.',
    howToFix:
      'Use the canonical URL of that language version in the annotation, or set a self-referencing canonical URL on that version.',
    learnMore: ABOUT_HREFLANG,
    since: '0.3.0',
    ...alternatesWhose(
      (site) => (url) => isCrawled(site, url, ({ reason }) => reason === 'canonicalised'),
      (url, site) => ({ expected: site.pageOf(url)!.facts!.canonical }),
    ),
  },
  /**
   * The language of the alternate's `lang` differs; regions and scripts are not compared. A page whose `lang` is
   * missing or no language tag, and an unknown code (`hreflang-invalid`), are ignored.
   */
  {
    id: 'hreflang-language-differs',
    severity: 'warning',
    scope: 'site',
    title: 'Hreflang and HTML lang mismatch',
    impact: 'Search engines may show a page in the wrong language.',
    howToFix: 'Correct the language code in the hreflang annotation, or the lang attribute of the linked page.',
    learnMore: ABOUT_HREFLANG,
    since: '0.3.0',
    ...alternatesWhose(
      (site) => {
        const isOther = languageComparison();
        return (url, _, hreflang) => {
          const lang = languageOf(site.pageOf(url)?.facts?.lang ?? '');
          const expected = languageOf(hreflang);
          return isLanguage(expected) && lang !== expected && isOther(lang, expected);
        };
      },
      (url, site) => ({ expected: site.pageOf(url)!.facts!.lang }),
    ),
  },
];

const NONE: ReadonlySet<string> = new Set();

/** @returns the addresses of a page's alternates; pages without any share one set: a site may have 50,000 of them */
function alternatesOf({ hreflang }: HtmlPage['facts']): ReadonlySet<string> {
  return hreflang.length === 0 ? NONE : new Set(hreflang.map(({ url }) => url));
}

/** @returns the language of a language tag, in lower case */
function languageOf(tag: string): string {
  return tag.trim().toLowerCase().split(/[-_]/, 1)[0]!;
}

/**
 * @returns a function that returns whether two languages differ. It compares each pair once: a site repeats few pairs
 *   on many pages, and canonical forms take much longer to compute than to look up
 */
function languageComparison(): (lang: string, expected: string) => boolean {
  const known = new Map<string, boolean>();
  return (lang, expected) => {
    const key = `${lang} ${expected}`;
    const isOther = known.get(key) ?? sameLanguage(lang, expected) === false;
    known.set(key, isOther);
    return isOther;
  };
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
): Pick<Issue, 'find' | 'evidence' | 'dependsOn'> {
  return {
    dependsOn: ['target'],
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

import { elementOf } from '../../analysis/rules/link-element.ts';
import { isHtml } from '../../analysis/rules/occurrences.ts';
import { isClientError, isServerError } from '../../analysis/rules/responses.ts';
import type { Evidence, RuleTexts } from '../../analysis/rules/rule.ts';
import { type CrawledFacts, isRedirect } from '../../record/crawled-page.ts';
import type { Site, SitePage } from '../graph/site.ts';

/**
 * What an issue depends on besides its page, and what two crawls must both know before they can be compared. `target`: the
 * target and the related pages of an occurrence; `pages`: all other pages, as duplicates do; `links`: all links of the
 * site; `texts`: the comparison of each text with all others; `sitemaps`: the sitemaps; `external`, `resources`: addresses
 * that only crawls with this option request.
 */
export type Dependence = 'target' | 'pages' | 'links' | 'texts' | 'sitemaps' | 'external' | 'resources';

/** Definition of an issue of pages of a site. */
export interface Issue extends RuleTexts {
  /** `site`: it concerns relations between pages. */
  scope: 'page' | 'site';
  /** What it depends on besides the page; absent: nothing. */
  dependsOn?: readonly Dependence[];
  /**
   * Finds the pages with the issue. What could not be determined (a blocked request, a challenge, a limit) is not reported.
   *
   * @returns the pages with the issue, each once
   */
  find: (site: Site) => Iterable<SitePage>;
  /**
   * Prepares a function that lists the occurrences of the issue on a page with it, given the page with its `anchors`.
   * Absent: one occurrence without details.
   */
  evidence?: ((site: Site) => (page: HtmlPage) => Evidence[]) | undefined;
}

/** An HTML page with status 200. */
export interface HtmlPage extends SitePage {
  facts: CrawledFacts;
}

/** @returns the HTML pages with status 200 */
export function htmlPages({ pages }: Site): HtmlPage[] {
  return pages.filter(isHtml);
}

/** @returns the indexable HTML pages: the content of others appears in no search result */
export function indexablePages(site: Site): HtmlPage[] {
  return htmlPages(site).filter(({ indexable }) => indexable);
}

/** @returns whether visitors certainly find no page at the address */
export function isBroken(page: SitePage): boolean {
  return isClientError(page) || isServerError(page) || page.failure === 'name_not_found';
}

/**
 * Finds pages with a link to a faulty page. Links to addresses that were not crawled, and of a page to itself, are ignored.
 *
 * @param hasFault called once for each page of the site
 * @param among the links to check
 * @returns the pages with a link that has the fault
 */
export function pagesWithLink(
  site: Site,
  hasFault: (target: SitePage) => boolean,
  among: 'all' | 'followed' = 'all',
): HtmlPage[] {
  const faulty = Uint8Array.from(site.pages, (page) => Number(hasFault(page)));
  const isFaulty = (index: number) => faulty[index] === 1;
  return htmlPages(site).filter(
    ({ outlinks, nofollowed }) => outlinks.some(isFaulty) || (among === 'all' && nofollowed.some(isFaulty)),
  );
}

/** @returns the target of a redirect; `undefined` if it was not crawled, or `page` is no redirect */
export function redirectTarget({ pages }: Site, { redirect_target, index }: SitePage): SitePage | undefined {
  return redirect_target === index ? undefined : pages[redirect_target];
}

/** Index of the home page, with which the crawl begins. */
const HOME = 0;

/**
 * @returns the home page, the pages that any other page links to (with or without nofollow), and the targets of their
 *   redirects
 */
export function linkedPages(site: Site): Set<SitePage> {
  const linked = new Set<SitePage>();
  addWithTargets(linked, site, HOME);
  for (const { outlinks, nofollowed } of htmlPages(site)) {
    for (const index of outlinks) addWithTargets(linked, site, index);
    for (const index of nofollowed) addWithTargets(linked, site, index);
  }
  return linked;
}

/** Adds a page and the targets of its redirects. Those of a page that was added before are present. */
function addWithTargets(linked: Set<SitePage>, site: Site, index: number): void {
  let target = site.pages[index];
  while (target !== undefined && !linked.has(target)) {
    linked.add(target);
    target = redirectTarget(site, target);
  }
}

/** @returns whether every followed link of the site was requested: otherwise pages may have links that are not known */
export function areLinksRead(site: Site): boolean {
  if (site.hidesLinks) return false;
  return htmlPages(site).every(({ facts }) => facts.links.every(({ url, nofollow }) => nofollow || site.pageOf(url)));
}

export const MAX_RELATED = 10;

/** The definition of an issue of links; `find` and `evidence` derive from it. */
type LinkIssue = Omit<Issue, 'find' | 'evidence'> & {
  /** Called once for each page of the site. */
  hasFault: (target: SitePage, site: Site) => boolean;
  among?: 'all' | 'followed';
  /** Returns members beside target and element. Absent: none. */
  describe?: (target: SitePage, site: Site) => Evidence;
};

/** Returns the issue of links that lead to pages with a fault. */
export function linkIssue({ hasFault, among = 'all', describe, ...issue }: LinkIssue): Issue {
  return {
    dependsOn: ['target'],
    ...issue,
    find: (site) => pagesWithLink(site, (target) => hasFault(target, site), among),
    evidence: (site) => {
      const described = new Map<SitePage, Evidence | null>();
      const evidenceOf = (target: SitePage) => {
        const known = described.get(target);
        if (known !== undefined) return known;
        const evidence = hasFault(target, site) ? { target: target.url, ...describe?.(target, site) } : null;
        described.set(target, evidence);
        return evidence;
      };
      return (page) => linksWhose(page, site, evidenceOf, among);
    },
  };
}

function linksWhose(
  { outlinks, nofollowed, anchors }: HtmlPage,
  site: Site,
  evidenceOf: (target: SitePage) => Evidence | null,
  among: 'all' | 'followed',
): Evidence[] {
  const sought = new Set(among === 'all' ? [...outlinks, ...nofollowed] : outlinks);
  const left = new Set(sought);
  const elements = anchors.flatMap((anchor): Evidence[] => {
    const target = site.pageOf(anchor.to);
    const evidence = target && sought.has(target.index) ? evidenceOf(target) : null;
    if (!target || !evidence) return [];
    left.delete(target.index);
    return [{ ...evidence, element: elementOf(anchor) }];
  });
  // Of a page with very many links, not all elements are stored.
  const others = [...left].flatMap((target) => evidenceOf(site.pages[target]!) ?? []);
  return [...elements, ...others];
}

/**
 * @returns the addresses of consecutive redirects, from the page itself to the last page that was crawled; in a loop,
 *   each once
 */
export function redirectHops(site: Site, page: SitePage): string[] {
  const hops = new Set<string>();
  let at: SitePage | undefined = page;
  while (at && !hops.has(at.url) && hops.size < MAX_RELATED) {
    hops.add(at.url);
    at = redirectTarget(site, at);
  }
  return [...hops];
}

/** @returns evidence of a link to a redirect: the final target, and all hops */
export function redirectEvidence(page: SitePage, site: Site): Evidence {
  const end = site.pages[page.redirect_end];
  return { ...(end && isRedirect(page) && { target: end.url }), value: page.url, related: redirectHops(site, page) };
}

/** @returns the addresses of the first ten pages other than the given one */
export function relatedIn(pages: Iterable<SitePage>, page: SitePage): string[] {
  const related: string[] = [];
  for (const { index, url } of pages) {
    if (index === page.index) continue;
    if (related.push(url) === MAX_RELATED) break;
  }
  return related;
}

import { elementOf } from '../../analysis/rules/link-element.ts';
import { isHtml } from '../../analysis/rules/occurrences.ts';
import { isClientError, isServerError } from '../../analysis/rules/responses.ts';
import type { Evidence, RuleTexts } from '../../analysis/rules/rule.ts';
import { type CrawledFacts, isRedirect } from '../../record/crawled-page.ts';
import type { Site, SitePage } from '../graph/site.ts';

/**
 * What an issue depends on besides its page, and what two crawls must both know before they can be compared. `target`: the
 * target and the related pages of an occurrence; `pages`: all other pages, as duplicates do; `links`: all links of the
 * site; `hidden_links`, `skipped_links`: that there are none of these (see `Unread`), since the issue is not reported
 * otherwise; `texts`: the comparison of each text with all others; `sitemaps`: the sitemaps; `external`, `resources`:
 * addresses that only crawls with this option request.
 */
export type Dependence =
  'target' | 'pages' | 'links' | 'hidden_links' | 'skipped_links' | 'texts' | 'sitemaps' | 'external' | 'resources';

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

/** @returns the target of a redirect; `undefined` if it was not crawled, or `page` is no redirect */
export function redirectTarget({ pages }: Site, { redirect_target, index }: SitePage): SitePage | undefined {
  return redirect_target === index ? undefined : pages[redirect_target];
}

/** Index of the home page, with which the crawl begins. */
const HOME = 0;

/**
 * @returns whether a page is the home page, one that any other page links to (with or without nofollow), or the target of
 *   their redirects
 */
export function linkedPages(site: Site): (page: SitePage) => boolean {
  const isLinked = new Uint8Array(site.pages.length);
  const add = (index: number) => {
    // The targets of the redirects of a page that was added before are present.
    for (let at = index; isLinked[at] === 0; at = site.pages[at]!.redirect_target) isLinked[at] = 1;
  };
  add(HOME);
  for (const { outlinks, nofollowed } of htmlPages(site)) {
    outlinks.forEach(add);
    nofollowed.forEach(add);
  }
  return ({ index }) => isLinked[index] === 1;
}

/** @returns whether every followed link of the site was requested: otherwise pages may have links that are not known */
export function areLinksRead(site: Site): boolean {
  if (site.hidesLinks) return false;
  return htmlPages(site).every(({ followed_links, outlinks }) => followed_links === outlinks.length);
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

/**
 * Returns the issue of links that lead to pages with a fault. Links to addresses that were not crawled, and of a page to
 * itself, are ignored.
 */
export function linkIssue({ hasFault, among = 'all', describe, ...issue }: LinkIssue): Issue {
  return {
    dependsOn: ['target'],
    ...issue,
    find(site) {
      const isFaulty = faultyTargets(site, hasFault);
      return htmlPages(site).filter(
        ({ outlinks, nofollowed }) => outlinks.some(isFaulty) || (among === 'all' && nofollowed.some(isFaulty)),
      );
    },
    evidence(site) {
      const isFaulty = faultyTargets(site, hasFault);
      const described = new Map<SitePage, Evidence>();
      const evidenceOf = (target: SitePage) => {
        const evidence = described.get(target) ?? { target: target.url, ...describe?.(target, site) };
        described.set(target, evidence);
        return evidence;
      };
      return ({ outlinks, nofollowed, anchors }) => {
        const links = [...outlinks, ...(among === 'all' ? nofollowed : [])].filter(isFaulty);
        const targets = new Map(links.map((index) => [site.pages[index]!.url, site.pages[index]!]));
        const elements = anchors.flatMap((anchor): Evidence[] => {
          const target = targets.get(anchor.to);
          return target ? [{ ...evidenceOf(target), element: elementOf(anchor) }] : [];
        });
        // Of a page with very many links, not all elements are stored.
        for (const { to } of anchors) targets.delete(to);
        return [...elements, ...Array.from(targets.values(), evidenceOf)];
      };
    },
  };
}

/** @returns whether the page with an index has a fault, which is determined once for each page */
function faultyTargets(site: Site, hasFault: LinkIssue['hasFault']): (index: number) => boolean {
  const faulty = Uint8Array.from(site.pages, (page) => Number(hasFault(page, site)));
  return (index) => faulty[index] === 1;
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

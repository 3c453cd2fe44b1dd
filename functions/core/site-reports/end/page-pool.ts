import type { CrawledFacts, CrawledLink, CrawledPage } from '../../record/crawled-page.ts';
import { SiteLinks } from '../graph/site-links.ts';

/** What rules about single pages need of a page's links to others: whether it has any, with and without nofollow. */
const ELSEWHERE: readonly CrawledLink[] = [
  { url: '', nofollow: false },
  { url: '', nofollow: true },
];

/**
 * Reduces the memory that the pages of a crawl take: links become numbers, and the addresses of hreflang alternates and
 * fragments are shared. Nothing is known of addresses that were not crawled, so that these are empty. Only canonical ones
 * are kept in any case, since a page may list its own among its hreflang alternates.
 */
export class PagePool {
  /** The links of all pages so far. */
  readonly links: SiteLinks;
  readonly #alternates = new Map<string, CrawledFacts['hreflang'][number]>();

  /** @param isKept returns whether an address, in normal form, was requested or is that of a canonical page */
  constructor(isKept: (url: string) => boolean) {
    this.links = new SiteLinks(isKept);
  }

  /**
   * @returns the page without anchors and resources; of its links to other pages, one of each kind is left, without its
   *   address
   */
  pooled(page: CrawledPage): CrawledPage {
    this.links.add(page);
    const url = this.links.addressOf(page.url) ?? page.url;
    return { ...page, url, facts: page.facts && this.#factsOf(url, page.facts), anchors: [], resources: undefined };
  }

  #factsOf(own: string, facts: CrawledFacts): CrawledFacts {
    const links = ELSEWHERE.filter(({ nofollow }) =>
      facts.links.some((link) => link.nofollow === nofollow && link.url !== own),
    );
    const canonical = facts.canonical && (this.links.addressOf(facts.canonical) ?? facts.canonical);
    const hreflang = facts.hreflang.map(({ hreflang: code, url }) =>
      this.#alternate(code, this.links.addressOf(url) ?? ''),
    );
    // Which rules found something decides which issues the page has; what they found is read again with the evidence.
    const findings = facts.findings.map(({ id }) => ({ id, items: [] }));
    const fragments = facts.fragments.flatMap(({ url: to, fragment }) => {
      const url = this.links.addressOf(to);
      return url === undefined ? [] : [{ url, fragment, element: '' }];
    });
    return { ...facts, links, canonical, hreflang, findings, fragments };
  }

  #alternate(hreflang: string, url: string): CrawledFacts['hreflang'][number] {
    const key = `${hreflang} ${url}`;
    const alternate = this.#alternates.get(key) ?? { hreflang, url };
    this.#alternates.set(key, alternate);
    return alternate;
  }
}

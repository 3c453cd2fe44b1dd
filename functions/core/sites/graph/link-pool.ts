import type { CrawledFacts, CrawledLink, CrawledPage } from '../../record/crawled-page.ts';

/** The links to one address. */
interface PooledLinks {
  followed: CrawledLink;
  nofollowed: CrawledLink;
}

const linksTo = (url: string): PooledLinks => ({
  followed: { url, nofollow: false },
  nofollowed: { url, nofollow: true },
});

/**
 * Keeps all pages of a crawl in the memory of a function: 5,000 pages have up to five million links, of which few lead to
 * different pages. Equal links are one, and of what was not crawled no address is kept: nothing is known of it anyway.
 */
export class LinkPool {
  readonly #isCrawled: (url: string) => boolean;
  readonly #pool = new Map<string, PooledLinks>();
  readonly #elsewhere = linksTo('');

  /** @param isCrawled whether an address, in normal form, is one of a page of the crawl */
  constructor(isCrawled: (url: string) => boolean) {
    this.#isCrawled = isCrawled;
  }

  /**
   * @returns the page with as many links as it has, which it shares with others; the address of one that leads to what
   *   was not crawled is empty. Of its alternates, those that were crawled
   */
  pooled(page: CrawledPage): CrawledPage {
    return { ...page, facts: page.facts && this.#factsOf(page.facts) };
  }

  #factsOf(facts: CrawledFacts): CrawledFacts {
    const links = facts.links.map(({ url, nofollow }) => this.#linksTo(url)[nofollow ? 'nofollowed' : 'followed']);
    const hreflang = facts.hreflang.flatMap(({ hreflang: language, url }) =>
      this.#isCrawled(url) ? [{ hreflang: language, url: this.#linksTo(url).followed.url }] : [],
    );
    return { ...facts, links, hreflang };
  }

  #linksTo(url: string): PooledLinks {
    const known = this.#pool.get(url);
    if (known) return known;
    if (!this.#isCrawled(url)) return this.#elsewhere;
    const links = linksTo(url);
    this.#pool.set(url, links);
    return links;
  }
}

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
 * Reduces the memory that the pages of a crawl take: 5,000 pages have up to five million links, but few different
 * targets. Equal links share one object, and links to addresses that were not crawled have no address: nothing is known
 * of these. Only canonical addresses are kept in any case, since a page may list its own among its hreflang alternates.
 */
export class LinkPool {
  readonly #isKept: (url: string) => boolean;
  readonly #pool = new Map<string, PooledLinks>();
  readonly #alternates = new Map<string, CrawledFacts['hreflang'][number]>();
  readonly #elsewhere = linksTo('');

  /** @param isKept returns whether an address, in normal form, was requested or is that of a canonical page */
  constructor(isKept: (url: string) => boolean) {
    this.#isKept = isKept;
  }

  /**
   * @returns the page without anchors and resources, with the same number of links, as shared objects; the address of a
   *   link to what is not kept is empty, and so is that of such an hreflang alternate
   */
  pooled(page: CrawledPage): CrawledPage {
    return { ...page, facts: page.facts && this.#factsOf(page.facts), anchors: [], resources: undefined };
  }

  #factsOf(facts: CrawledFacts): CrawledFacts {
    const links = facts.links.map(({ url, nofollow }) => this.#linksTo(url)[nofollow ? 'nofollowed' : 'followed']);
    const hreflang = facts.hreflang.map(({ hreflang: code, url }) =>
      this.#alternate(code, this.#linksTo(url).followed.url),
    );
    // Which rules found something decides which issues the page has; what they found is read again with the evidence.
    const findings = facts.findings.map(({ id }) => ({ id, items: [] }));
    const fragments = facts.fragments.flatMap(({ url, fragment }) => {
      return this.#isKept(url) ? [{ url: this.#linksTo(url).followed.url, fragment, element: '' }] : [];
    });
    return { ...facts, links, hreflang, findings, fragments };
  }

  #alternate(hreflang: string, url: string): CrawledFacts['hreflang'][number] {
    const key = `${hreflang} ${url}`;
    const alternate = this.#alternates.get(key) ?? { hreflang, url };
    this.#alternates.set(key, alternate);
    return alternate;
  }

  #linksTo(url: string): PooledLinks {
    const known = this.#pool.get(url);
    if (known) return known;
    if (!this.#isKept(url)) return this.#elsewhere;
    const links = linksTo(url);
    this.#pool.set(url, links);
    return links;
  }
}

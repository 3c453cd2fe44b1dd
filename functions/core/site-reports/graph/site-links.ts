import { NumberList } from '../../platform/number-list.ts';
import type { CrawledPage } from '../../record/crawled-page.ts';
import type { SitePage } from './site.ts';

type PageLinks = Pick<SitePage, 'outlinks' | 'nofollowed' | 'internal_links' | 'followed_links'>;

/** What is known of a page's links when it is added. */
interface AddedLinks extends Pick<PageLinks, 'internal_links' | 'followed_links'> {
  /** Ends of the followed links, and of the others after them, in the list of targets. */
  ends: [followed: number, nofollowed: number];
}

/**
 * The links between the pages of a crawl, collected while the pages are read: 50,000 pages have millions of links, for
 * which a list of numbers takes a tenth of the memory of objects.
 */
export class SiteLinks {
  readonly #isKept: (url: string) => boolean;
  readonly #addresses: string[] = [];
  /** Indices of the addresses. */
  readonly #numbers = new Map<string, number>();
  /** Page by page the numbers of the targets, those of followed links first. */
  readonly #targets = new NumberList();
  readonly #pages: AddedLinks[] = [];

  /** @param isKept returns whether an address, in normal form, may be that of a page: nothing is known of others */
  constructor(isKept: (url: string) => boolean) {
    this.#isKept = isKept;
  }

  /** Adds the next page, with all of its links. */
  add({ url: own, facts }: CrawledPage): void {
    const links = facts?.links ?? [];
    const followed: string[] = [];
    const nofollowed: string[] = [];
    for (const { url, nofollow } of links) if (url !== own) (nofollow ? nofollowed : followed).push(url);
    this.#pages.push({
      internal_links: links.length,
      followed_links: followed.length,
      ends: [this.#push(followed), this.#push(nofollowed)],
    });
  }

  /** @returns the same text for all equal addresses, so that it is in memory once; `undefined` if it is not kept */
  addressOf(url: string): string | undefined {
    return this.#addresses[this.#numberOf(url) ?? -1];
  }

  /** @returns the length of the list */
  #push(urls: readonly string[]): number {
    for (const url of urls) {
      const number = this.#numberOf(url);
      if (number !== undefined) this.#targets.push(number);
    }
    return this.#targets.length;
  }

  #numberOf(url: string): number | undefined {
    const known = this.#numbers.get(url);
    if (known !== undefined || !this.#isKept(url)) return known;
    const number = this.#addresses.push(url) - 1;
    this.#numbers.set(url, number);
    return number;
  }

  /**
   * @param numbers indices of the pages, by address
   * @returns the links of each page that was added, in the same order
   */
  between(numbers: ReadonlyMap<string, number>): PageLinks[] {
    const targets = this.#targets.values();
    const indices = this.#addresses.map((url) => numbers.get(url));
    const links = new Uint32Array(targets.length);
    let [read, written] = [0, 0];
    const linksUpTo = (end: number) => {
      const first = written;
      for (; read < end; read++) {
        const index = indices[targets[read]!];
        if (index !== undefined) links[written++] = index;
      }
      return links.subarray(first, written);
    };
    return this.#pages.map(({ ends: [followed, nofollowed], ...counts }) => ({
      outlinks: linksUpTo(followed),
      nofollowed: linksUpTo(nofollowed),
      ...counts,
    }));
  }
}

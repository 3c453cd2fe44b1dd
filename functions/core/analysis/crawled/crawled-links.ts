import { pageAddress } from '../../platform/names/page-address.ts';
import type { Anchor } from '../page/anchor.ts';
import { isNofollow } from '../page/link-count.ts';
import type { CrawledLink } from '../../record/crawled-page.ts';

/** Links of a page that are kept; far above that of most pages. */
export const MAX_LINKS = 1_000;
/**
 * Characters of their addresses together, so that a page fits into an item of 400 KB even where they cannot be
 * compressed: 250 for each of {@link MAX_LINKS}.
 */
export const MAX_LINK_CHARACTERS = 250_000;

/**
 * Collects the links of a page as a crawl of its site follows them. A link is an `<a>` with an address, as for Google:
 * `<area>`, forms and scripts are none.
 *
 * @see https://developers.google.com/search/docs/crawling-indexing/links-crawlable
 */
export class CrawledLinks {
  /** Links to http and https addresses of other hosts. */
  external = 0;
  /** Links of a page over https to addresses of its own site over http. */
  http = 0;
  readonly #isHttps: boolean;
  readonly #hosts: ReadonlySet<string>;
  /** For each address whether all links to it are nofollow. */
  readonly #targets = new Map<string, boolean>();
  #characters = 0;

  /**
   * @param pageUrl URL of the page
   * @param hosts those of the site
   */
  constructor(pageUrl: string, hosts: readonly string[]) {
    this.#isHttps = pageUrl.startsWith('https:');
    this.#hosts = new Set(hosts);
  }

  /** Notes a link of the page. One of the site that is no address of a page, as with another port, is passed over. */
  anchor(anchor: Anchor): void {
    if (anchor.httpHost === null) return;
    if (!this.#hosts.has(anchor.httpHost.replace(/\.$/, ''))) {
      this.external++;
      return;
    }
    const address = pageAddress(anchor.href());
    if ('problem' in address) return;
    if (this.#isHttps && address.url.startsWith('http:')) this.http++;
    if (!this.#targets.has(address.url) && !this.#hasRoom(address.url)) return;
    const others = this.#targets.get(address.url) ?? true;
    this.#targets.set(address.url, others && isNofollow(anchor.rel));
  }

  #hasRoom(url: string): boolean {
    if (this.#targets.size >= MAX_LINKS) return false;
    // What comes behind a link that does not fit is left out as well: which links are kept is easy to tell.
    this.#characters += url.length;
    return this.#characters <= MAX_LINK_CHARACTERS;
  }

  /**
   * @param nofollow the page wants none of its links followed
   * @returns the addresses of the site that it links to, each once, in the order of the page
   */
  internal(nofollow: boolean): CrawledLink[] {
    return [...this.#targets].map(([url, all]) => ({ url, nofollow: nofollow || all }));
  }
}

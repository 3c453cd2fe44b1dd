import { pageAddress } from '../../domain/page-address.ts';
import type { Anchor } from '../page/anchor.ts';
import { isNofollow } from '../page/link-count.ts';
import type { CrawledLink } from '../../record/crawled-page.ts';

/** Links of a page that are kept; far above that of most pages. */
export const MAX_LINKS = 1_000;

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
    const isKnown = this.#targets.has(address.url);
    if (!isKnown && this.#targets.size >= MAX_LINKS) return;
    const others = this.#targets.get(address.url) ?? true;
    this.#targets.set(address.url, others && isNofollow(anchor.rel));
  }

  /**
   * @param nofollow the page wants none of its links followed
   * @returns the addresses of the site that it links to, each once, in the order of the page
   */
  internal(nofollow: boolean): CrawledLink[] {
    return [...this.#targets].map(([url, all]) => ({ url, nofollow: nofollow || all }));
  }
}

import { getDomain } from 'tldts';
import type { Page } from '../../record/record.ts';
import type { Anchor } from './anchor.ts';

const MAX_HOSTS = 10_000;
const NOFOLLOW = /(?:^|[ \t\n\f\r])(?:nofollow|ugc|sponsored)(?=[ \t\n\f\r]|$)/i;

/** @returns whether a link with this `rel` must not be followed by search engines: nofollow, ugc or sponsored */
export function isNofollow(rel: string): boolean {
  return rel !== '' && NOFOLLOW.test(rel);
}

/** Counts the links of a page by target. */
export class LinkCount {
  readonly counts: Omit<Page['links'], 'uncrawlable'> = { total: 0, internal: 0, external: 0, nofollow: 0 };
  readonly #site: string;
  readonly #sites = new Map<string, string>();
  /** Host of the last link: most links follow one to the same host. */
  #lastHost: string | null = null;
  #isInternal = false;

  /** @param pageUrl URL of the page */
  constructor(pageUrl: string) {
    this.#site = this.#siteOf(new URL(pageUrl).hostname);
  }

  add(anchor: Anchor): void {
    if (!anchor.hasHref) return;
    this.counts.total++;
    if (isNofollow(anchor.rel)) this.counts.nofollow++;
    const host = anchor.httpHost;
    if (host === null) return;
    if (host !== this.#lastHost) {
      this.#lastHost = host;
      this.#isInternal = this.#siteOf(host) === this.#site;
    }
    if (this.#isInternal) this.counts.internal++;
    else this.counts.external++;
  }

  /** The registrable domain; the host itself if it has none (an address, a single label). */
  #siteOf(host: string): string {
    let site = this.#sites.get(host);
    if (site === undefined) {
      site = getDomain(host, { allowPrivateDomains: true }) ?? host;
      if (this.#sites.size < MAX_HOSTS) this.#sites.set(host, site);
    }
    return site;
  }
}

import { createHash } from 'node:crypto';
import { pageAddress } from '../platform/names/page-address.ts';
import type { ServedPage } from '../platform/network/http-client.ts';
import type { CrawledFacts, CrawledLink } from '../record/crawled-page.ts';
import { truncate } from '../platform/text/text.ts';
import type { PageAnalysis } from './analyse-page.ts';
import type { DocumentLink } from './page/document-links.ts';
import { pageDirectives } from './robots/page-directives.ts';
import type { Anchor } from './page/anchor.ts';
import { isNofollow } from './page/link-count.ts';

/** Alternates that are kept; sites in very many languages come near. */
const MAX_ALTERNATES = 1_000;
/** Bytes of what is kept of them together: see `MAX_LINK_CHARACTERS`. */
export const MAX_ALTERNATE_BYTES = 100_000;
/** In characters (code points); real ones are far below. */
const MAX_HREFLANG = 100;
const MAX_ROBOTS_TAG = 1_000;

/**
 * What the audit of a site needs of a page.
 *
 * @param served the page
 * @param analysis what it says
 * @param links its links, collected by the same analysis
 * @param now milliseconds since the epoch
 */
export function crawledFacts(
  served: Pick<ServedPage, 'headers'>,
  { page, audit, security, texts, documentLinks, robotsMetas }: PageAnalysis,
  links: CrawledLinks,
  now: number,
): CrawledFacts {
  const { noindex, nofollow } = pageDirectives(robotsMetas, served.headers, now);
  return {
    lang: page.lang,
    title: page.title,
    title_length: page.title_length,
    meta_description: page.meta_description,
    meta_description_length: page.meta_description_length,
    meta_robots: page.meta_robots,
    x_robots_tag: page.x_robots_tag && truncate(page.x_robots_tag, MAX_ROBOTS_TAG),
    word_count: page.word_count,
    noindex,
    canonical: canonicalOf(documentLinks),
    h1: page.h1[0] ?? null,
    h1_total: page.h1_total,
    hreflang: alternatesOf(documentLinks),
    seo_score: audit.score,
    failed_audits: audit.audits.filter(({ status }) => status === 'fail').map(({ id }) => id),
    structured_data_errors: page.structured_data.errors,
    mixed_content: security.mixed_content?.urls_total ?? 0,
    http_links: links.http,
    text_hash: textHash(texts.body),
    links: links.internal(nofollow),
    external_links: links.external,
  };
}

/** The first canonical address that is written; `null` where it is none of a page. */
function canonicalOf(links: readonly DocumentLink[]): string | null {
  const canonical = links.find(({ rel, hrefRaw }) => rel === 'canonical' && hrefRaw !== '');
  return canonical ? normalForm(canonical) : null;
}

function alternatesOf(links: readonly DocumentLink[]): CrawledFacts['hreflang'] {
  const alternates = new Map<string, CrawledFacts['hreflang'][number]>();
  let bytes = 0;
  for (const link of links) {
    if (link.rel !== 'alternate' || link.hreflang === '' || link.hrefRaw.trim() === '') continue;
    const url = normalForm(link);
    if (url === null) continue;
    const hreflang = truncate(link.hreflang, MAX_HREFLANG);
    const key = `${hreflang} ${url}`;
    if (alternates.has(key)) continue;
    bytes += Buffer.byteLength(key);
    if (bytes > MAX_ALTERNATE_BYTES || alternates.size === MAX_ALTERNATES) break;
    alternates.set(key, { hreflang, url });
  }
  return [...alternates.values()];
}

function normalForm({ href }: DocumentLink): string | null {
  const address = pageAddress(href ?? '');
  return 'problem' in address ? null : address.url;
}

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

/**
 * Tells whether two pages say the same: case and white space do not matter.
 *
 * @param text visible text of a page
 * @returns SHA-256 in base64url of its words in lower case; empty where it has none
 */
function textHash(text: string): string {
  const words = text.toLowerCase().split(/\s+/).join(' ').trim();
  return words === '' ? '' : createHash('sha256').update(words).digest('base64url');
}

import { pageAddress } from '../platform/names/page-address.ts';
import type { ServedPage } from '../platform/network/http-client.ts';
import type { CrawledAnchor, CrawledFacts, CrawledLink, Finding, Findings } from '../record/crawled-page.ts';
import { truncate } from '../platform/text/text.ts';
import type { PageAnalysis } from './analyse-page.ts';
import type { DocumentLink } from './page/document-links.ts';
import { pageDirectives } from './robots/page-directives.ts';
import { type Anchor, markup } from './page/anchor.ts';
import { isNofollow } from './page/link-count.ts';
import { mainText } from './page/page-texts.ts';
import { textSketch } from './language/text-sketch.ts';

/** Maximum number of alternates that are kept; only sites in very many languages come near it. */
const MAX_ALTERNATES = 1_000;
/** Maximum size of all kept alternates, in bytes: see `MAX_LINK_CHARACTERS`. */
export const MAX_ALTERNATE_BYTES = 100_000;
/** In characters (code points); real ones are far shorter. */
const MAX_HREFLANG = 100;
const MAX_ROBOTS_TAG = 1_000;

/**
 * Returns the facts of a page that the audit of a site needs.
 *
 * @param served the page
 * @param analysis analysis of the page
 * @param links links of the page, collected by the same analysis
 * @param findings what rules found
 * @param now milliseconds since the epoch
 */
export function crawledFacts(
  served: Pick<ServedPage, 'headers' | 'truncated'>,
  { page, audit, security, texts, documentLinks, facts, fragments }: PageAnalysis,
  links: CrawledLinks,
  findings: Findings[],
  now: number,
): CrawledFacts {
  const { noindex, nofollow } = pageDirectives(facts.robotsMetas, served.headers, now);
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
    first_h1: page.h1[0] || null,
    h1_total: page.h1_total,
    hreflang: alternatesOf(documentLinks),
    seo_score: audit.score,
    findings,
    structured_data_errors: page.structured_data.errors,
    mixed_content: security.mixed_content?.urls ?? [],
    http_links: links.http,
    content_hash: page.content_hash,
    text_sketch: textSketch(mainText(texts)),
    fragments: fragments.fragments,
    // Of a page that was cut off, ids may be missing.
    ids: served.truncated ? null : fragments.ids,
    links: links.internal(nofollow),
    ...((links.isCut || served.truncated) && { links_cut: true }),
    external_links: links.external,
  };
}

/** Returns the first non-empty canonical address; `null` if it is not the address of a page. */
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

/** Maximum number of links of a page that are kept; far above that of most pages. */
export const MAX_LINKS = 1_000;
/**
 * Maximum number of characters of all their addresses, so that a page fits into an item of 400 KB even if they cannot
 * be compressed: 250 for each of {@link MAX_LINKS}.
 */
export const MAX_LINK_CHARACTERS = 250_000;
/** Maximum number of link elements of a page that are kept, and of their characters. */
export const MAX_ANCHORS = 2_000;
const MAX_ANCHOR_CHARACTERS = 500_000;
/** In characters (code points). */
const MAX_TEXT = 100;
const MAX_REL = 100;
const MAX_TARGET = 2_000;

/**
 * Collects the links of a page that a crawl of its site follows. A link is an `<a>` with an address, as for Google;
 * `<area>`, forms and scripts are not links. The target of a meta refresh is followed like one: it may be the only way from
 * the home page to all others.
 *
 * @see https://developers.google.com/search/docs/crawling-indexing/links-crawlable
 */
export class CrawledLinks {
  /** Links to http and https addresses of other hosts. */
  external = 0;
  /** Links of a page over https to addresses of its own site over http. */
  http = 0;
  /** Whether the page has internal links that are not kept. */
  isCut = false;
  /** Whether the page has links to other hosts that are not kept. */
  cutsExternal = false;
  readonly #isHttps: boolean;
  readonly #hosts: ReadonlySet<string>;
  /** For each address, whether all links to it are nofollow. */
  readonly #targets = new Map<string, boolean>();
  #characters = 0;
  /** Key: target, text and rel. */
  readonly #anchors = new Map<string, CrawledAnchor>();
  #anchorCharacters = 0;

  /**
   * @param pageUrl URL of the page
   * @param hosts hosts of the site
   */
  constructor(pageUrl: string, hosts: readonly string[]) {
    this.#isHttps = pageUrl.startsWith('https:');
    this.#hosts = new Set(hosts);
  }

  /**
   * Adds a link of the page. An address of the site that is not one of a page, such as one with another port, is
   * ignored.
   */
  anchor(anchor: Anchor): void {
    if (anchor.httpHost === null) return;
    if (!this.#hosts.has(anchor.httpHost.replace(/\.$/, ''))) {
      this.external++;
      const elsewhere = pageAddress(anchor.href());
      const hasRoom = this.#keepAnchor('problem' in elsewhere ? anchor.href() : elsewhere.url, anchor);
      if (!hasRoom) this.cutsExternal = true;
      return;
    }
    const address = pageAddress(anchor.href());
    if ('problem' in address) return;
    if (this.#isHttps && address.url.startsWith('http:')) this.http++;
    this.#keepAnchor(address.url, anchor);
    this.#addTarget(address.url, isNofollow(anchor.rel));
  }

  /** Adds where a meta refresh of the page leads to, unless that is another site. */
  refresh({ target = '', element }: Finding): void {
    const address = pageAddress(target);
    if ('problem' in address || !this.#hosts.has(new URL(address.url).hostname)) return;
    this.#keep({ to: address.url, text: '', rel: '' }, () => element ?? '');
    this.#addTarget(address.url, false);
  }

  /** @returns the link elements of the page, in its order */
  get anchors(): CrawledAnchor[] {
    return [...this.#anchors.values()];
  }

  #addTarget(url: string, isNotFollowed: boolean): void {
    if (!this.#targets.has(url) && !this.#hasRoom(url)) this.isCut = true;
    else this.#targets.set(url, (this.#targets.get(url) ?? true) && isNotFollowed);
  }

  #keepAnchor(to: string, { text, rel, element }: Anchor): boolean {
    return this.#keep({ to, text: truncate(text.trim(), MAX_TEXT), rel }, () => markup(element));
  }

  /** @returns whether there was room for further links */
  #keep({ to, text, rel }: Omit<CrawledAnchor, 'tag'>, tagOf: () => string): boolean {
    if (this.#anchors.size >= MAX_ANCHORS || this.#anchorCharacters > MAX_ANCHOR_CHARACTERS) return false;
    const key = `${to} ${rel} ${text}`;
    if (to.length > MAX_TARGET || this.#anchors.has(key)) return true;
    const kept = { to, text, rel: truncate(rel, MAX_REL), tag: tagOf() };
    this.#anchors.set(key, kept);
    this.#anchorCharacters += kept.to.length + kept.text.length + kept.rel.length + kept.tag.length;
    return true;
  }

  #hasRoom(url: string): boolean {
    if (this.#targets.size >= MAX_LINKS) return false;
    // Everything after the first link that does not fit is omitted too, so that it is predictable which links are kept.
    this.#characters += url.length;
    return this.#characters <= MAX_LINK_CHARACTERS;
  }

  /**
   * @param nofollow whether the page disallows following any of its links
   * @returns the addresses of the site that it links to, without duplicates, in the order of the page
   */
  internal(nofollow: boolean): CrawledLink[] {
    return [...this.#targets].map(([url, all]) => ({ url, nofollow: nofollow || all }));
  }
}

import { type CrawledFacts, type CrawledPage, isRequested } from '../../record/crawled-page.ts';
import { AddressTraps, type Skipped, SkippedAddresses } from './traps/traps.ts';
import { type CrawlScope, hasLists } from '../store/item.ts';
import { addressFilter } from './address-filter.ts';
import { type KnownAddress, KnownAddresses } from './known-addresses.ts';
import { RepeatedContent } from './repeated-content.ts';
import { MAX_REDIRECT_CHAIN } from '../limits.ts';

/** Limit of known addresses for each one that may be requested; in sitemaps, of as many others. */
export const KNOWN_PER_REQUEST = 10;

/** The start of a crawl, which stays the same until it ends. */
export interface CrawlStart {
  /** Address of the home page, in normal form. */
  home: string;
  /** Hosts of the site. */
  hosts: ReadonlySet<string>;
  /** Addresses that its sitemaps list, or the crawl alone requests, in normal form and in order. */
  sitemap: readonly string[];
  /** Page limit: addresses that may be requested. */
  limit: number;
  /** Absent: the whole site. */
  scope?: CrawlScope | undefined;
  startedAt: Date;
}

/**
 * Selects the next address of a crawl, breadth first. The selection depends only on the start and on the outcomes so far,
 * so that an interrupted crawl continues when all of its outcomes are added again in order. If several addresses are
 * taken at a time, it also depends on the order of their outcomes.
 *
 * The number of known addresses is at most ten for each that may be requested; one such limit applies to linked addresses,
 * another one to addresses in sitemaps.
 */
export class Frontier {
  readonly #start: CrawlStart;
  readonly #origins: readonly string[];
  readonly #maxKnown: number;
  readonly #known = new KnownAddresses();
  readonly #queue = new AddressQueue();
  readonly #listed: ReadonlySet<string>;
  /** Addresses that pages name as canonical or alternate versions, in order of discovery, until they are requested. */
  readonly #annotated = new Set<string>();
  /** Addresses in sitemaps that were not visited by the iterator yet. */
  readonly #onlyListed: Iterator<string>;
  readonly #traps: AddressTraps;
  readonly #isIncluded: (url: string) => boolean;
  /** Whether links and annotations are followed; otherwise the listed addresses and their redirects are requested. */
  readonly #followsLinks: boolean;
  readonly #repeated: RepeatedContent;
  readonly #skipped = new SkippedAddresses();
  #requested = 0;
  #forbidden = 0;
  #listedAndKnown = 0;
  /** Number of known addresses including dropped ones: limits the memory of the trap detection. */
  #knownEver = 0;
  /** Addresses that are being requested. */
  readonly #taken = new Set<string>();
  /** Those whose request had no outcome: they come first again. */
  readonly #returned = new Set<string>();
  /** `undefined`: not selected yet, since outcomes of taken addresses may change it. */
  #next: string | null | undefined;

  constructor(start: CrawlStart) {
    this.#start = start;
    this.#origins = [...start.hosts].flatMap((host) => [`https://${host}/`, `http://${host}/`]);
    this.#maxKnown = KNOWN_PER_REQUEST * start.limit;
    this.#repeated = new RepeatedContent(start.limit);
    this.#traps = new AddressTraps(start);
    this.#isIncluded = addressFilter(start.scope);
    this.#listed = this.#keepListed(start.sitemap);
    this.#onlyListed = this.#listed.values();
    this.#followsLinks = !start.scope || !hasLists(start.scope);
    if (this.#followsLinks) this.#begin(start.home);
  }

  /**
   * @returns the address to request, the same one until it is taken or its outcome is added; `null`: the crawl has ended,
   *   unless the outcomes of taken addresses lead to more
   */
  next(): string | null {
    const { limit } = this.#start;
    return this.#requested + this.#taken.size < limit && this.#forbidden < limit ? this.#selected : null;
  }

  get #selected(): string | null {
    if (this.#next === undefined) this.#next = this.#findNext();
    return this.#next;
  }

  /** Takes the next address, so that another one is next before its outcome is added. */
  take(): void {
    const url = this.#selected!;
    this.#taken.add(url);
    this.#returned.delete(url);
    this.#next = undefined;
  }

  /** Gives back a taken address whose outcome is not added: it is next again. */
  giveBack(url: string): void {
    if (!this.#taken.delete(url)) return;
    this.#returned.add(url);
    this.#next = undefined;
  }

  /**
   * Adds an outcome.
   *
   * @param page outcome of the address that was next. An address that must not be requested does not count as requested;
   *   a crawl ends after as many of these as its limit
   */
  add(page: CrawledPage): void {
    const known = this.#known.get(page.url) ?? { depth: 0, redirects: 0, requested: false, foundOn: null };
    this.#addKnown(page.url, known);
    this.#taken.delete(page.url);
    this.#returned.delete(page.url);
    if (known.requested) return;
    known.requested = true;
    if (isRequested(page)) this.#requested++;
    else this.#forbidden++;

    const text = this.#repeated.textOfPage(page);
    if (text && this.#repeated.add(text)) this.#dropWhatPagesLinkTo(text.textHash);
    if (page.location !== null) this.#followRedirect(page.location, known);
    if (page.facts && this.#followsLinks) {
      for (const { url, nofollow } of page.facts.links) {
        if (!nofollow) this.#follow(url, { depth: known.depth + 1, redirects: 0, requested: false, foundOn: text });
      }
      this.#annotate(page.facts);
    }
    this.#next = this.#taken.size > 0 ? undefined : this.#findNext();
  }

  /** Whether addresses are left because of the limit. */
  get isCut(): boolean {
    return this.#selected !== null && this.next() === null;
  }

  /** @returns whether the outcome of an address was added */
  wasRequested(url: string): boolean {
    return this.#known.get(url)?.requested ?? false;
  }

  /** Number of requested addresses. */
  get requested(): number {
    return this.#requested;
  }

  /** Number of known addresses, including those that only sitemaps list. */
  get found(): number {
    return this.#known.size + this.#listed.size - this.#listedAndKnown;
  }

  /** Progress of the crawl. */
  get progress(): { found: number; fetched: number } {
    return { found: this.found, fetched: this.requested };
  }

  /** @returns the linked addresses that were not followed, by reason; those beyond the page limit are not included */
  skipped(): Skipped[] {
    return this.#skipped.summary();
  }

  /** Returns the addresses in sitemaps that belong to the site, up to the limit. They are never treated as traps. */
  #keepListed(sitemap: readonly string[]): Set<string> {
    const kept = new Set<string>();
    for (const url of sitemap) {
      if (kept.has(url) || !this.#isOfSite(url)) continue;
      if (!this.#isIncluded(url)) this.#skipped.add('excluded', url);
      else if (kept.size < this.#maxKnown) kept.add(url);
      else this.#skipped.add('too_many_addresses', url);
    }
    return kept;
  }

  /** Notes the addresses of annotations, which are requested even if no link leads to them: an error there is a fault. */
  #annotate({ canonical, hreflang }: CrawledFacts): void {
    for (const url of [canonical, ...hreflang.map((alternate) => alternate.url)]) {
      if (url === null || this.#known.has(url) || this.#annotated.size >= this.#maxKnown) continue;
      if (this.#isOfSite(url) && this.#isIncluded(url) && !this.#traps.trapOf(url)) this.#annotated.add(url);
    }
  }

  /** Follows a redirect; its target has the depth of the redirect. */
  #followRedirect(location: string, { depth, redirects, foundOn }: KnownAddress): void {
    if (redirects < MAX_REDIRECT_CHAIN) {
      this.#follow(location, { depth, redirects: redirects + 1, requested: false, foundOn });
    } else if (!this.#known.has(location) && this.#isOfSite(location)) {
      this.#skipped.add('redirect_chain', location);
    }
  }

  #follow(url: string, found: KnownAddress): void {
    const known = this.#known.get(url);
    if (known) {
      this.#updateKnown(url, known, found);
      return;
    }
    if (!this.#isOfSite(url)) return;
    const trap = this.#trapOf(url, found);
    if (trap) {
      this.#skipped.add(trap, url);
      return;
    }
    this.#addKnown(url, found);
    this.#queue.push(url, found.depth);
  }

  #isOfSite(url: string): boolean {
    return this.#origins.some((origin) => url.startsWith(origin));
  }

  #trapOf(url: string, { foundOn, depth, redirects }: KnownAddress) {
    // The home page is requested wherever it redirects to.
    if (!this.#isIncluded(url) && !(depth === 0 && redirects > 0)) return 'excluded';
    if (depth > (this.#start.scope?.depth ?? Infinity)) return 'too_deep';
    if (foundOn && this.#repeated.isRepeated(foundOn)) return 'repeated_content';
    if (!this.#hasCapacity()) return 'too_many_addresses';
    // Targets of redirects of the home page, and of addresses that only sitemaps list, are followed even with a session id.
    return this.#listed.has(url) || depth === 0 ? null : this.#traps.trapOf(url);
  }

  #hasCapacity(): boolean {
    return this.#known.size < this.#maxKnown && this.#knownEver < 2 * this.#maxKnown;
  }

  #updateKnown(url: string, known: KnownAddress, found: KnownAddress): void {
    if (known.requested) return;
    if (found.foundOn?.textHash !== known.foundOn?.textHash) known.foundOn = null;
    if (found.depth >= known.depth) return;
    known.depth = found.depth;
    known.redirects = found.redirects;
    this.#queue.push(url, found.depth);
  }

  #addKnown(url: string, known: KnownAddress): void {
    if (this.#known.has(url)) return;
    this.#known.add(url, known);
    this.#knownEver++;
    this.#skipped.remove(url);
    if (this.#listed.has(url)) this.#listedAndKnown++;
    else this.#traps.add(url);
  }

  /** Drops what only repeated pages with this text link to. An address that was given back is requested in any case. */
  #dropWhatPagesLinkTo(textHash: string): void {
    const dropped = this.#known.drop(textHash, (url, { requested, foundOn }) => {
      if (requested || this.#taken.has(url) || this.#returned.has(url) || this.#listed.has(url)) return false;
      return this.#repeated.isRepeated(foundOn);
    });
    for (const url of dropped) this.#skipped.add('repeated_content', url);
  }

  /**
   * Linked addresses come before those that only annotations name, and these before those that only sitemaps list. After
   * each of the latter two, the addresses that it links to come first.
   */
  #findNext(): string | null {
    for (const url of this.#returned) return url;
    const linked = this.#queue.first((url, depth) => {
      const known = this.#known.get(url);
      return known?.requested === false && known.depth === depth && !this.#taken.has(url);
    });
    if (linked !== null) return linked;
    // How many clicks lead to the other addresses is unknown.
    if (typeof this.#start.scope?.depth === 'number') return null;
    for (const url of this.#annotated) {
      this.#annotated.delete(url);
      if (this.#begin(url)) return url;
    }
    for (let next = this.#onlyListed.next(); !next.done; next = this.#onlyListed.next()) {
      if (this.#begin(next.value)) return next.value;
    }
    return null;
  }

  /** @returns whether the address is new; then it is the next of a level of its own */
  #begin(url: string): boolean {
    if (this.#known.has(url)) return false;
    this.#addKnown(url, { depth: 0, redirects: 0, requested: false, foundOn: null });
    this.#queue.push(url, 0);
    return true;
  }
}

/** Addresses by depth; within a depth, in order of insertion. */
class AddressQueue {
  readonly #byDepth: { urls: string[]; first: number }[] = [];

  push(url: string, depth: number): void {
    while (this.#byDepth.length <= depth) this.#byDepth.push({ urls: [], first: 0 });
    this.#byDepth[depth]!.urls.push(url);
  }

  /**
   * Finds the first address that still waits, and drops those before it.
   *
   * @param isWaiting returns whether an address waits at this depth: it may have been requested, or wait at another one
   * @returns that address; `null` if there is none
   */
  first(isWaiting: (url: string, depth: number) => boolean): string | null {
    for (const [depth, level] of this.#byDepth.entries()) {
      for (; level.first < level.urls.length; level.first++) {
        const url = level.urls[level.first]!;
        if (isWaiting(url, depth)) return url;
      }
      if (level.first > 0) this.#byDepth[depth] = { urls: [], first: 0 };
    }
    return null;
  }
}

import { type CrawledFacts, type CrawledPage, isRequested } from '../../record/crawled-page.ts';
import { AddressTraps, type Skipped, SkippedAddresses, type SkippedState, type TrapsState } from './traps/traps.ts';
import { type CrawlScope, hasLists } from '../store/item.ts';
import { isUnsafeAddress } from './traps/unsafe-address.ts';
import { addressFilter } from './address-filter.ts';
import { AddressQueue } from './address-queue.ts';
import { type FoundAddress, KnownAddresses, type KnownState } from './known-addresses.ts';
import { RepeatedContent, type RepeatedContentState } from './repeated-content.ts';
import { charactersLimit, knownLimit } from '../crawl-size.ts';
import { MAX_REDIRECT_CHAIN } from '../limits.ts';

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
  /** Whether the crawl has credentials, so that addresses that look like signing out or deleting are left out. */
  isPrivate?: boolean;
  startedAt: Date;
}

/**
 * What follows from the outcomes so far. The rules about traps follow from the addresses that are or were known, in their
 * order.
 */
export interface FrontierState {
  known: KnownState;
  /** Numbers of the linked addresses that wait, by depth. */
  waiting: Uint32Array[];
  /** Addresses of annotations that were not requested. */
  annotated: string[];
  texts: RepeatedContentState;
  traps: TrapsState;
  skipped: SkippedState;
  requested: number;
  forbidden: number;
}

/**
 * Selects the next address of a crawl, breadth first. The selection depends only on the start and on the outcomes so far,
 * so that an interrupted crawl continues when all of its outcomes are added again in order, or those since a stored state.
 * If several addresses are taken at a time, it depends on the order of their outcomes, but not on which are taken.
 *
 * The number of known addresses is at most ten for each that may be requested, and 200,000; one such limit applies to linked addresses,
 * another one to addresses in sitemaps. Their characters are limited as well.
 */
export class Frontier {
  readonly #start: CrawlStart;
  readonly #origins: readonly string[];
  readonly #maxKnown: number;
  readonly #known: KnownAddresses;
  readonly #queue: AddressQueue;
  readonly #skipped: SkippedAddresses;
  /** Addresses in sitemaps. */
  readonly #listed: ReadonlySet<string>;
  readonly #listedInOrder: readonly string[];
  /** Those before this index are known. */
  #firstListed = 0;
  /** Addresses that pages name as canonical or alternate versions, in order of discovery, until they are requested. */
  readonly #annotated: Set<string>;
  #annotatedCharacters = 0;
  readonly #traps: AddressTraps;
  readonly #isIncluded: (url: string) => boolean;
  /** Whether links and annotations are followed; otherwise the listed addresses and their redirects are requested. */
  readonly #followsLinks: boolean;
  readonly #repeated: RepeatedContent;
  #requested: number;
  #forbidden: number;
  #listedAndKnown = 0;
  /** Addresses that are being requested. */
  readonly #taken = new Set<string>();
  /** Those whose request had no outcome: they come first again. */
  readonly #returned = new Set<string>();
  /** `undefined`: not selected yet. */
  #next: string | null | undefined;

  /** @param state state of a frontier with the same start; absent: no outcome was added */
  constructor(start: CrawlStart, state?: FrontierState) {
    this.#start = start;
    this.#origins = [...start.hosts].flatMap((host) => [`https://${host}/`, `http://${host}/`]);
    this.#maxKnown = knownLimit(start.limit);
    this.#isIncluded = addressFilter(start.scope);
    this.#repeated = new RepeatedContent(start.limit, state?.texts);
    this.#traps = new AddressTraps(start, state?.traps);
    this.#known = new KnownAddresses((text) => this.#repeated.contentOf(text), state?.known);
    this.#queue = new AddressQueue(state?.waiting);
    this.#annotated = new Set(state?.annotated);
    for (const url of this.#annotated) this.#annotatedCharacters += url.length;
    this.#requested = state?.requested ?? 0;
    this.#forbidden = state?.forbidden ?? 0;
    const skipped = new SkippedAddresses();
    this.#listed = this.#keepListed(start.sitemap, skipped);
    this.#listedInOrder = [...this.#listed];
    this.#skipped = state ? new SkippedAddresses(state.skipped) : skipped;
    this.#followsLinks = !start.scope || !hasLists(start.scope);
    if (state) for (const url of this.#known.all) this.#noteKnown(url);
    else if (this.#followsLinks)
      this.#queue.push(this.#addKnown(start.home, { depth: 0, redirects: 0, foundOn: null }), 0);
  }

  /** The state, parts of which further outcomes change. */
  get state(): FrontierState {
    return {
      known: this.#known.state,
      waiting: this.#queue.waiting((number, depth) => this.#known.isWaiting(number, depth)),
      annotated: [...this.#annotated],
      texts: this.#repeated.state,
      traps: this.#traps.state,
      skipped: this.#skipped.state,
      requested: this.#requested,
      forbidden: this.#forbidden,
    };
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

  /** Gives back a taken address whose outcome is not added: it is next again, also if it was dropped. */
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
    const number =
      this.#known.numberOf(page.url) ?? this.#addKnown(page.url, { depth: 0, redirects: 0, foundOn: null });
    this.#taken.delete(page.url);
    this.#returned.delete(page.url);
    if (this.#annotated.delete(page.url)) this.#annotatedCharacters -= page.url.length;
    this.#next = undefined;
    if (this.#known.wasRequested(number)) return;
    this.#known.setRequested(number);
    if (isRequested(page)) this.#requested++;
    else this.#forbidden++;

    const known = this.#known.foundAt(number);
    const text = this.#repeated.textOfPage(page);
    if (text !== null && this.#repeated.add(text)) this.#dropWhatPagesLinkTo(text);
    if (page.location !== null) this.#followRedirect(page.location, known);
    if (page.facts && this.#followsLinks) {
      for (const { url, nofollow } of page.facts.links) {
        if (!nofollow) this.#follow(url, { depth: known.depth + 1, redirects: 0, foundOn: text });
      }
      this.#annotate(page.facts);
    }
  }

  /** Whether addresses are left because of the limit. */
  get isCut(): boolean {
    return this.#selected !== null && this.next() === null;
  }

  /** @returns the addresses whose outcomes were added, in order of discovery */
  visited(): string[] {
    return this.#known.requested();
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
  #keepListed(sitemap: readonly string[], skipped: SkippedAddresses): Set<string> {
    const kept = new Set<string>();
    for (const url of sitemap) {
      if (kept.has(url) || !this.#isOfSite(url)) continue;
      if (this.#isUnsafe(url)) skipped.add('sign_out_or_delete', url);
      else if (!this.#isIncluded(url)) skipped.add('excluded', url);
      else if (kept.size < this.#maxKnown) kept.add(url);
      else skipped.add('too_many_addresses', url);
    }
    return kept;
  }

  /** Notes the addresses of annotations, which are requested even if no link leads to them: an error there is a fault. */
  #annotate({ canonical, hreflang }: CrawledFacts): void {
    for (const url of [canonical, ...hreflang.map((alternate) => alternate.url)]) {
      if (url === null || this.#known.has(url) || this.#annotated.has(url) || !this.#canAnnotate()) continue;
      if (!this.#isOfSite(url)) continue;
      if (this.#isUnsafe(url)) {
        this.#skipped.add('sign_out_or_delete', url);
      } else if (this.#isIncluded(url) && !this.#traps.trapOf(url)) {
        this.#annotated.add(url);
        this.#annotatedCharacters += url.length;
      }
    }
  }

  #canAnnotate(): boolean {
    return this.#annotated.size < this.#maxKnown && this.#annotatedCharacters < charactersLimit(this.#maxKnown);
  }

  /** Follows a redirect; its target has the depth of the redirect. */
  #followRedirect(location: string, { depth, redirects, foundOn }: FoundAddress): void {
    if (redirects < MAX_REDIRECT_CHAIN) {
      this.#follow(location, { depth, redirects: redirects + 1, foundOn });
    } else if (!this.#known.has(location) && this.#isOfSite(location)) {
      this.#skipped.add('redirect_chain', location);
    }
  }

  #follow(url: string, found: FoundAddress): void {
    const known = this.#known.numberOf(url);
    if (known !== undefined) {
      if (this.#known.wasRequested(known)) return;
      if (this.#known.update(known, found)) this.#queue.push(known, found.depth);
      return;
    }
    if (!this.#isOfSite(url)) return;
    const trap = this.#trapOf(url, found);
    if (trap) {
      this.#skipped.add(trap, url);
      return;
    }
    this.#queue.push(this.#addKnown(url, found), found.depth);
  }

  #isOfSite(url: string): boolean {
    return this.#origins.some((origin) => url.startsWith(origin));
  }

  #isUnsafe(url: string): boolean {
    return this.#start.isPrivate === true && isUnsafeAddress(url);
  }

  #trapOf(url: string, { foundOn, depth, redirects }: FoundAddress) {
    if (this.#isUnsafe(url)) return 'sign_out_or_delete';
    // The home page is requested wherever it redirects to.
    if (!this.#isIncluded(url) && !(depth === 0 && redirects > 0)) return 'excluded';
    if (depth > (this.#start.scope?.depth ?? Infinity)) return 'too_deep';
    if (foundOn !== null && this.#repeated.isRepeated(foundOn)) return 'repeated_content';
    if (!this.#hasCapacity()) return 'too_many_addresses';
    // Targets of redirects of the home page, and of addresses that only sitemaps list, are followed even with a session id.
    return this.#listed.has(url) || depth === 0 ? null : this.#traps.trapOf(url);
  }

  #hasCapacity(): boolean {
    const { size, all, characters } = this.#known;
    return size < this.#maxKnown && all.length < 2 * this.#maxKnown && characters < charactersLimit(this.#maxKnown);
  }

  /** Adds an address that is not known. @returns its number */
  #addKnown(url: string, found: FoundAddress): number {
    this.#skipped.remove(url);
    this.#noteKnown(url);
    return this.#known.add(url, found);
  }

  #noteKnown(url: string): void {
    if (this.#listed.has(url)) this.#listedAndKnown++;
    else this.#traps.add(url);
  }

  /**
   * Drops what only repeated pages with this text link to, even if it is being requested: which addresses are known follows
   * from the outcomes alone.
   */
  #dropWhatPagesLinkTo(text: number): void {
    const dropped = this.#known.drop(this.#repeated.contentOf(text), (url, foundOn) => {
      return !this.#listed.has(url) && this.#repeated.isRepeated(foundOn);
    });
    for (const url of dropped) this.#skipped.add('repeated_content', url);
  }

  /**
   * Linked addresses come before those that only annotations name, and these before those that only sitemaps list. After
   * each of the latter two, the addresses that it links to come first.
   */
  #findNext(): string | null {
    for (const url of this.#returned) return url;
    const linked = this.#queue.first(
      (number, depth) => this.#known.isWaiting(number, depth),
      (number) => this.#taken.has(this.#known.urlOf(number)),
    );
    if (linked !== null) return this.#known.urlOf(linked);
    // How many clicks lead to the other addresses is unknown.
    if (typeof this.#start.scope?.depth === 'number') return null;
    for (const url of this.#annotated) if (this.#isNew(url)) return url;
    const listed = this.#listedInOrder;
    while (this.#firstListed < listed.length && this.#known.has(listed[this.#firstListed]!)) this.#firstListed++;
    for (let index = this.#firstListed; index < listed.length; index++) {
      if (this.#isNew(listed[index]!)) return listed[index]!;
    }
    return null;
  }

  /** @returns whether no page links to an address, and it is not being requested */
  #isNew(url: string): boolean {
    return !this.#known.has(url) && !this.#taken.has(url);
  }
}

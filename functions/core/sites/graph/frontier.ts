import type { CrawledPage } from '../../record/crawled-page.ts';
import { AddressTraps, type Skipped, SkippedAddresses } from './traps/traps.ts';
import { directoryOf } from './traps/address-parts.ts';

/** Addresses that are kept for each that may be asked for. */
const KNOWN_PER_PAGE = 10;
/** Addresses that are kept at most. */
export const MOST_KNOWN = 50_000;
/**
 * Redirects that are followed one after the other.
 *
 * @source https://developers.google.com/search/docs/crawling-indexing/http-network-errors
 */
export const MOST_REDIRECTS = 10;

/** What a crawl begins with; it is the same for as long as the crawl goes on. */
export interface CrawlStart {
  /** Address of the home page, in normal form. */
  home: string;
  /** Hosts of the site. */
  hosts: ReadonlySet<string>;
  /** What its sitemaps list, in normal form and in their order. */
  sitemap: readonly string[];
  /** Most addresses that are asked for. */
  limit: number;
  startedAt: Date;
}

/** What is known of an address that is linked, or was asked for. */
interface Known {
  depth: number;
  /** Redirects that lead to it one after the other. */
  redirects: number;
  asked: boolean;
  /** What the page says that links to it; `null` where pages that say different things do, or none. */
  foundOn: Saying | null;
}

/**
 * Which address of a crawl comes next: breadth first, so that what it begins with and the answers so far decide it
 * alone. A crawl that was cut off goes on where it was when all of its answers are added again in their order.
 *
 * Kept are at most ten addresses for each that may be asked for, up to 50,000: of those that are linked, and again of
 * those that sitemaps list.
 */
export class Frontier {
  readonly #start: CrawlStart;
  readonly #origins: readonly string[];
  readonly #mostKnown: number;
  readonly #known = new Map<string, Known>();
  readonly #queue = new AddressQueue();
  readonly #listed: ReadonlySet<string>;
  /** Those that sitemaps list, as far as they were not met yet. */
  readonly #onlyListed: Iterator<string>;
  readonly #traps: AddressTraps;
  readonly #repeated = new RepeatedContent();
  readonly #skipped = new SkippedAddresses();
  #asked = 0;
  #forbidden = 0;
  #listedAndKnown = 0;
  /** Those that were dropped included: what is learnt of addresses stays within bounds too. */
  #everKnown = 0;
  #first: string | null;

  constructor(start: CrawlStart) {
    this.#start = start;
    this.#origins = [...start.hosts].flatMap((host) => [`https://${host}/`, `http://${host}/`]);
    this.#mostKnown = Math.min(KNOWN_PER_PAGE * start.limit, MOST_KNOWN);
    this.#traps = new AddressTraps(start.startedAt);
    this.#listed = this.#keepListed(start.sitemap);
    this.#onlyListed = this.#listed.values();
    this.#know(start.home, { depth: 0, redirects: 0, asked: false, foundOn: null });
    this.#queue.push(start.home, 0);
    this.#first = start.home;
  }

  /** @returns the address to ask for; the same until its answer is added. `null`: the crawl is at its end */
  next(): string | null {
    const { limit } = this.#start;
    return this.#asked < limit && this.#forbidden < limit ? this.#first : null;
  }

  /**
   * @param page what came of the address that was next. One that robots.txt forbids does not count for the limit; of
   *   those, as many as the limit are met
   */
  add(page: CrawledPage): void {
    const known = this.#known.get(page.url) ?? { depth: 0, redirects: 0, asked: false, foundOn: null };
    this.#know(page.url, known);
    if (known.asked) return;
    known.asked = true;
    if (page.failure === 'robots_disallowed') this.#forbidden++;
    else this.#asked++;

    const saying = this.#repeated.sayingOf(page);
    if (saying && this.#repeated.learn(saying)) this.#dropWhatRepeatedPagesLinkTo();
    if (page.location !== null) this.#followRedirect(page.location, known);
    for (const { url, nofollow } of page.facts?.links ?? []) {
      if (!nofollow) this.#follow(url, { depth: known.depth + 1, redirects: 0, asked: false, foundOn: saying });
    }
    this.#first = this.#findFirst();
  }

  /** Whether there are addresses left that the limit does not admit. */
  get isCut(): boolean {
    return this.#first !== null && this.next() === null;
  }

  /** @returns whether an address is one of those whose answers were added */
  wasAsked(url: string): boolean {
    return this.#known.get(url)?.asked ?? false;
  }

  /** How many addresses were asked for. */
  get asked(): number {
    return this.#asked;
  }

  /** How many addresses are known, those that only sitemaps name included. */
  get found(): number {
    return this.#known.size + this.#listed.size - this.#listedAndKnown;
  }

  /** How far the crawl is. */
  get progress(): { found: number; fetched: number } {
    return { found: this.found, fetched: this.asked };
  }

  /** @returns what is linked and was not followed, by reason. That the limit was reached is none of them */
  skipped(): Skipped[] {
    return this.#skipped.summary();
  }

  /** A sitemap says of its addresses that they are pages: what it lists is no trap. */
  #keepListed(sitemap: readonly string[]): Set<string> {
    const kept = new Set<string>();
    for (const url of sitemap) {
      if (kept.has(url) || !this.#isOfSite(url)) continue;
      if (kept.size < this.#mostKnown) kept.add(url);
      else this.#skipped.add('too_many_addresses', url);
    }
    return kept;
  }

  /** The target of a redirect is as far from the home page as the redirect. */
  #followRedirect(location: string, { depth, redirects, foundOn }: Known): void {
    if (redirects < MOST_REDIRECTS) {
      this.#follow(location, { depth, redirects: redirects + 1, asked: false, foundOn });
    } else if (!this.#known.has(location) && this.#isOfSite(location)) {
      this.#skipped.add('redirect_chain', location);
    }
  }

  #follow(url: string, found: Known): void {
    const known = this.#known.get(url);
    if (known) {
      this.#meetAgain(url, known, found);
      return;
    }
    if (!this.#isOfSite(url)) return;
    const trap = this.#trapOf(url, found);
    if (trap) {
      this.#skipped.add(trap, url);
      return;
    }
    this.#know(url, found);
    this.#queue.push(url, found.depth);
  }

  #isOfSite(url: string): boolean {
    return this.#origins.some((origin) => url.startsWith(origin));
  }

  #trapOf(url: string, { foundOn, depth }: Known) {
    if (foundOn && this.#repeated.isRepeated(foundOn)) return 'repeated_content';
    if (!this.#hasRoom()) return 'too_many_addresses';
    // Where the home page redirects to is the home page, even with a session; the same for what sitemaps alone name.
    return this.#listed.has(url) || depth === 0 ? null : this.#traps.trapOf(url);
  }

  #hasRoom(): boolean {
    return this.#known.size < this.#mostKnown && this.#everKnown < 2 * this.#mostKnown;
  }

  #meetAgain(url: string, known: Known, found: Known): void {
    if (known.asked) return;
    if (found.foundOn?.textHash !== known.foundOn?.textHash) known.foundOn = null;
    if (found.depth >= known.depth) return;
    known.depth = found.depth;
    known.redirects = found.redirects;
    this.#queue.push(url, found.depth);
  }

  #know(url: string, known: Known): void {
    if (this.#known.has(url)) return;
    this.#known.set(url, known);
    this.#everKnown++;
    this.#skipped.remove(url);
    if (this.#listed.has(url)) this.#listedAndKnown++;
    else this.#traps.learn(url);
  }

  #dropWhatRepeatedPagesLinkTo(): void {
    for (const [url, { asked, foundOn }] of this.#known) {
      if (asked || !foundOn || this.#listed.has(url) || !this.#repeated.isRepeated(foundOn)) continue;
      this.#known.delete(url);
      this.#skipped.add('repeated_content', url);
    }
  }

  /** What is linked comes before what only sitemaps name; what that links to comes before the next of those. */
  #findFirst(): string | null {
    const linked = this.#queue.first((url, depth) => {
      const known = this.#known.get(url);
      return known?.asked === false && known.depth === depth;
    });
    if (linked !== null) return linked;
    for (let next = this.#onlyListed.next(); !next.done; next = this.#onlyListed.next()) {
      if (this.#known.has(next.value)) continue;
      this.#know(next.value, { depth: 0, redirects: 0, asked: false, foundOn: null });
      this.#queue.push(next.value, 0);
      return next.value;
    }
    return null;
  }
}

/** Addresses by depth, and of one depth in the order in which they came. */
class AddressQueue {
  readonly #byDepth: { urls: string[]; first: number }[] = [];

  push(url: string, depth: number): void {
    while (this.#byDepth.length <= depth) this.#byDepth.push({ urls: [], first: 0 });
    this.#byDepth[depth]!.urls.push(url);
  }

  /**
   * Drops what is before the first address that is still waiting.
   *
   * @param isWaiting whether an address waits at this depth: it may have been asked for, or wait at another one
   * @returns that address; `null` where there is none
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

/** Pages of one directory that say the same. */
export const MOST_ALIKE_IN_DIRECTORY = 20;
/** Pages of the whole site that say the same. */
export const MOST_ALIKE = 50;

/** What a page says, and in which directory it says so. */
interface Saying {
  textHash: string;
  directory: string;
}

/**
 * Tells pages that say what many others say: answers to addresses that there are not, with status 200, and mirrors. What
 * they link to is like them.
 */
class RepeatedContent {
  readonly #countsByHash = new Map<string, { total: number; byDirectory: Map<string, number> }>();

  /**
   * @returns what the page says; `null` of one that says nothing: a page without words (a picture, a page that is made by
   * scripts) is not like others
   */
  sayingOf({ url, facts }: CrawledPage): Saying | null {
    if (!facts || facts.text_hash === '') return null;
    return { textHash: facts.text_hash, directory: directoryOf(url) };
  }

  /** @returns whether pages that were none before have become repeated content */
  learn({ textHash, directory }: Saying): boolean {
    const counts = this.#countsByHash.get(textHash) ?? { total: 0, byDirectory: new Map<string, number>() };
    this.#countsByHash.set(textHash, counts);
    const inDirectory = (counts.byDirectory.get(directory) ?? 0) + 1;
    counts.total++;
    counts.byDirectory.set(directory, inDirectory);
    return counts.total === MOST_ALIKE || inDirectory === MOST_ALIKE_IN_DIRECTORY;
  }

  isRepeated({ textHash, directory }: Saying): boolean {
    const counts = this.#countsByHash.get(textHash);
    if (!counts) return false;
    return counts.total >= MOST_ALIKE || (counts.byDirectory.get(directory) ?? 0) >= MOST_ALIKE_IN_DIRECTORY;
  }
}

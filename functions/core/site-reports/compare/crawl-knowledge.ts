import { NumberList } from '../../platform/number-list.ts';
import type { SiteRow, Unread } from '../../record/site-schema.ts';
import type { ComparedRow } from './compared-row.ts';
import { type CrawlOptions, type CrawlScope, scopeKey } from '../../crawls/store/item.ts';
import { matchAddresses } from './match-addresses.ts';

/** A crawl that has ended, with its pages. */
export interface CrawledRows {
  domain: string;
  scope: CrawlScope;
  /** Every address within its scope that it found was requested. */
  isComplete: boolean;
  /** What it does not know completely. */
  unread: readonly Unread[];
  /** How it read its pages; absent: by the usual options. */
  options?: Pick<CrawlOptions, 'extract'>;
  /** In the order of requests; the home page is the first. */
  rows: readonly ComparedRow[];
}

/** The pages of two crawls, by the keys with which their addresses match. */
export interface MatchedCrawls {
  newer: CrawlKnowledge;
  base: CrawlKnowledge;
  /** The two crawls cover the same addresses. */
  haveSameScope: boolean;
  haveSameDomain: boolean;
}

export function matchCrawls(newer: CrawledRows, base: CrawledRows): MatchedCrawls {
  const keys = matchAddresses(newer, base);
  const haveSameScope = scopeKey(newer.scope) === scopeKey(base.scope);
  const numbers = new Map<string, number>();
  const both = {
    newer: new CrawlKnowledge(newer, keys.ofNewer, numbers),
    base: new CrawlKnowledge(base, keys.ofBase, numbers),
  };
  if (haveSameScope) {
    both.newer.compareWith(both.base, NOTHING);
    both.base.compareWith(both.newer, LINKED);
  }
  return { ...both, haveSameScope, haveSameDomain: newer.domain === base.domain };
}

/** Statuses that concern the client or the time of the request, not the page (RFC 9110, 15.5; RFC 6585, 4). */
const REFUSALS: readonly number[] = [401, 403, 408, 425, 429];

/** @returns whether a page was read: it answered with any status but a refusal or 5xx */
export function isRead({ failure, http_status: status }: Pick<SiteRow, 'failure' | 'http_status'>): boolean {
  return failure === null && status !== null && status < 500 && !REFUSALS.includes(status);
}

/** @returns whether the server of a page answered with an error */
export function isServerError({ failure, http_status: status }: ComparedRow): boolean {
  return failure === null && status !== null && status >= 500;
}

export const isDisallowed = ({ failure }: ComparedRow) => failure === 'robots_disallowed';

/** Covers all pages that links lead to, at any depth, but not those that only a sitemap or an annotation names. */
const LINKED = Number.MAX_SAFE_INTEGER;
const ALL = Infinity;
const NOTHING = -1;

/** What one of two crawls knows of the pages of the other. */
export class CrawlKnowledge {
  readonly crawl: CrawledRows;
  readonly keyOf: (url: string) => string;
  /** Numbers of the addresses of both crawls by their keys: two addresses match if their numbers are equal. */
  readonly #numbers: ReadonlyMap<string, number>;
  /** Positions of the addresses of this crawl in its list of pages, and their numbers by position. */
  readonly #positions = new Map<string, number>();
  readonly #ofPositions = new NumberList();
  /** By number. */
  readonly #rows: ComparedRow[] = [];
  /** Depth up to which it knows all pages of the other crawl. */
  #knownDepth = NOTHING;
  /** A page that may have links could not be read, so that links are not known: see {@link compareWith}. */
  #missesLinks = true;
  /** It has requested all addresses to which pages that it read refer. */
  #hasAllReferences = false;

  /** @param numbers those of both crawls, to which the addresses of this crawl are added */
  constructor(crawl: CrawledRows, keyOf: (url: string) => string, numbers: Map<string, number>) {
    this.crawl = crawl;
    this.keyOf = keyOf;
    this.#numbers = numbers;
    for (const [position, row] of crawl.rows.entries()) {
      const key = keyOf(row.url);
      const number = numbers.get(key) ?? numbers.size;
      numbers.set(key, number);
      this.#positions.set(row.url, position);
      this.#ofPositions.push(number);
      this.#rows[number] = row;
    }
  }

  /** The number of addresses of both crawls. */
  get addresses(): number {
    return this.#numbers.size;
  }

  /** @returns the number of an address, as this crawl has it; `undefined`: neither crawl has it */
  numberOf(url: string): number | undefined {
    const position = this.#positions.get(url);
    return position === undefined ? this.#numbers.get(this.keyOf(url)) : this.#ofPositions.at(position);
  }

  /** @returns the position of an address in the list of pages; `undefined`: the crawl does not have it */
  positionOf(url: string): number | undefined {
    return this.#positions.get(url);
  }

  /** @returns the number of the page at a position */
  numberAt(position: number): number {
    return this.#ofPositions.at(position);
  }

  /** @returns the page with a number; `undefined`: the crawl neither requested it nor was it disallowed */
  rowOf(number: number | undefined): ComparedRow | undefined {
    return number === undefined ? undefined : this.#rows[number];
  }

  /** Whether pages could not be read that may link to others, and that the other crawl read or does not have. */
  get missesLinks(): boolean {
    return this.#missesLinks;
  }

  /** Whether a page that it read refers to no address that it does not have. */
  get hasAllReferences(): boolean {
    return this.#hasAllReferences;
  }

  /**
   * @param row page of the other crawl, which this crawl does not have
   * @returns whether it does not exist for this crawl: it found no way to the page, and no page that it could not read may
   *   lead there
   */
  lacks({ depth }: Pick<SiteRow, 'depth'>): boolean {
    return (depth ?? ALL) <= this.#knownDepth;
  }

  /**
   * Determines what this crawl knows of the pages of another crawl of the same scope. Crawls find pages by links, so that
   * a page that this crawl could not read, and that the other one could read or does not have, may lead to all others.
   *
   * @param limit depth up to which all pages are known even so, if they are not deeper than such a page: `LINKED` for the
   *   base, in which they were not there at their depth, so that a single page that it could not read hides no new error;
   *   `NOTHING` for the newer crawl, in which a link may have moved to such a page
   */
  compareWith(other: CrawlKnowledge, limit: number): void {
    const { isComplete, unread } = this.crawl;
    const hidden = other.crawl.rows.filter((row) => {
      if (row.seo_score === null && row.redirects_to === null) return false;
      const own = this.rowOf(other.numberOf(row.url));
      return own !== undefined && !isRead(own);
    });
    // Pages that the other crawl found may now be linked from a new one that could not be read.
    const added = this.crawl.rows.filter(
      (row) => !isRead(row) && !isDisallowed(row) && !other.rowOf(this.numberOf(row.url)),
    );
    hidden.push(...added);
    this.#missesLinks = hidden.length > 0;
    if (!isComplete || unread.includes('links')) return;
    // The target of a redirect has the depth of the redirect.
    const depths = hidden.map(({ depth, redirects_to }) => (depth ?? LINKED) - (redirects_to === null ? 0 : 1));
    this.#knownDepth = Math.min(unread.includes('sitemap_files') ? LINKED : ALL, ...depths);
    if (hidden.length > 0) this.#knownDepth = Math.min(this.#knownDepth, limit);
    this.#hasAllReferences = !unread.includes('skipped_links');
  }
}

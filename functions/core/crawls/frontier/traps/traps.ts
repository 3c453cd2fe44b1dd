import { createHash } from 'node:crypto';
import { addressParts, type AddressParts } from '../../../platform/names/address-parts.ts';
import { sessionIdOf } from '../../../platform/names/session-id.ts';
import { limitForPages } from '../../crawl-size.ts';
import { Calendars } from './calendar.ts';
import { Facets } from './facets.ts';

/** Why an address is a trap, as a stable code. */
type AddressTrap = 'session_id' | 'endless_path' | 'calendar' | 'facets';

/** Number of cached verdicts, which follows the page limit: a site links to the same traps from many pages. */
const MAX_CACHED = 10_000;

/** Verdicts as they are stored: addresses by trap. */
export type TrapsState = [trap: AddressTrap, urls: string[]][];

/** Detects crawl traps (endless address spaces) by addresses alone. */
export class AddressTraps {
  readonly #trapsByUrl: Map<string, AddressTrap>;
  readonly #calendars: Calendars;
  readonly #facets: Facets;
  readonly #maxCached: number;

  /**
   * @param startedAt when the crawl began
   * @param limit number of pages that it may request
   * @param state verdicts so far; the addresses that were followed have to be added again
   */
  constructor(crawl: { startedAt: Date; limit: number }, state: TrapsState = []) {
    this.#trapsByUrl = new Map(state.flatMap(([trap, urls]) => urls.map((url) => [url, trap])));
    this.#calendars = new Calendars(crawl);
    this.#facets = new Facets(crawl);
    this.#maxCached = limitForPages(MAX_CACHED, crawl.limit);
  }

  /**
   * @param url in normal form
   * @returns why it is not followed, given the addresses that were; `null`: it is no trap. A trap stays one
   */
  trapOf(url: string): AddressTrap | null {
    const trap = this.#trapsByUrl.get(url) ?? this.#judge(url);
    if (trap && this.#trapsByUrl.size < this.#maxCached) this.#trapsByUrl.set(url, trap);
    return trap;
  }

  #judge(url: string): AddressTrap | null {
    const address = addressParts(url);
    if (sessionIdOf(address) !== null) return 'session_id';
    if (isEndlessPath(address)) return 'endless_path';
    if (this.#calendars.isTrap(address)) return 'calendar';
    return this.#facets.isTrap(address) ? 'facets' : null;
  }

  get state(): TrapsState {
    const byTrap = Map.groupBy(this.#trapsByUrl, ([, trap]) => trap);
    return Array.from(byTrap, ([trap, verdicts]) => [trap, verdicts.map(([url]) => url)]);
  }

  /** Adds an address that is followed; adding it again changes nothing. */
  add(url: string): void {
    const address = addressParts(url);
    this.#calendars.add(address);
    this.#facets.add(address);
  }
}

/** Why a linked address is not requested, as a stable code. */
type SkipReason =
  | AddressTrap
  | 'repeated_content'
  | 'redirect_chain'
  | 'too_many_addresses'
  | 'excluded'
  | 'too_deep'
  /** It looks like signing out or deleting, and the crawl has credentials. */
  | 'sign_out_or_delete'
  /** A sitemap of the scope that could not be read, or not completely: which pages it lists is unknown. */
  | 'sitemap_unread';

/** Addresses that were not followed for one reason. */
export interface Skipped {
  reason: SkipReason;
  /** Number of addresses; from `MAX_COUNTED` on there may be more. */
  count: number;
  /** Some of the first addresses. */
  examples: string[];
}

/** @returns whether `include` or `exclude` left out addresses: their pages are not known, and may link to any other */
export function hasExcluded(skipped: readonly { reason: string }[]): boolean {
  return skipped.some(({ reason }) => reason === 'excluded');
}

/** Limit of counted addresses of one reason, however large the site: a trap has any number of them, and answers state it. */
const MAX_COUNTED = 5_000;
const EXAMPLES = 5;

/** Longer addresses are counted by their hashes: all reasons of a crawl could have 90 MB of the longest ones. */
const MAX_KEPT_LENGTH = 100;

/** What is kept by reason: addresses or their hashes, and examples. */
export type SkippedState = [reason: SkipReason, keys: string[], examples: string[]][];

interface SkippedOfReason {
  keys: Set<string>;
  examples: string[];
}

/** Counts the addresses that are not followed, each one once. */
export class SkippedAddresses {
  readonly #byReason: Map<SkipReason, SkippedOfReason>;

  /** @param state those so far; by default, there are none */
  constructor(state: SkippedState = []) {
    this.#byReason = new Map(
      state.map(([reason, keys, examples]) => [reason, { keys: new Set(keys), examples: [...examples] }]),
    );
  }

  get state(): SkippedState {
    return Array.from(this.#byReason, ([reason, { keys, examples }]) => [reason, [...keys], [...examples]]);
  }

  add(reason: SkipReason, url: string): void {
    const { keys, examples } = this.#byReason.get(reason) ?? this.#begin(reason);
    const key = keyOf(url);
    if (keys.size >= MAX_COUNTED || keys.has(key)) return;
    keys.add(key);
    if (examples.length < EXAMPLES) examples.push(url);
  }

  #begin(reason: SkipReason): SkippedOfReason {
    const none = { keys: new Set<string>(), examples: [] };
    this.#byReason.set(reason, none);
    return none;
  }

  /** Removes an address that is followed after all, from another page. */
  remove(url: string): void {
    if (this.#byReason.size === 0) return;
    const key = keyOf(url);
    for (const skipped of this.#byReason.values()) {
      if (skipped.keys.delete(key)) skipped.examples = skipped.examples.filter((example) => example !== url);
    }
  }

  /** @returns the reasons in order of first occurrence */
  summary(): Skipped[] {
    return [...this.#byReason]
      .filter(([, { keys }]) => keys.size > 0)
      .map(([reason, { keys, examples }]) => ({ reason, count: keys.size, examples: [...examples] }));
  }
}

const keyOf = (url: string) =>
  url.length <= MAX_KEPT_LENGTH ? url : createHash('sha256').update(url).digest('base64url');

/** Paths with more segments are generated; the limit of Heritrix is 20. */
const MAX_SEGMENTS = 15;
/** In characters: a title of 100 Chinese characters takes 900. */
const MAX_PATH_LENGTH = 1_500;
/** Limit of occurrences of a segment: a link that is relative by mistake adds its own directory at each step. */
const MAX_REPETITIONS = 2;

const NUMBER = /^\d+$/;

/**
 * Returns whether a path grows endlessly. Numbers may repeat (`/2024/01/01`, `/1/1/1`), names may not.
 *
 * @source https://heritrix.readthedocs.io/en/latest/bean-reference.html (PathologicalPathDecideRule)
 */
function isEndlessPath({ hostAndPath, segments }: AddressParts): boolean {
  if (segments.length > MAX_SEGMENTS || hostAndPath.length > MAX_PATH_LENGTH) return true;
  const times = new Map<string, number>();
  for (const segment of segments) {
    const count = (times.get(segment) ?? 0) + 1;
    if (count > MAX_REPETITIONS && !NUMBER.test(segment)) return true;
    times.set(segment, count);
  }
  return false;
}

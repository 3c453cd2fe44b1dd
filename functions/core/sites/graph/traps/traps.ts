import { addressParts, type AddressParts, type Parameter } from './address-parts.ts';
import { Calendars } from './calendar.ts';
import { Facets } from './facets.ts';

/** Why an address is a trap, as a stable code. */
type AddressTrap = 'session_id' | 'endless_path' | 'calendar' | 'facets';

/** Number of cached verdicts: a site links to the same traps from many pages. */
const MAX_CACHED = 10_000;

/** Detects crawl traps (endless address spaces) by addresses alone. */
export class AddressTraps {
  readonly #trapsByUrl = new Map<string, AddressTrap>();
  readonly #calendars: Calendars;
  readonly #facets = new Facets();

  /** @param startedAt when the crawl began */
  constructor(startedAt: Date) {
    this.#calendars = new Calendars(startedAt);
  }

  /**
   * @param url in normal form
   * @returns why it is not followed, given the addresses that were; `null`: it is no trap. A trap stays one
   */
  trapOf(url: string): AddressTrap | null {
    const trap = this.#trapsByUrl.get(url) ?? this.#judge(url);
    if (trap && this.#trapsByUrl.size < MAX_CACHED) this.#trapsByUrl.set(url, trap);
    return trap;
  }

  #judge(url: string): AddressTrap | null {
    const address = addressParts(url);
    if (hasSessionId(address)) return 'session_id';
    if (isEndlessPath(address)) return 'endless_path';
    if (this.#calendars.isTrap(address)) return 'calendar';
    return this.#facets.isTrap(address) ? 'facets' : null;
  }

  /** Adds an address that is followed. */
  add(url: string): void {
    const address = addressParts(url);
    this.#calendars.add(address);
    this.#facets.add(address);
  }
}

/** Why a linked address is not requested, as a stable code. */
type SkipReason = AddressTrap | 'repeated_content' | 'redirect_chain' | 'too_many_addresses' | 'excluded' | 'too_deep';

/** Addresses that were not followed for one reason. */
export interface Skipped {
  reason: SkipReason;
  /** Number of addresses; from `MAX_COUNTED` on there may be more. */
  count: number;
  /** The first addresses. */
  examples: string[];
}

/** Limit of counted addresses of one reason: a trap has any number of them. */
const MAX_COUNTED = 5_000;
const EXAMPLES = 5;

/** Counts the addresses that are not followed, each one once. */
export class SkippedAddresses {
  readonly #byReason = new Map<SkipReason, Set<string>>();

  add(reason: SkipReason, url: string): void {
    const urls = this.#byReason.get(reason) ?? new Set();
    this.#byReason.set(reason, urls);
    if (urls.size < MAX_COUNTED) urls.add(url);
  }

  /** Removes an address that is followed after all, from another page. */
  remove(url: string): void {
    for (const urls of this.#byReason.values()) urls.delete(url);
  }

  /** @returns the reasons in order of first occurrence */
  summary(): Skipped[] {
    return [...this.#byReason]
      .filter(([, urls]) => urls.size > 0)
      .map(([reason, urls]) => ({ reason, count: urls.size, examples: [...urls].slice(0, EXAMPLES) }));
  }
}

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

/** Parameter names that servers and shops use only for session ids. */
const NAMES_OF_SERVERS =
  /^(?:phpsessid|jsessionid|aspsessionid\w*|asp\.net_sessionid|oscsid|zenid|xtcsid|cftoken|bv_sessionid|sap-sessionid)$/;
/** Parameter names with other uses too (a conference session, a search); the value decides. */
const SHARED_NAMES = /^(?:s|sid|sess|sessid|session|session_?id|session-id)$/;
/** In a segment: `;jsessionid=…`, the format of Java. */
const IN_SEGMENT = /;(?:jsessionid|phpsessid|sap-sessionid)=/i;
/** `/(S(24 characters))/`, the format of ASP.NET. */
const WHOLE_SEGMENT = /^\([ASF]\(\w{20,}\)/i;

const HEX = /^[\da-f]{16,}$/i;
const UUID = /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/i;
/** Generated tokens: long, without a separator. */
const TOKEN = /^[\da-z]{20,}$/i;

/**
 * Returns whether an address contains a session id: a client without cookies gets another id with each response, so that
 * each page has any number of addresses.
 *
 * @source https://developers.google.com/search/docs/crawling-indexing/url-structure
 */
function hasSessionId({ segments, parameters }: AddressParts): boolean {
  return (
    segments.some((segment) => IN_SEGMENT.test(segment) || WHOLE_SEGMENT.test(segment)) || parameters.some(isSession)
  );
}

function isSession({ name, value }: Parameter): boolean {
  if (NAMES_OF_SERVERS.test(name)) return value !== '';
  return SHARED_NAMES.test(name) && isRandom(value);
}

/** Whether a value has letters and digits: a word may consist of hexadecimal letters, and an id of digits alone. */
function isRandom(value: string): boolean {
  if (!HEX.test(value) && !UUID.test(value) && !TOKEN.test(value)) return false;
  return /\d/.test(value) && /[a-z]/i.test(value);
}

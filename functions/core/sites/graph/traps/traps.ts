import { addressParts, type AddressParts, type Parameter } from './address-parts.ts';
import { Calendars } from './calendar.ts';
import { Facets } from './facets.ts';

/** Why an address is told to be a trap, as a stable code. */
type AddressTrap = 'session_id' | 'endless_path' | 'calendar' | 'facets';

/** Traps that are remembered: a site links to the same ones from page after page. */
const MOST_REMEMBERED = 10_000;

/** Tells by addresses alone what has no end. */
export class AddressTraps {
  readonly #told = new Map<string, AddressTrap>();
  readonly #calendars: Calendars;
  readonly #facets = new Facets();

  /** @param startedAt when the crawl began */
  constructor(startedAt: Date) {
    this.#calendars = new Calendars(startedAt);
  }

  /**
   * @param url in normal form
   * @returns why it is not to be followed, given those that were; `null` for all others. What is a trap stays one
   */
  trapOf(url: string): AddressTrap | null {
    const told = this.#told.get(url) ?? this.#judge(url);
    if (told && this.#told.size < MOST_REMEMBERED) this.#told.set(url, told);
    return told;
  }

  #judge(url: string): AddressTrap | null {
    const address = addressParts(url);
    if (hasSessionId(address)) return 'session_id';
    if (isEndlessPath(address)) return 'endless_path';
    if (this.#calendars.isTrap(address)) return 'calendar';
    return this.#facets.isTrap(address) ? 'facets' : null;
  }

  /** An address that is followed. */
  learn(url: string): void {
    const address = addressParts(url);
    this.#calendars.learn(address);
    this.#facets.learn(address);
  }
}

/** Why an address that is linked is not asked for, as a stable code. */
type SkipReason = AddressTrap | 'repeated_content' | 'redirect_chain' | 'too_many_addresses';

/** Addresses that were not followed for one reason. */
export interface Skipped {
  reason: SkipReason;
  /** How many; from `MOST_COUNTED` on there may be more. */
  count: number;
  /** The first of them. */
  examples: string[];
}

/** Addresses of one reason that are counted: a trap has any number of them. */
const MOST_COUNTED = 5_000;
const EXAMPLES = 5;

/** Counts the addresses that are not followed, each once. */
export class SkippedAddresses {
  readonly #byReason = new Map<SkipReason, Set<string>>();

  add(reason: SkipReason, url: string): void {
    const urls = this.#byReason.get(reason) ?? new Set();
    this.#byReason.set(reason, urls);
    if (urls.size < MOST_COUNTED) urls.add(url);
  }

  /** An address that is followed after all, from another page. */
  remove(url: string): void {
    for (const urls of this.#byReason.values()) urls.delete(url);
  }

  /** @returns the reasons in the order in which they were met first */
  summary(): Skipped[] {
    return [...this.#byReason]
      .filter(([, urls]) => urls.size > 0)
      .map(([reason, urls]) => ({ reason, count: urls.size, examples: [...urls].slice(0, EXAMPLES) }));
  }
}

/** A path with more segments is none that people made; Heritrix stops at 20. */
const MOST_SEGMENTS = 15;
/** Longest path, in characters: a title of 100 Chinese characters takes 900. */
const LONGEST_PATH = 1_500;
/** How often a segment may occur; a link that is relative by mistake adds its own directory at each step. */
const MOST_REPETITIONS = 2;

const NUMBER = /^\d+$/;

/**
 * Whether a path grows without an end. Numbers may repeat (`/2024/01/01`, `/1/1/1`), names may not.
 *
 * @source https://heritrix.readthedocs.io/en/latest/bean-reference.html (PathologicalPathDecideRule)
 */
function isEndlessPath({ place, segments }: AddressParts): boolean {
  if (segments.length > MOST_SEGMENTS || place.length > LONGEST_PATH) return true;
  const times = new Map<string, number>();
  for (const segment of segments) {
    const count = (times.get(segment) ?? 0) + 1;
    if (count > MOST_REPETITIONS && !NUMBER.test(segment)) return true;
    times.set(segment, count);
  }
  return false;
}

/** Names that servers and shops give to the id of a session and to nothing else. */
const NAMES_OF_SERVERS =
  /^(?:phpsessid|jsessionid|aspsessionid\w*|asp\.net_sessionid|oscsid|zenid|xtcsid|cftoken|bv_sessionid|sap-sessionid)$/;
/** Names that a session shares with other things (a talk of a conference, a search): there the value decides. */
const SHARED_NAMES = /^(?:s|sid|sess|sessid|session|session_?id|session-id)$/;
/** Of a segment: `;jsessionid=…`, as Java writes it. */
const IN_SEGMENT = /;(?:jsessionid|phpsessid|sap-sessionid)=/i;
/** `/(S(24 characters))/`, as ASP.NET writes it. */
const WHOLE_SEGMENT = /^\([ASF]\(\w{20,}\)/i;

const HEX = /^[\da-f]{16,}$/i;
const UUID = /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/i;
/** What generators make: long, without a separator. */
const TOKEN = /^[\da-z]{20,}$/i;

/**
 * Whether an address carries the id of a session: whoever comes without a cookie is given another one with each answer,
 * so that each page has any number of addresses.
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

/** A word may be of the letters of hexadecimal digits, and an id of many digits: random text has both. */
function isRandom(value: string): boolean {
  if (!HEX.test(value) && !UUID.test(value) && !TOKEN.test(value)) return false;
  return /\d/.test(value) && /[a-z]/i.test(value);
}

import { addressParts } from './address-parts.ts';
import { Calendars } from './calendar.ts';
import { isEndlessPath } from './endless-path.ts';
import { Facets } from './facets.ts';
import { hasSessionId } from './session-id.ts';

/** Why an address is told to be a trap, as a stable code. */
export type AddressTrap = 'session_id' | 'endless_path' | 'calendar' | 'facets';

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

import { addressParts } from './address-parts.ts';
import { Calendars } from './calendar.ts';
import { isEndlessPath } from './endless-path.ts';
import { Facets } from './facets.ts';
import { hasSessionId } from './session-id.ts';

/** Why an address is told to be a trap, as a stable code. */
export type AddressTrap = 'session_id' | 'endless_path' | 'calendar' | 'facets';

/** Tells by addresses alone what has no end. */
export class AddressTraps {
  readonly #calendars: Calendars;
  readonly #facets = new Facets();

  /** @param startedAt when the crawl began */
  constructor(startedAt: Date) {
    this.#calendars = new Calendars(startedAt);
  }

  /**
   * @param url in normal form
   * @returns why it is not to be followed, given those that were; `null` for all others. It changes nothing
   */
  trapOf(url: string): AddressTrap | null {
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

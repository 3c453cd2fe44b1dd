import { addressDate } from './address-date.ts';
import type { AddressParts } from './address-parts.ts';

/** Further ahead nobody has planned: such a page is there because a calendar goes on. */
export const MOST_YEARS_AHEAD = 2;
/** Different dates of one shape of a calendar: a year of days, or thirty years of months. */
export const MOST_DATES_OF_CALENDAR = 400;
/** Different dates of one shape of anything else, as of a comic with a page a day: seven years of it. */
export const MOST_DATES = 2_500;

/**
 * Tells calendars that go on for ever. Years of the past are no sign of one, since archives go back for centuries; there
 * the number of dates is the bound.
 *
 * @source https://developers.google.com/search/docs/crawling-indexing/url-structure
 */
export class Calendars {
  readonly #lastYear: number;
  readonly #datesByShape = new Map<string, Set<string>>();

  /** @param startedAt when the crawl began: a crawl that is taken up again later judges as before */
  constructor(startedAt: Date) {
    this.#lastYear = startedAt.getUTCFullYear() + MOST_YEARS_AHEAD;
  }

  isTrap(address: AddressParts): boolean {
    const date = addressDate(address);
    if (!date) return false;
    if (date.year > this.#lastYear) return true;
    const dates = this.#datesByShape.get(date.shape);
    if (!dates || dates.has(date.text)) return false;
    return dates.size >= (date.ofCalendar ? MOST_DATES_OF_CALENDAR : MOST_DATES);
  }

  /** An address that is followed. */
  learn(address: AddressParts): void {
    const date = addressDate(address);
    if (!date) return;
    const dates = this.#datesByShape.get(date.shape);
    if (dates) dates.add(date.text);
    else this.#datesByShape.set(date.shape, new Set([date.text]));
  }
}

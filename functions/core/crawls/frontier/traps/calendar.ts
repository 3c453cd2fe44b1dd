import type { AddressParts, Parameter } from '../../../platform/names/address-parts.ts';
import { limitForPages } from '../../crawl-size.ts';

/** A page about a later year exists only because a calendar generates it. */
const MAX_YEARS_AHEAD = 2;
/** Limit of different dates of one shape in calendars: a year of days, or thirty years of months, however large the site. */
const MAX_DATES_OF_CALENDAR = 400;
/**
 * Limit of different dates of one shape in other addresses: about seven years of a daily publication. It follows the page
 * limit, as archives are as long as the publication is old.
 */
const MAX_DATES = 2_500;

/**
 * Detects endless calendars. Past years do not indicate one, since archives cover centuries; the limit for them is the
 * number of dates.
 *
 * @source https://developers.google.com/search/docs/crawling-indexing/url-structure
 */
export class Calendars {
  readonly #lastYear: number;
  readonly #maxDates: number;
  readonly #datesByShape = new Map<string, Set<string>>();

  /**
   * @param startedAt start of the crawl: a resumed crawl has the same verdicts
   * @param limit number of pages that the crawl may request
   */
  constructor({ startedAt, limit }: { startedAt: Date; limit: number }) {
    this.#lastYear = startedAt.getUTCFullYear() + MAX_YEARS_AHEAD;
    this.#maxDates = limitForPages(MAX_DATES, limit);
  }

  isTrap(address: AddressParts): boolean {
    const date = addressDate(address);
    if (!date) return false;
    if (date.year > this.#lastYear) return true;
    const dates = this.#datesByShape.get(date.shape);
    if (!dates || dates.has(date.text)) return false;
    return dates.size >= (date.ofCalendar ? MAX_DATES_OF_CALENDAR : this.#maxDates);
  }

  /** Adds an address that is followed. */
  add(address: AddressParts): void {
    const date = addressDate(address);
    if (!date) return;
    const dates = this.#datesByShape.get(date.shape);
    if (dates) dates.add(date.text);
    else this.#datesByShape.set(date.shape, new Set([date.text]));
  }
}

/** A date in an address. */
interface AddressDate {
  year: number;
  /** The date as in the address. */
  text: string;
  /** The address without the date: a calendar has many dates of one shape. */
  shape: string;
  /** The address contains a word that indicates a calendar. */
  ofCalendar: boolean;
}

const CALENDAR_WORD =
  /(?:^|[^a-z])(?:calend(?:ar|ars|rier|ario|ari)|kalender|events?|veranstaltungen|termine|agenda|schedule|eventos|evenements|bookings?|availability)(?:$|[^a-z])/i;
const DATE_NAME = /^(?:date|day|month|ym|datum|monat|mois|mes|fecha|tribe-bar-date|event_?date)$/;
const YEAR_NAME = /^(?:year|yr|jahr|annee|ano|anno)$/;
const MONTH_OR_DAY_NAME = /^(?:month|mon|monat|mois|mes|mese|day|tag|jour|dia|giorno)$/;

const YEAR = '(?:19|[2-9]\\d)\\d\\d';
const MONTH = '(?:0[1-9]|1[0-2])';
const DAY = '(?:0[1-9]|[12]\\d|3[01])';
const END = '(?=[/.]|$)';

/** A full ISO date, at any position. */
const ISO_DAY = new RegExp(`(?<!\\d)(${YEAR})-${MONTH}-${DAY}(?!\\d)`);
/** `/2031/05/12` and `/2031/05`. Without a day, a month needs a leading zero: `/topic/2031/10` may be something else. */
const PATH_DATE = new RegExp(`/(${YEAR})/(?:${MONTH}/${DAY}|0[1-9])${END}`);
/** At the beginning of a path, in the 20th or 21st century, as in blogs. */
const LEADING_MONTH = new RegExp(`^[^/]+/((?:19|20)\\d\\d)/${MONTH}${END}`);
/** Only in calendars, since other numbers have this form too. A year alone may be the number of an event. */
const CALENDAR_MONTH = new RegExp(`/(${YEAR})[/-]${MONTH}${END}`);
/** `/2031/5` and `/2031/5/12`; `/4521/5` is a page of something. */
const SHORT_DATE = new RegExp(`/((?:19|2[01])\\d\\d)/(?:[1-9]|1[0-2])(?:/(?:[1-9]|[12]\\d|3[01]))?${END}`);
const COMPACT_DAY = new RegExp(`(?<!\\d)(${YEAR})${MONTH}${DAY}(?!\\d)`);
const COMPACT_MONTH = new RegExp(`^(${YEAR})-?${MONTH}$`);
const WHOLE_YEAR = new RegExp(`^${YEAR}$`);

const ANYWHERE = [ISO_DAY, PATH_DATE, LEADING_MONTH];
const IN_CALENDARS = [...ANYWHERE, SHORT_DATE, CALENDAR_MONTH, COMPACT_DAY];
const OF_DATE_NAMES = [ISO_DAY, COMPACT_DAY, COMPACT_MONTH];

/** @returns the date in the path of an address, else in its query; `null` if there is none */
function addressDate(parts: AddressParts): AddressDate | null {
  if (!hasFourDigits(parts)) return null;
  const ofCalendar =
    parts.segments.some((segment) => CALENDAR_WORD.test(segment)) ||
    parts.parameters.some(({ name, value }) => CALENDAR_WORD.test(name) || CALENDAR_WORD.test(value));
  const date = dateOfPath(parts, ofCalendar) ?? dateOfValue(parts, ofCalendar) ?? dateOfYear(parts);
  return date && { ...date, ofCalendar };
}

const FOUR_DIGITS = /\d{4}/;

/** Fast check that excludes most addresses: without four digits there is no year. */
function hasFourDigits({ hostAndPath, parameters }: AddressParts): boolean {
  return FOUR_DIGITS.test(hostAndPath) || parameters.some(({ value }) => FOUR_DIGITS.test(value));
}

type FoundDate = Omit<AddressDate, 'ofCalendar'>;

function dateOfPath({ hostAndPath, parameters }: AddressParts, ofCalendar: boolean): FoundDate | null {
  const found = firstMatch(ofCalendar ? IN_CALENDARS : ANYWHERE, hostAndPath);
  if (!found) return null;
  const rest = `${hostAndPath.slice(0, found.index)}#${hostAndPath.slice(found.index + found[0].length)}`;
  return { year: Number(found[1]), text: found[0], shape: shapeOf(rest, parameters) };
}

function dateOfValue({ hostAndPath, parameters }: AddressParts, ofCalendar: boolean): FoundDate | null {
  for (const parameter of parameters) {
    const forms = ofCalendar || DATE_NAME.test(parameter.name) ? OF_DATE_NAMES : [ISO_DAY];
    const found = firstMatch(forms, parameter.value);
    if (!found) continue;
    const others = parameters.filter((other) => other !== parameter);
    return { year: Number(found[1]), text: found[0], shape: shapeOf(`${hostAndPath}?${parameter.name}#`, others) };
  }
  return null;
}

/** Returns a date whose year, month and day are separate parameters. */
function dateOfYear({ hostAndPath, parameters }: AddressParts): FoundDate | null {
  const year = parameters.find(({ name, value }) => YEAR_NAME.test(name) && WHOLE_YEAR.test(value));
  if (!year) return null;
  const isOfDate = (parameter: Parameter) => parameter === year || MONTH_OR_DAY_NAME.test(parameter.name);
  const others = parameters.filter((parameter) => !isOfDate(parameter));
  const text = parameters
    .filter(isOfDate)
    .map(({ value }) => value)
    .join('-');
  return { year: Number(year.value), text, shape: shapeOf(`${hostAndPath}?${year.name}#`, others) };
}

function firstMatch(forms: readonly RegExp[], text: string): RegExpExecArray | null {
  for (const form of forms) {
    const found = form.exec(text);
    if (found) return found;
  }
  return null;
}

function shapeOf(hostAndPath: string, parameters: readonly Parameter[]): string {
  return [hostAndPath, ...parameters.map(({ name, value }) => `${name}=${value}`)].join('&');
}

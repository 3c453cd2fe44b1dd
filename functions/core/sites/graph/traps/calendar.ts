import type { AddressParts, Parameter } from './address-parts.ts';

/** Further ahead nobody has planned: such a page is there because a calendar goes on. */
const MOST_YEARS_AHEAD = 2;
/** Different dates of one shape of a calendar: a year of days, or thirty years of months. */
const MOST_DATES_OF_CALENDAR = 400;
/** Different dates of one shape of anything else, as of a comic with a page a day: seven years of it. */
const MOST_DATES = 2_500;

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

/** A date that an address names. */
interface AddressDate {
  year: number;
  /** The date as it is written. */
  text: string;
  /** The address without the date: a calendar has many dates of one shape. */
  shape: string;
  /** The address says that it is of a calendar. */
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

/** A date to the day is one wherever it stands. */
const ISO_DAY = new RegExp(`(?<!\\d)(${YEAR})-${MONTH}-${DAY}(?!\\d)`);
/** `/2031/05/12` and `/2031/05`. `/topic/2031/10` looks like the latter: without a day, only a zero tells a month. */
const PATH_DATE = new RegExp(`/(${YEAR})/(?:${MONTH}/${DAY}|0[1-9])${END}`);
/** At the beginning of a path and of our times, as of blogs. */
const LEADING_MONTH = new RegExp(`^[^/]+/((?:19|20)\\d\\d)/${MONTH}${END}`);
/** Forms that other numbers have too: in a calendar alone. A year by itself may be the number of an event. */
const CALENDAR_MONTH = new RegExp(`/(${YEAR})[/-]${MONTH}${END}`);
/** `/2031/5` and `/2031/5/12`; `/4521/5` is a page of something. */
const SHORT_DATE = new RegExp(`/((?:19|2[01])\\d\\d)/(?:[1-9]|1[0-2])(?:/(?:[1-9]|[12]\\d|3[01]))?${END}`);
const COMPACT_DAY = new RegExp(`(?<!\\d)(${YEAR})${MONTH}${DAY}(?!\\d)`);
const COMPACT_MONTH = new RegExp(`^(${YEAR})-?${MONTH}$`);
const WHOLE_YEAR = new RegExp(`^${YEAR}$`);

const ANYWHERE = [ISO_DAY, PATH_DATE, LEADING_MONTH];
const IN_CALENDARS = [...ANYWHERE, SHORT_DATE, CALENDAR_MONTH, COMPACT_DAY];
const OF_DATE_NAMES = [ISO_DAY, COMPACT_DAY, COMPACT_MONTH];

/** @returns the date that an address names in its path or, if not there, in its query; `null` without one */
function addressDate(parts: AddressParts): AddressDate | null {
  if (!hasFourDigits(parts)) return null;
  const ofCalendar =
    parts.segments.some((segment) => CALENDAR_WORD.test(segment)) ||
    parts.parameters.some(({ name, value }) => CALENDAR_WORD.test(name) || CALENDAR_WORD.test(value));
  const date = dateOfPath(parts, ofCalendar) ?? dateOfValue(parts, ofCalendar) ?? dateOfYear(parts);
  return date && { ...date, ofCalendar };
}

const FOUR_DIGITS = /\d{4}/;

/** Without them there is no year: most addresses need no closer look. */
function hasFourDigits({ place, parameters }: AddressParts): boolean {
  return FOUR_DIGITS.test(place) || parameters.some(({ value }) => FOUR_DIGITS.test(value));
}

type FoundDate = Omit<AddressDate, 'ofCalendar'>;

function dateOfPath({ place, parameters }: AddressParts, ofCalendar: boolean): FoundDate | null {
  const found = firstMatch(ofCalendar ? IN_CALENDARS : ANYWHERE, place);
  if (!found) return null;
  const rest = `${place.slice(0, found.index)}#${place.slice(found.index + found[0].length)}`;
  return { year: Number(found[1]), text: found[0], shape: shapeOf(rest, parameters) };
}

function dateOfValue({ place, parameters }: AddressParts, ofCalendar: boolean): FoundDate | null {
  for (const parameter of parameters) {
    const forms = ofCalendar || DATE_NAME.test(parameter.name) ? OF_DATE_NAMES : [ISO_DAY];
    const found = firstMatch(forms, parameter.value);
    if (!found) continue;
    const others = parameters.filter((other) => other !== parameter);
    return { year: Number(found[1]), text: found[0], shape: shapeOf(`${place}?${parameter.name}#`, others) };
  }
  return null;
}

/** Of a date that is written as a year, a month and a day of their own. */
function dateOfYear({ place, parameters }: AddressParts): FoundDate | null {
  const year = parameters.find(({ name, value }) => YEAR_NAME.test(name) && WHOLE_YEAR.test(value));
  if (!year) return null;
  const isOfDate = (parameter: Parameter) => parameter === year || MONTH_OR_DAY_NAME.test(parameter.name);
  const others = parameters.filter((parameter) => !isOfDate(parameter));
  const text = parameters
    .filter(isOfDate)
    .map(({ value }) => value)
    .join('-');
  return { year: Number(year.value), text, shape: shapeOf(`${place}?${year.name}#`, others) };
}

function firstMatch(forms: readonly RegExp[], text: string): RegExpExecArray | null {
  for (const form of forms) {
    const found = form.exec(text);
    if (found) return found;
  }
  return null;
}

function shapeOf(place: string, parameters: readonly Parameter[]): string {
  return [place, ...parameters.map(({ name, value }) => `${name}=${value}`)].join('&');
}

const DAY_SECONDS = 86_400;
const STEPS: [Intl.RelativeTimeFormatUnit, seconds: number][] = [
  ['year', 365 * DAY_SECONDS],
  ['month', 30 * DAY_SECONDS],
  ['day', DAY_SECONDS],
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1],
];

export type Format = ReturnType<typeof createFormat>;

/**
 * Formats figures, money and times in a language. Times are in the operator's own zone, dates are days of UTC.
 *
 * @param locale BCP 47 tag
 */
export function createFormat(locale: string) {
  const numbers = new Intl.NumberFormat(locale, { maximumFractionDigits: 3 });
  const money = new Intl.NumberFormat(locale, { style: 'currency', currency: 'USD', maximumFractionDigits: 4 });
  const times = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'medium' });
  const dates = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' });
  const days = new Intl.DateTimeFormat(locale, { month: 'short', day: 'numeric', timeZone: 'UTC' });
  const months = new Intl.DateTimeFormat(locale, { year: 'numeric', month: 'short', timeZone: 'UTC' });
  const relative = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' });
  return {
    number: (value: number) => numbers.format(value),
    usd: (value: number) => money.format(value),
    /** @param time ISO 8601 */
    time: (time: string) => times.format(new Date(time)),
    /** @param date `YYYY-MM-DD` or ISO 8601 */
    date: (date: string) => dates.format(new Date(date)),
    /** Without the year, for the axis of a chart. */
    day: (date: string | Date) => days.format(new Date(date)),
    /** For the axis of a chart that spans years. */
    month: (date: Date) => months.format(date),
    /** Such as “5 minutes ago”, in the largest unit that gives at least one. */
    ago: (time: string, now: number) => {
      const seconds = Math.round((new Date(time).getTime() - now) / 1_000);
      const [unit, size] = STEPS.find(([, step]) => Math.abs(seconds) >= step) ?? STEPS.at(-1)!;
      return relative.format(Math.trunc(seconds / size), unit);
    },
  };
}

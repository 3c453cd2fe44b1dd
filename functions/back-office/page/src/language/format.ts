export const zones = ['utc', 'local'] as const;
/** The zone that times are written in: UTC, or that of the browser. */
export type Zone = (typeof zones)[number];

const DAY_SECONDS = 86_400;
const STEPS: [Intl.RelativeTimeFormatUnit, seconds: number][] = [
  ['year', 365 * DAY_SECONDS],
  ['month', 30 * DAY_SECONDS],
  ['day', DAY_SECONDS],
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1],
];
/** Texts of the page have a space between a number and Chinese characters, which `Intl` does not write. */
const NUMBER_BEFORE_CHINESE = /\d(?=\p{Script=Han})/u;
const DAY = /^\d{4}-\d\d-\d\d$/;

export type Format = ReturnType<typeof createFormat>;

/**
 * Formats metrics, money and times in a language. Every time and day of the page is written by this module, in the zone
 * that the frame of the page states. Days without a time, such as those of quotas, are the service's days, in UTC: they
 * are the same day in every zone.
 *
 * @param locale BCP 47 tag
 * @param zone of times: UTC, or that of the browser
 */
export function createFormat(locale: string, zone: Zone = 'utc') {
  const timeZone = zone === 'utc' ? 'UTC' : undefined;
  const numbers = new Intl.NumberFormat(locale, { maximumFractionDigits: 3 });
  const money = new Intl.NumberFormat(locale, {
    style: 'currency',
    currency: 'USD',
    currencyDisplay: 'narrowSymbol',
    maximumFractionDigits: 4,
  });
  const times = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'medium', timeZone });
  const dates = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone });
  const utcDates = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' });
  const days = new Intl.DateTimeFormat(locale, { month: 'short', day: 'numeric', timeZone: 'UTC' });
  const chartDays = new Intl.DateTimeFormat(locale, { month: 'short', day: 'numeric' });
  const chartMonths = new Intl.DateTimeFormat(locale, { year: 'numeric', month: 'short' });
  const axisDays = new Intl.DateTimeFormat(locale, { month: 'short', day: 'numeric', timeZone });
  const axisMonths = new Intl.DateTimeFormat(locale, { year: 'numeric', month: 'short', timeZone });
  const relative = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' });
  return {
    number: (value: number) => numbers.format(value),
    usd: (value: number) => money.format(value),
    /** @param time ISO 8601 */
    time: (time: string) => times.format(new Date(time)),
    /** @param date `YYYY-MM-DD` or ISO 8601 */
    date: (date: string) => (DAY.test(date) ? utcDates : dates).format(new Date(date)),
    /** Without the year, for a chart with a bar a day. @param date `YYYY-MM-DD` */
    day: (date: string) => days.format(new Date(date)),
    /** For a time axis. @param at milliseconds since the epoch @param isLong the axis spans years */
    axisTime: (at: number, isLong = false) => (isLong ? axisMonths : axisDays).format(at),
    /** A time as a chart's time axis takes it. @param time ISO 8601 */
    onAxis: (time: string) => (zone === 'utc' ? utcOnAxis(time) : new Date(time)),
    /** Without the year, for a time axis. @param onAxis of `onAxis` */
    chartDay: (onAxis: Date) => chartDays.format(onAxis),
    /** For a time axis that spans years. @param onAxis of `onAxis` */
    chartMonth: (onAxis: Date) => chartMonths.format(onAxis),
    /**
     * Such as “5 minutes ago”, in the largest unit that gives at least one. A time after `now`, which is updated now and
     * then, or by another clock, is “now”.
     */
    ago: (time: string, now: number) => {
      const seconds = Math.min(0, Math.round((new Date(time).getTime() - now) / 1_000));
      const [unit, size] = STEPS.find(([, step]) => Math.abs(seconds) >= step) ?? STEPS.at(-1)!;
      return relative.format(Math.trunc(seconds / size), unit).replace(NUMBER_BEFORE_CHINESE, '$& ');
    },
  };
}

/**
 * Charts place their ticks by the browser's zone, at its midnights: the date that is returned reads there as `time` reads
 * in UTC, so that ticks are days of UTC. (A time that the browser's zone skips in spring is shown an hour later.)
 */
function utcOnAxis(time: string): Date {
  const utc = new Date(time);
  return new Date(
    utc.getUTCFullYear(),
    utc.getUTCMonth(),
    utc.getUTCDate(),
    utc.getUTCHours(),
    utc.getUTCMinutes(),
    utc.getUTCSeconds(),
    utc.getUTCMilliseconds(),
  );
}

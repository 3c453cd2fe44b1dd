import type { RecordRow } from '../../record/record-row.ts';
import { DAY_MS } from '../../platform/time/day.ts';

/** The item of a domain in the `DomainSchedule` table. Items are small. A cached answer loads this file. */
export interface ScheduleItem {
  domain: string;
  /** Partition of the sparse index of names; set on all items in that index. */
  initial?: string;
  /** First and last day (UTC, `YYYY-MM-DD`) on which the domain was requested. */
  first_asked_on?: string;
  last_asked_on?: string;
  /** Set while the domain is followed: partition of the due index, and ISO 8601 time of the next snapshot. */
  due_shard?: string;
  next_snapshot_at?: string;
  is_blocked?: true;
  /** Newest day (`YYYY-MM-DD`) of past values in the domain's history, by source and metric. */
  past_kept?: Record<string, string>;
  /** The row of the domain list. */
  row?: StoredRow;
  /** Values of the last crawl of its site. */
  site?: StoredSite;
  /** Tags that operators have added. */
  tags?: Set<string>;
}

/** The sparse index by shard and time of followed domains. */
export const DUE_INDEX = 'due';
/** The sparse index of names with the rows of the domain list: items with an `initial`. */
export const ROWS_INDEX = 'rows';

/** Returns the partition of the index of names for a domain: its first character. */
export function initialOf(domain: string): string {
  return domain.charAt(0);
}

/** Values of a day: days since the epoch (UTC), score and Tranco rank. */
export type PastPoint = [day: number, score: number | null, rank: number | null];

/** Weekly values of three months: enough for a sparkline and the change of a month. */
const EVERY_DAYS = 7;
export const PAST_DAYS = 91;

/** @param time in milliseconds since the epoch */
export const dayNumber = (time: number) => Math.floor(time / DAY_MS);

/**
 * Adds a day to the past values of a domain.
 *
 * @param past oldest first
 * @returns `past` unchanged if the day is less than a week after its last one
 */
export function withPoint(past: PastPoint[], point: PastPoint): PastPoint[] {
  const last = past.at(-1);
  return last && point[0] - last[0] < EVERY_DAYS ? past : [...past, point];
}

/** Days between two scores of the year, the same days for all domains, and the number of scores: more than a year. */
export const YEAR_STEP_DAYS = 28;
const YEAR_SCORES = 12;
/** The last of these days is so long ago that the last point before it, which is up to two weeks older, is still known. */
const YEAR_END_DAYS = PAST_DAYS - 14;
export const YEAR_DAYS = YEAR_END_DAYS + (YEAR_SCORES + 1) * YEAR_STEP_DAYS;

/** Number of the last of these days for a row of a day. */
const lastStep = (day: number) => Math.floor((day - YEAR_END_DAYS) / YEAR_STEP_DAYS);

/**
 * Returns the scores of the year before a day: on each day that is a multiple of 28 days since the epoch, the last score
 * that was known. Since these days are the same for all domains, scores can be averaged.
 *
 * @param points values that were known, oldest first
 * @param day days since the epoch
 * @param earlier result for an earlier day, which has scores of which no points are left
 * @returns a byte for each score, the last one for the last such day
 */
export function yearBefore(
  points: readonly PastPoint[],
  day: number,
  earlier?: { year: Uint8Array; day: number },
): Uint8Array {
  const scores: number[] = [];
  for (let step = lastStep(day) - YEAR_SCORES + 1; step <= lastStep(day); step += 1) {
    const stored = earlier?.year[step - lastStep(earlier.day) + earlier.year.length - 1];
    const known = points.findLast(([of, score]) => of <= step * YEAR_STEP_DAYS && score !== null)?.[1];
    const score = stored ?? known ?? scores.at(-1);
    if (score !== undefined) scores.push(score);
  }
  return Uint8Array.from(scores);
}

/** Returns the values of the last three months before a day. */
export function recentPoints(past: PastPoint[], day: number): PastPoint[] {
  return past.filter(([of]) => of < day && of >= day - PAST_DAYS);
}

/**
 * The stored row of the domain list. It has at most 400 bytes, and 700 with the longest name and the keys of the index.
 * Times are seconds since the epoch; values that are not known are absent.
 */
export interface StoredRow {
  at: number;
  score?: number;
  rank?: number;
  etv?: number;
  /** When the certificate and the registration expire. */
  tls?: number;
  reg?: number;
  failed?: number;
  of?: number;
  code?: string;
  /** Whether the home page is excluded from search engines. */
  excluded?: boolean;
  /** Values of earlier days, oldest first; absent if they were not read from the history. */
  past?: PastPoint[];
  /** Scores of the year, as {@link yearBefore} returns them; absent if they were not read from the history. */
  year?: Uint8Array;
}

export interface ListedRow extends RecordRow {
  /** `null`: not known, since the history was not read. */
  past: PastPoint[] | null;
  /** Scores of the year, every 28 days from the day on (days since the epoch); `null` as above. */
  year: { from: number; scores: number[] } | null;
}

/**
 * Converts a row to its stored form.
 *
 * @param before the row that is replaced; `null`: the domain is new and has no past values
 */
export function storedRow(row: RecordRow, before: StoredRow | undefined | null): StoredRow {
  const at = secondsOf(row.updated_at);
  return {
    at,
    ...given('score', row.seo_score),
    ...given('rank', row.tranco_rank),
    ...given('etv', row.organic_etv),
    ...given('tls', row.tls_valid_to && secondsOf(row.tls_valid_to)),
    ...given('reg', row.registration_expires_at && secondsOf(row.registration_expires_at)),
    ...given('failed', row.failed_sources || null),
    ...given('of', row.score_of && secondsOf(row.score_of)),
    ...given('code', row.score_error),
    ...given('excluded', row.excluded),
    ...(before === null ? { past: [], year: new Uint8Array() } : pastOf(before, dayOfSeconds(at))),
  };
}

/** Returns the past values of a row that replaces another one, whose values are added on a later day. */
function pastOf(before: StoredRow | undefined, day: number): Pick<StoredRow, 'past' | 'year'> {
  if (before?.past === undefined) return {};
  const point: PastPoint = [dayOfSeconds(before.at), before.score ?? null, before.rank ?? null];
  return {
    past: recentPoints(withPoint(before.past, point), day),
    ...(before.year && {
      year: yearBefore([...before.past, point], day, { year: before.year, day: dayOfSeconds(before.at) }),
    }),
  };
}

export function readRow(row: StoredRow): ListedRow {
  const { at, score, rank, etv, tls, reg, failed, of, code, excluded, past, year } = row;
  return {
    updated_at: timeOf(at),
    seo_score: score ?? null,
    score_of: of === undefined ? null : timeOf(of),
    score_error: code ?? null,
    tranco_rank: rank ?? null,
    organic_etv: etv ?? null,
    tls_valid_to: tls === undefined ? null : timeOf(tls),
    registration_expires_at: reg === undefined ? null : timeOf(reg),
    failed_sources: failed ?? 0,
    excluded: excluded ?? null,
    past: past ?? null,
    year: year ? { from: (lastStep(dayOfSeconds(at)) - year.length + 1) * YEAR_STEP_DAYS, scores: [...year] } : null,
  };
}

const secondsOf = (time: string) => Math.floor(Date.parse(time) / 1_000);
const timeOf = (seconds: number) => new Date(seconds * 1_000).toISOString();
const dayOfSeconds = (seconds: number) => dayNumber(seconds * 1_000);

function given<Name extends keyof StoredRow>(
  name: Name,
  value: StoredRow[Name] | '' | null | undefined,
): Partial<StoredRow> {
  return value === null || value === undefined || value === '' ? {} : { [name]: value };
}

/** The values of a completed crawl that the domain list shows. */
export interface ListedSite {
  /** ISO 8601 time. */
  ended_at: string;
  /** 0 to 100; `null`: unknown. */
  health: number | null;
  /** Whether the crawl read all pages that it found; otherwise it reached its page limit. */
  complete: boolean;
  /** Numbers of kinds of issues, by severity. */
  errors: number;
  warnings: number;
  /** The complete crawl before a complete one; `null`: there is none, or its health is not known. */
  before: { ended_at: string; health: number } | null;
}

/** The stored form: `at` in seconds since the epoch. */
interface StoredSite {
  at: number;
  health?: number;
  /** Absent: the crawl is complete. */
  cut?: true;
  errors: number;
  warnings: number;
  before?: { at: number; health: number };
}

export function storedSite({ ended_at, health, complete, before, ...counts }: ListedSite): StoredSite {
  return {
    at: secondsOf(ended_at),
    ...(health !== null && { health }),
    ...(!complete && { cut: true }),
    ...counts,
    ...(before !== null && { before: { at: secondsOf(before.ended_at), health: before.health } }),
  };
}

export function readSite({ at, health, cut, before, ...counts }: StoredSite): ListedSite {
  return {
    ended_at: timeOf(at),
    health: health ?? null,
    complete: !cut,
    ...counts,
    before: before ? { ended_at: timeOf(before.at), health: before.health } : null,
  };
}

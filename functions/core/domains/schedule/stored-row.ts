import type { UpdateInput } from '../../platform/dynamodb/dynamodb.ts';
import type { RecordRow } from '../../record/record-row.ts';
import { DAY_MS } from '../../platform/time/day.ts';

/** A change of an item. */
export type ScheduleUpdate = Omit<UpdateInput, 'TableName' | 'Key'>;

/** The item of a domain in the `DomainSchedule` table. All are small; this file is loaded by a cached answer. */
export interface ScheduleItem {
  domain: string;
  /** Set on all that the sparse index of names lists: the partition of that index. */
  initial?: string;
  /** First and last day (UTC, `YYYY-MM-DD`) on which the domain was asked for. */
  first_asked_on?: string;
  last_asked_on?: string;
  /** Set while the domain is followed: partition of the due index, and ISO 8601 time of the next snapshot. */
  due_shard?: string;
  next_snapshot_at?: string;
  is_blocked?: true;
  /** Up to which day (`YYYY-MM-DD`) what a source knows of the past is in the domain's history, by source. */
  past_kept?: Record<string, string>;
  /** What the list of domains shows of its record. */
  row?: StoredRow;
  /** What the list shows of the last crawl of its site. */
  site?: StoredSite;
  /** What operators call it. */
  tags?: Set<string>;
}

/** The sparse index by shard and time: only followed domains are in it. */
export const DUE_INDEX = 'due';
/** The sparse index of names with what the list of domains shows: items that have their `initial` are in it. */
export const ROWS_INDEX = 'rows';

/** Partition of the index of names that a domain is in: its first letter. */
export function initialOf(domain: string): string {
  return domain.charAt(0);
}

/** Values of a day: days since the epoch (UTC), score and Tranco rank. */
export type PastPoint = [day: number, score: number | null, rank: number | null];

/** The values of about every week of three months: enough for a small line, and for what has changed in a month. */
const EVERY_DAYS = 7;
export const PAST_DAYS = 91;

/** @param time in milliseconds since the epoch */
export const dayNumber = (time: number) => Math.floor(time / DAY_MS);

/**
 * A domain's past with one more day.
 *
 * @param past oldest first
 * @returns `past` where the day is less than a week after its last one
 */
export function withPoint(past: PastPoint[], point: PastPoint): PastPoint[] {
  const last = past.at(-1);
  return last && point[0] - last[0] < EVERY_DAYS ? past : [...past, point];
}

/** Those of the last three months before a day. */
export function recentPoints(past: PastPoint[], day: number): PastPoint[] {
  return past.filter(([of]) => of < day && of >= day - PAST_DAYS);
}

/**
 * What the list of domains shows of a record, as it is stored in the item of the domain: it takes at most 400 bytes, and
 * 700 with the longest name and the keys of the index. Times are seconds since the epoch; what is not known is left out.
 */
export interface StoredRow {
  at: number;
  score?: number;
  rank?: number;
  etv?: number;
  /** Ends of the certificate and of the registration. */
  tls?: number;
  reg?: number;
  failed?: number;
  of?: number;
  code?: string;
  /** Values of earlier days, oldest first; absent where the history was not looked at for them. */
  past?: PastPoint[];
}

export interface ListedRow extends RecordRow {
  /** `null`: not known, since the history was not looked at for it. */
  past: PastPoint[] | null;
}

/**
 * @param before the row that this one takes the place of; `null`: the domain is new, and has no past
 */
export function storedRow(row: RecordRow, before: StoredRow | undefined | null): StoredRow {
  const at = secondsOf(row.updatedAt);
  return {
    at,
    ...given('score', row.score),
    ...given('rank', row.rank),
    ...given('etv', row.visits),
    ...given('tls', row.certificateEnds && secondsOf(row.certificateEnds)),
    ...given('reg', row.registrationEnds && secondsOf(row.registrationEnds)),
    ...given('failed', row.failed || null),
    ...given('of', row.scoreOf && secondsOf(row.scoreOf)),
    ...given('code', row.scoreError),
    ...given('past', before === null ? [] : pastOf(before, dayOfSeconds(at))),
  };
}

/** The past of a row that takes the place of another one, which becomes part of it on a later day. */
function pastOf(before: StoredRow | undefined, day: number): PastPoint[] | undefined {
  if (before?.past === undefined) return undefined;
  const point: PastPoint = [dayOfSeconds(before.at), before.score ?? null, before.rank ?? null];
  return recentPoints(withPoint(before.past, point), day);
}

export function readRow({ at, score, rank, etv, tls, reg, failed, of, code, past }: StoredRow): ListedRow {
  return {
    updatedAt: timeOf(at),
    score: score ?? null,
    scoreOf: of === undefined ? null : timeOf(of),
    scoreError: code ?? null,
    rank: rank ?? null,
    visits: etv ?? null,
    certificateEnds: tls === undefined ? null : timeOf(tls),
    registrationEnds: reg === undefined ? null : timeOf(reg),
    failed: failed ?? 0,
    past: past ?? null,
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

/** What the list of domains shows of a crawl of the site that has ended. */
export interface ListedSite {
  /** ISO 8601 time. */
  endedAt: string;
  /** Kinds of issues, by severity. */
  errors: number;
  warnings: number;
}

/** As it is stored: `at` in seconds since the epoch. */
interface StoredSite {
  at: number;
  errors: number;
  warnings: number;
}

export function storedSite({ endedAt, ...counts }: ListedSite): StoredSite {
  return { at: secondsOf(endedAt), ...counts };
}

export function readSite({ at, ...counts }: StoredSite): ListedSite {
  return { endedAt: timeOf(at), ...counts };
}

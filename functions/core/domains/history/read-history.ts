import type { z } from 'zod';
import { fittingItems, cursorAt, positionOf } from '../../platform/http/paging.ts';
import {
  changingNames,
  type MetricName,
  metricNames,
  type ValueName,
  valueNames,
} from '../../record/history-values.ts';
import type { historyAnswer } from '../../record/history-schema.ts';
import type {
  DomainHistory,
  HistoryPage,
  HistoryPosition,
  HistoryWindow,
  StoredSnapshot,
} from '../store/domain-history.ts';
import { invalidParameter } from '../../platform/http/errors.ts';

export type HistoryAnswer = z.infer<typeof historyAnswer>;

/** A range: `30d` has the amount 30 and the unit `d`. */
export interface Range {
  text: string;
  amount: number;
  unit: 'd' | 'w' | 'm' | 'y';
}

/** The requested window: a range up to now, or one or both bounds, as ISO 8601 times with milliseconds. */
interface RequestedWindow {
  range?: Range | undefined;
  from?: string | undefined;
  to?: string | undefined;
}

export interface HistoryRequest extends RequestedWindow {
  domain: string;
  limit: number;
  /** `next_cursor` of the previous page. */
  cursor?: string | undefined;
}

export interface HistoryServices {
  history: Pick<DomainHistory, 'read'>;
  now: () => number;
}

/** Ten years in each unit. Ten years around now have at least 3,652 days. */
export const LONGEST_RANGE = { d: 3_652, w: 521, m: 120, y: 10 };

export const DEFAULT_RANGE: Range = { text: '30d', amount: 30, unit: 'd' };

/**
 * Reads a page of the snapshots of a domain in a time window, newest first. A domain that was never fetched has none. All
 * pages have the window of the first one.
 *
 * @throws {ServiceError} invalid_parameter for a cursor of another query
 */
export async function readHistory(request: HistoryRequest, { history, now }: HistoryServices): Promise<HistoryAnswer> {
  const { domain, limit, cursor } = request;
  const query = { domain, range: rangeOf(request), from: request.from ?? null, to: request.to ?? null };
  const start = cursor === undefined ? undefined : readHistoryCursor(cursor, query);
  const window = start?.window ?? windowOf(request, now());
  const page = await history.read(domain, { ...window, limit }, start?.after);
  const older = page.truncated ? await readOlder(domain, window, page, history) : [];
  const snapshots = fittingItems(withChanges(page.snapshots, older));
  const truncated = page.truncated || snapshots.length < page.snapshots.length;
  const last = page.snapshots[snapshots.length - 1];
  return {
    domain,
    range: query.range,
    ...window,
    limit,
    count: snapshots.length,
    truncated,
    next_cursor: truncated && last ? historyCursor({ window, after: last }, query) : null,
    snapshots,
    summary: summariesOf(snapshots),
  };
}

/** @returns `null` if the window was requested by its bounds */
function rangeOf({ range = DEFAULT_RANGE, from, to }: HistoryRequest): string | null {
  return from === undefined && to === undefined ? range.text : null;
}

/**
 * Numbers of snapshots after a page that are read, so that the changes of the page do not depend on its length: few at
 * first, and more if these do not have all metrics.
 */
const OLDER_LIMITS = [10, 90];

async function readOlder(
  domain: string,
  window: HistoryWindow,
  { snapshots }: HistoryPage,
  history: Pick<DomainHistory, 'read'>,
): Promise<StoredSnapshot[]> {
  const older: StoredSnapshot[] = [];
  for (const limit of OLDER_LIMITS) {
    const more = await history.read(domain, { ...window, limit }, older.at(-1) ?? snapshots.at(-1));
    older.push(...more.snapshots);
    if (!more.truncated || areComparable(snapshots, older)) break;
  }
  return older;
}

function summariesOf(newestFirst: Snapshot[]): HistoryAnswer['summary'] {
  const entries = metricNames.map((name) => [name, summaryOf(newestFirst, name)]);
  return Object.fromEntries(entries) as HistoryAnswer['summary'];
}

function summaryOf(newestFirst: Snapshot[], name: MetricName): HistoryAnswer['summary'][MetricName] {
  const known = newestFirst.map((snapshot) => snapshot[name]).filter((value) => value !== null);
  const [first, last] = [known.at(-1), known[0]];
  if (first === undefined || last === undefined) return { first: null, last: null, min: null, max: null, change: null };
  return { first, last, min: Math.min(...known), max: Math.max(...known), change: difference(last, first) };
}

/** Returns the difference without floating-point errors: 4.3 − 4.1 is 0.2. */
function difference(last: number, first: number): number {
  return Number((last - first).toFixed(6));
}

type Snapshot = z.infer<typeof historyAnswer>['snapshots'][number];
type Change = Snapshot['changes'][number];

/**
 * Converts stored snapshots and adds their changes. Each metric is compared with its last known value. Snapshots without
 * the metric (a source failed, or a backfill of one metric) are skipped, so that A, unknown, B is one change from A to B,
 * and A, unknown, A is none. The oldest known value is not a change.
 *
 * @param newestFirst stored snapshots
 * @param older older snapshots, which are only compared with
 */
function withChanges(newestFirst: StoredSnapshot[], older: StoredSnapshot[] = []): Snapshot[] {
  const lastKnown = new Map<ValueName, string | number>();
  const oldestFirst = [...newestFirst, ...older].reverse().map((stored) => {
    const changes: Change[] = [];
    for (const name of changingNames) {
      const [before, after] = [lastKnown.get(name), valueOf(stored, name)];
      if (after === null) continue;
      if (before !== undefined && before !== after) changes.push({ name, before, after } as Change);
      lastKnown.set(name, after);
    }
    return snapshotOf(stored, changes);
  });
  return oldestFirst.slice(older.length).reverse();
}

/** Whether the older snapshots have each metric that the newer ones have, so that no further ones are required. */
function areComparable(newestFirst: StoredSnapshot[], older: StoredSnapshot[]): boolean {
  const isKnown = (snapshots: StoredSnapshot[], name: ValueName) =>
    snapshots.some((stored) => valueOf(stored, name) !== null);
  return changingNames.every((name) => isKnown(older, name) || !isKnown(newestFirst, name));
}

function valueOf(stored: StoredSnapshot, name: ValueName): string | number | null {
  return stored[name] ?? null;
}

function snapshotOf(stored: StoredSnapshot, changes: Change[]): Snapshot {
  const { captured_at, date, origin, site_status = null } = stored;
  const values = Object.fromEntries(valueNames.map((name) => [name, valueOf(stored, name)]));
  return { captured_at, date, site_status, origin, ...values, changes } as Snapshot;
}

/** Start of a page of snapshots: the window of the first page, and the snapshot after which the page starts. */
interface PageStart {
  window: HistoryWindow;
  after: HistoryPosition;
}

/** @param query the parameters of the request */
export function historyCursor({ window, after }: PageStart, query: unknown): string {
  return cursorAt([window.from, window.to, after.captured_at, after.key].join(' '), query);
}

/** Three times, and a sort key of a snapshot. */
const POSITION = /^(?:\d{4}-\d\d-\d\dT[\d:.]+Z ){3}\d{4}-\d\d-\d\d(?:T[\d:.]+Z|#[\w:-]+)$/;

/**
 * @param query the parameters of the request
 * @throws {ServiceError} invalid_parameter naming `cursor`, if it is not a cursor or belongs to another query
 */
function readHistoryCursor(cursor: string, query: unknown): PageStart {
  const position = positionOf(cursor, query);
  if (!POSITION.test(position)) throw invalidParameter('cursor', 'cursor');
  const [from, to, captured_at, key] = position.split(' ') as [string, string, string, string];
  return { window: { from, to }, after: { captured_at, key } };
}

/**
 * Returns the requested window. By default it ends now, and begins the default range before its end.
 *
 * @param now milliseconds since the epoch
 * @throws {ServiceError} invalid_parameter if it begins after now and has no end
 */
export function windowOf({ range = DEFAULT_RANGE, from, to }: RequestedWindow, now: number): HistoryWindow {
  const end = to ?? new Date(now).toISOString();
  const begin = from ?? startOf(range, Date.parse(end));
  if (to === undefined && begin > end) throw invalidParameter('from', 'after_now');
  return { from: begin, to: end };
}

/**
 * Returns the start of a range: the start (UTC) of its first day, since part of the values have only a day. If the month
 * has no such day (the 31st), it is the last day of the month.
 *
 * @param end end of the range, in milliseconds since the epoch
 * @returns ISO 8601 time
 */
export function startOf({ amount, unit }: Range, end: number): string {
  const last = new Date(end);
  const [year, month, day] = [last.getUTCFullYear(), last.getUTCMonth(), last.getUTCDate()];
  if (unit === 'd' || unit === 'w') {
    return new Date(Date.UTC(year, month, day - amount * (unit === 'w' ? 7 : 1))).toISOString();
  }
  const startMonth = month - amount * (unit === 'y' ? 12 : 1);
  const lastDay = new Date(Date.UTC(year, startMonth + 1, 0)).getUTCDate();
  return new Date(Date.UTC(year, startMonth, Math.min(day, lastDay))).toISOString();
}

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

/** A range as asked for: `30d` is 30 and `d`. */
export interface Range {
  text: string;
  amount: number;
  unit: 'd' | 'w' | 'm' | 'y';
}

/** The window as asked for: a range up to now, or one or both of its bounds, as ISO 8601 times with milliseconds. */
interface AskedWindow {
  range?: Range | undefined;
  from?: string | undefined;
  to?: string | undefined;
}

export interface HistoryRequest extends AskedWindow {
  domain: string;
  limit: number;
  /** `next_cursor` of the page before. */
  cursor?: string | undefined;
}

export interface HistoryServices {
  history: Pick<DomainHistory, 'read'>;
  now: () => number;
}

/** Ten years in each unit; in days as many as any ten years around now have. */
export const LONGEST_RANGE = { d: 3_652, w: 521, m: 120, y: 10 };

export const DEFAULT_RANGE: Range = { text: '30d', amount: 30, unit: 'd' };

/**
 * A page of the snapshots of a domain in a time window, newest first; none for a domain that was never seen. All pages
 * have the window of the first one.
 *
 * @throws {ServiceError} invalid_parameter for a cursor of another query
 */
export async function readHistory(request: HistoryRequest, { history, now }: HistoryServices): Promise<HistoryAnswer> {
  const { domain, limit, cursor } = request;
  const query = { domain, range: rangeOf(request), from: request.from ?? null, to: request.to ?? null };
  const start = cursor === undefined ? undefined : readHistoryCursor(cursor, query);
  const window = start?.window ?? windowOf(request, now());
  const page = await history.read(domain, { ...window, limit }, start?.after);
  const behind = page.truncated ? await readBehind(domain, window, page, history) : [];
  const snapshots = fittingItems(withChanges(page.snapshots, behind));
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

/** `null` where the window was asked for by its bounds. */
function rangeOf({ range = DEFAULT_RANGE, from, to }: HistoryRequest): string | null {
  return from === undefined && to === undefined ? range.text : null;
}

/**
 * How many snapshots behind a page are read for its changes to be those of one long list: few at first, and more where
 * these do not know all values.
 */
const BEHIND = [10, 90];

async function readBehind(
  domain: string,
  window: HistoryWindow,
  { snapshots }: HistoryPage,
  history: Pick<DomainHistory, 'read'>,
): Promise<StoredSnapshot[]> {
  const behind: StoredSnapshot[] = [];
  for (const limit of BEHIND) {
    const more = await history.read(domain, { ...window, limit }, behind.at(-1) ?? snapshots.at(-1));
    behind.push(...more.snapshots);
    if (!more.truncated || areComparable(snapshots, behind)) break;
  }
  return behind;
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

/** Without the noise of binary fractions: 4.3 − 4.1 is 0.2. */
function difference(last: number, first: number): number {
  return Number((last - first).toFixed(6));
}

type Snapshot = z.infer<typeof historyAnswer>['snapshots'][number];
type Change = Snapshot['changes'][number];

/**
 * Fills in every documented member, and tells what changed. Each value is compared on its own with its last known
 * value: snapshots that do not know it (a source failed, or a backfill that holds one value) are passed over, so
 * that A, unknown, B is one change from A to B, and A, unknown, A is none. The oldest known value is never a
 * change.
 *
 * @param newestFirst snapshots as stored
 * @param behind older ones, which are compared with and not returned
 */
function withChanges(newestFirst: StoredSnapshot[], behind: StoredSnapshot[] = []): Snapshot[] {
  const lastKnown = new Map<ValueName, string | number>();
  const oldestFirst = [...newestFirst, ...behind].reverse().map((stored) => {
    const changes: Change[] = [];
    for (const field of changingNames) {
      const [from, to] = [lastKnown.get(field), valueOf(stored, field)];
      if (to === null) continue;
      if (from !== undefined && from !== to) changes.push({ field, from, to } as Change);
      lastKnown.set(field, to);
    }
    return snapshotOf(stored, changes);
  });
  return oldestFirst.slice(behind.length).reverse();
}

/** Whether the snapshots behind know each value that the newer ones know: nothing older can be compared with then. */
function areComparable(newestFirst: StoredSnapshot[], behind: StoredSnapshot[]): boolean {
  const isKnown = (snapshots: StoredSnapshot[], name: ValueName) =>
    snapshots.some((stored) => valueOf(stored, name) !== null);
  return changingNames.every((name) => isKnown(behind, name) || !isKnown(newestFirst, name));
}

function valueOf(stored: StoredSnapshot, name: ValueName): string | number | null {
  return stored[name] ?? null;
}

function snapshotOf(stored: StoredSnapshot, changes: Change[]): Snapshot {
  const { captured_at, date, origin, site_status = null } = stored;
  const figures = Object.fromEntries(valueNames.map((name) => [name, valueOf(stored, name)]));
  return { captured_at, date, site_status, origin, ...figures, changes } as Snapshot;
}

/** Where a page of snapshots begins: the window of the first page, and the snapshot behind which it goes on. */
interface PageStart {
  window: HistoryWindow;
  after: HistoryPosition;
}

/** @param query what the page was asked for */
export function historyCursor({ window, after }: PageStart, query: unknown): string {
  return cursorAt([window.from, window.to, after.captured_at, after.key].join(' '), query);
}

/**
 * @param query what the next page is asked for
 * @throws {ServiceError} invalid_parameter naming `cursor`, for one of another query, and for what is no cursor
 */
function readHistoryCursor(cursor: string, query: unknown): PageStart {
  const [from = '', to = '', captured_at = '', ...key] = positionOf(cursor, query).split(' ');
  return { window: { from, to }, after: { captured_at, key: key.join(' ') } };
}

/**
 * The window that was asked for. It ends now, and begins the default range before its end, where nothing else is said.
 *
 * @param now milliseconds since the epoch
 * @throws {ServiceError} invalid_parameter where it would begin after now and has no end
 */
function windowOf({ range = DEFAULT_RANGE, from, to }: AskedWindow, now: number): HistoryWindow {
  const end = to ?? new Date(now).toISOString();
  const begin = from ?? startOf(range, Date.parse(end));
  if (to === undefined && begin > end) throw invalidParameter('from', 'must not be after now');
  return { from: begin, to: end };
}

/**
 * The time that a range goes back to: the beginning (UTC) of the day that lies so far back, since part of the values
 * are known by day alone. Back from the 31st, a month that has none begins with its last day.
 *
 * @param end of the range, in milliseconds since the epoch
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

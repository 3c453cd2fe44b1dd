import type { z } from 'zod';
import { fittingItems } from '../../platform/http/page-size.ts';
import { type MetricName, metricNames } from '../../record/figures.ts';
import type { historyAnswer } from '../../record/history-schema.ts';
import type { DomainHistory } from '../store/domain-history.ts';
import type { HistoryPage, HistoryWindow, StoredSnapshot } from '../store/item.ts';
import { areComparable, type Snapshot, withChanges } from './changes.ts';
import { historyCursor, readHistoryCursor } from './history-cursor.ts';
import { type AskedWindow, DEFAULT_RANGE, windowOf } from './window.ts';

export type HistoryAnswer = z.infer<typeof historyAnswer>;

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
 * these do not know all figures.
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

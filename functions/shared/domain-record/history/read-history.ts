import type { z } from 'zod';
import {
  asKnownNow,
  type FigureName,
  figureNames,
  type MetricName,
  metricNames,
  shortTitle,
} from '../../record/figures.ts';
import type { historyAnswer } from '../../record/history-schema.ts';
import type { DomainHistory, StoredSnapshot } from '../../storage/domain-history/domain-history.ts';
import { type Range, startOf } from './window.ts';

export type HistoryAnswer = z.infer<typeof historyAnswer>;
type Snapshot = HistoryAnswer['snapshots'][number];
type Change = Snapshot['changes'][number];

interface HistoryRequest {
  domain: string;
  range: Range;
  limit: number;
}

export interface HistoryServices {
  history: Pick<DomainHistory, 'read'>;
  now: () => number;
}

/** The snapshots of a domain in a time window up to now, newest first; none for a domain that was never seen. */
export async function readHistory(
  { domain, range, limit }: HistoryRequest,
  { history, now }: HistoryServices,
): Promise<HistoryAnswer> {
  const asked = now();
  const from = startOf(range, asked);
  const to = new Date(asked).toISOString();
  const { snapshots: stored, truncated } = await history.read(domain, { from, to, limit });
  const snapshots = withChanges(stored);
  const summary = Object.fromEntries(metricNames.map((name) => [name, summaryOf(snapshots, name)]));
  return {
    domain,
    range: range.text,
    from,
    to,
    limit,
    count: snapshots.length,
    truncated,
    snapshots,
    summary: summary as HistoryAnswer['summary'],
  };
}

/**
 * Fills in every documented member, and tells what changed. Each figure is compared on its own with its last known
 * value: snapshots that do not know it (a source failed, or a backfill that holds one figure) are passed over, so
 * that A, unknown, B is one change from A to B, and A, unknown, A is none. Nothing outside these snapshots is looked
 * at: the oldest known value of a figure is never a change.
 *
 * @param newestFirst snapshots as stored
 */
export function withChanges(newestFirst: StoredSnapshot[]): Snapshot[] {
  const lastKnown = new Map<FigureName, string | number>();
  const oldestFirst = newestFirst
    .map(asKnownNow)
    .toReversed()
    .map((stored) => {
      const changes: Change[] = [];
      for (const field of figureNames) {
        const [from, to] = [lastKnown.get(field), figureOf(stored, field)];
        if (to === null) continue;
        if (from !== undefined && from !== to) changes.push({ field, from, to });
        lastKnown.set(field, to);
      }
      return snapshotOf(stored, changes);
    });
  return oldestFirst.reverse();
}

/** Titles of an earlier version may be longer than what is kept now. */
function figureOf(stored: StoredSnapshot, name: FigureName): string | number | null {
  return name === 'title' ? shortTitle(stored.title as string | null | undefined) : (stored[name] ?? null);
}

function snapshotOf(stored: StoredSnapshot, changes: Change[]): Snapshot {
  const { captured_at, date, origin, site_status = null } = stored;
  const figures = Object.fromEntries(figureNames.map((name) => [name, figureOf(stored, name)]));
  return { captured_at, date, site_status, origin, ...figures, changes } as Snapshot;
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

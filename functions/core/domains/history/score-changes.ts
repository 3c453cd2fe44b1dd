import type { StoredSnapshot } from '../store/domain-history.ts';
import type { HistoryServices } from './read-history.ts';
import { DAY_MS } from '../../platform/time/day.ts';

/** An audit of the home page that failed in one of two snapshots, or in both with different numbers of items. */
export interface AuditChange {
  id: string;
  /** Number of its items before and after; `null`: it did not fail. */
  from: number | null;
  to: number | null;
}

export interface ScoreChange {
  /** ISO 8601 time of the snapshot with the new score. */
  captured_at: string;
  from: number;
  to: number;
  /** `null`: one of the two snapshots has no audits. */
  audits: AuditChange[] | null;
}

/**
 * Lists the changes of a domain's score with the audits that changed at the same time. Snapshots without a score are
 * skipped.
 *
 * @param newestFirst snapshots
 * @returns newest first
 */
export function scoreChanges(newestFirst: readonly StoredSnapshot[]): ScoreChange[] {
  const scored = newestFirst.filter(({ seo_score }) => typeof seo_score === 'number');
  return scored.slice(0, -1).flatMap((after, index) => {
    const before = scored[index + 1]!;
    const [from, to] = [before.seo_score as number, after.seo_score as number];
    return from === to ? [] : [{ captured_at: after.captured_at, from, to, audits: auditChanges(before, after) }];
  });
}

/** How long before a day its score may have been known, and numbers of snapshots to read: several sources add some. */
const SINCE_DAYS = 28;
const MAX_BEFORE = 100;
const MAX_NEWEST = 30;

/**
 * Compares a domain's newest score with the one that was last known on a day, with two reads whatever the length of the
 * history in between.
 *
 * @param since `YYYY-MM-DD`
 * @returns `null`: one of the two scores is not known, or there is no newer one
 */
export async function readScoreChange(
  domain: string,
  since: string,
  { history, now }: HistoryServices,
): Promise<ScoreChange | null> {
  const day = Date.parse(since);
  const time = (ms: number) => new Date(ms).toISOString();
  const newestScored = async (from: number, to: number, limit: number) => {
    const { snapshots } = await history.read(domain, { from: time(from), to: time(to), limit });
    return snapshots.find(({ seo_score }) => typeof seo_score === 'number');
  };
  const [before, after] = await Promise.all([
    newestScored(day - SINCE_DAYS * DAY_MS, day + DAY_MS - 1, MAX_BEFORE),
    newestScored(day, Math.max(day, now()), MAX_NEWEST),
  ]);
  if (!before || !after || before.key === after.key) return null;
  return {
    captured_at: after.captured_at,
    from: before.seo_score as number,
    to: after.seo_score as number,
    audits: auditChanges(before, after),
  };
}

/** @returns the audits that differ; `null` if those of a snapshot are not known */
export function auditChanges(before: StoredSnapshot, after: StoredSnapshot): AuditChange[] | null {
  if (!before.failed_audits || !after.failed_audits) return null;
  const [from, to] = [itemsByAudit(before.failed_audits), itemsByAudit(after.failed_audits)];
  return [...new Set([...from.keys(), ...to.keys()])]
    .map((id) => ({ id, from: from.get(id) ?? null, to: to.get(id) ?? null }))
    .filter((change) => change.from !== change.to);
}

function itemsByAudit(failed: readonly string[]): Map<string, number> {
  return new Map(
    failed.map((text) => {
      const [id, items] = text.split(':') as [string, string];
      return [id, Number(items)];
    }),
  );
}

import type { z } from 'zod';
import { changingNames, type FigureName, figureNames } from '../../record/figures.ts';
import type { historyAnswer } from '../../record/history-schema.ts';
import type { StoredSnapshot } from '../store/item.ts';

export type Snapshot = z.infer<typeof historyAnswer>['snapshots'][number];
type Change = Snapshot['changes'][number];

/**
 * Fills in every documented member, and tells what changed. Each figure is compared on its own with its last known
 * value: snapshots that do not know it (a source failed, or a backfill that holds one figure) are passed over, so
 * that A, unknown, B is one change from A to B, and A, unknown, A is none. The oldest known value of a figure is never a
 * change.
 *
 * @param newestFirst snapshots as stored
 * @param behind older ones, which are compared with and not returned
 */
export function withChanges(newestFirst: StoredSnapshot[], behind: StoredSnapshot[] = []): Snapshot[] {
  const lastKnown = new Map<FigureName, string | number>();
  const oldestFirst = [...newestFirst, ...behind].reverse().map((stored) => {
    const changes: Change[] = [];
    for (const field of changingNames) {
      const [from, to] = [lastKnown.get(field), figureOf(stored, field)];
      if (to === null) continue;
      if (from !== undefined && from !== to) changes.push({ field, from, to } as Change);
      lastKnown.set(field, to);
    }
    return snapshotOf(stored, changes);
  });
  return oldestFirst.slice(behind.length).reverse();
}

/** Whether the snapshots behind know each figure that the newer ones know: nothing older can be compared with then. */
export function areComparable(newestFirst: StoredSnapshot[], behind: StoredSnapshot[]): boolean {
  const isKnown = (snapshots: StoredSnapshot[], name: FigureName) =>
    snapshots.some((stored) => figureOf(stored, name) !== null);
  return changingNames.every((name) => isKnown(behind, name) || !isKnown(newestFirst, name));
}

function figureOf(stored: StoredSnapshot, name: FigureName): string | number | null {
  return stored[name] ?? null;
}

function snapshotOf(stored: StoredSnapshot, changes: Change[]): Snapshot {
  const { captured_at, date, origin, site_status = null } = stored;
  const figures = Object.fromEntries(figureNames.map((name) => [name, figureOf(stored, name)]));
  return { captured_at, date, site_status, origin, ...figures, changes } as Snapshot;
}

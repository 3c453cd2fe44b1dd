import type { CsvTable } from '../../platform/text/csv-text.ts';
import type { Fields } from '../../platform/http/fields.ts';
import { figureNames } from '../../record/figures.ts';
import type { HistoryAnswer } from './read-history.ts';

const COLUMNS = ['captured_at', 'date', 'site_status', 'origin', ...figureNames] as const;

/**
 * One row per snapshot, newest first, with the number of its changes.
 *
 * @param chosen members of snapshots, beside `captured_at`; `null`: all
 */
export function historyTable({ snapshots, next_cursor }: HistoryAnswer, chosen: Fields | null = null): CsvTable {
  const columns = COLUMNS.filter((name) => !chosen || name === 'captured_at' || chosen.has(name));
  const hasChanges = !chosen || chosen.has('changes');
  return {
    header: [...columns, ...(hasChanges ? ['changes_total'] : [])],
    rows: snapshots.map((snapshot) => [
      ...columns.map((name) => snapshot[name]),
      ...(hasChanges ? [snapshot.changes.length] : []),
    ]),
    nextCursor: next_cursor,
  };
}

import type { CsvTable } from '../shared/http/csv.ts';
import { figureNames } from '../shared/record/figures.ts';
import type { HistoryAnswer } from '../shared/domain-record/history/read-history.ts';

const COLUMNS = ['captured_at', 'date', 'site_status', 'origin', ...figureNames] as const;

/** One row per snapshot, newest first, with the number of its changes. */
export function historyTable({ snapshots }: HistoryAnswer): CsvTable {
  return {
    header: [...COLUMNS, 'changes_total'],
    rows: snapshots.map((snapshot) => [...COLUMNS.map((name) => snapshot[name]), snapshot.changes.length]),
  };
}

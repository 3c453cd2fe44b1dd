import type { CsvTable } from '../shared/http/csv.ts';
import { figureNames } from '../shared/record/figures.ts';
import type { HistoryAnswer } from '../shared/domain-record/history/read-history.ts';

const COLUMNS = ['captured_at', 'date', 'origin', ...figureNames] as const;

/** One row a snapshot, newest first; of its changes there is the number. */
export function historyTable({ snapshots }: HistoryAnswer): CsvTable {
  return {
    header: [...COLUMNS, 'changes_total'],
    rows: snapshots.map((snapshot) => [...COLUMNS.map((name) => snapshot[name]), snapshot.changes.length]),
  };
}

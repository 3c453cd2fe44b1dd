import type { CsvTable } from '../shared/http/csv.ts';
import type { HistoryAnswer } from './read-history.ts';

const COLUMNS = [
  'captured_at',
  'date',
  'origin',
  'seo_score',
  'http_status',
  'tranco_rank',
  'open_page_rank',
  'organic_etv',
  'organic_count',
  'lcp_p75_ms',
  'word_count',
  'links_total',
  'title',
  'content_hash',
] as const;

/** One row a snapshot, newest first; of its changes there is the number. */
export function historyTable({ snapshots }: HistoryAnswer): CsvTable {
  return {
    header: [...COLUMNS, 'changes_total'],
    rows: snapshots.map((snapshot) => [...COLUMNS.map((name) => snapshot[name]), snapshot.changes.length]),
  };
}

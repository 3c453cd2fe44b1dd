import type { CsvTable } from '../platform/text/csv-text.ts';
import type { LongTailAnswer } from './answer-schema.ts';

const LONG_TAIL_COLUMNS = [
  'keyword',
  'modifier',
  'score',
  'word_count',
  'char_count',
  'search_volume',
  'keyword_difficulty',
] as const;

/** One row per keyword, sorted by group; engines are separated by spaces. */
export function longTailTable({ groups, truncated }: LongTailAnswer): CsvTable {
  return {
    isCut: truncated,
    header: ['group', ...LONG_TAIL_COLUMNS, 'engines'],
    rows: groups.flatMap(({ id, items }) =>
      items.map((item) => [id, ...LONG_TAIL_COLUMNS.map((name) => item[name]), item.engines.join(' ')]),
    ),
  };
}

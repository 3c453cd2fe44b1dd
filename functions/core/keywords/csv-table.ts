import type { CsvTable } from '../platform/text/csv-text.ts';
import type { KeywordsAnswer } from './answer-schema.ts';

const KEYWORD_COLUMNS = [
  'keyword',
  'score',
  'score_basis',
  'score_version',
  'word_count',
  'char_count',
  'language',
  'search_volume',
  'cpc_usd',
  'competition',
  'keyword_difficulty',
  'first_seen_at',
  'last_seen_at',
] as const;
const PAGE_PARTS = ['in_title', 'in_h1', 'in_description', 'in_url'] as const;

/** One row per keyword, in the requested order; engines are separated by spaces. */
export function keywordsTable({ items, next_cursor }: Pick<KeywordsAnswer, 'items' | 'next_cursor'>): CsvTable {
  return {
    nextCursor: next_cursor,
    header: [...KEYWORD_COLUMNS, 'engines', 'intent', ...PAGE_PARTS, 'match'],
    rows: items.map((item) => [
      ...KEYWORD_COLUMNS.map((name) => item[name]),
      item.engines.join(' '),
      item.intent?.main ?? null,
      ...PAGE_PARTS.map((part) => (item.domain_match ? String(item.domain_match[part]) : null)),
      item.match,
    ]),
  };
}

import type { NewBatch } from '../../../contract.ts';
import { MAX_ROWS } from '../../../../core/batches/batch.ts';

/** Members of a record that the form offers; all others can be named. */
export const offeredMembers = [
  'seo_score',
  'page.title',
  'page.meta_description',
  'page.http_status',
  'page.final_url',
  'page.word_count',
  'popularity.tranco.rank',
  'popularity.open_page_rank.score',
  'registration.registered_at',
  'registration.expires_at',
  'registration.registrar',
  'tls.days_remaining',
  'archive.first_seen_at',
  'organic.etv',
  'organic.count',
] as const;

export type OfferedMember = (typeof offeredMembers)[number];

export const preselected: readonly OfferedMember[] = [
  'seo_score',
  'page.title',
  'page.http_status',
  'popularity.tranco.rank',
  'registration.registered_at',
  'tls.days_remaining',
];

/** Dotted names in a text, separated by commas or spaces; each once. */
export function namedMembers(text: string): string[] {
  return [...new Set(text.split(/[\s,，、;；]+/).filter(Boolean))];
}

/** Maximum number of rows that the page starts at once. */
export const MOST_AT_ONCE = 20 * MAX_ROWS;

/** Splits a list of any length into batches of as many rows as the service accepts, in order. */
export function newBatches({ domains, ...options }: NewBatch): NewBatch[] {
  const count = Math.ceil(domains.length / MAX_ROWS);
  return Array.from({ length: count }, (_, index) => ({
    ...options,
    domains: domains.slice(index * MAX_ROWS, (index + 1) * MAX_ROWS),
  }));
}

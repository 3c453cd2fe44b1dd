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

export const preselected: readonly string[] = [
  'seo_score',
  'page.title',
  'page.http_status',
  'popularity.tranco.rank',
  'registration.registered_at',
  'tls.days_remaining',
];

/** Dotted names in a text, with commas or spaces between; each once. */
export function namedMembers(text: string): string[] {
  return [...new Set(text.split(/[\s,，、;；]+/).filter(Boolean))];
}

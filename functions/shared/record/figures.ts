import type { DomainRecord } from './record.ts';

/** The figures of a record that history follows, each with the source that it comes from. */
const FIGURES = {
  seo_score: ['site', (record) => record.seo_score],
  http_status: ['site', ({ page }) => page?.http_status],
  word_count: ['site', ({ page }) => page?.word_count],
  links_total: ['site', ({ page }) => page?.links.total],
  title: ['site', ({ page }) => page?.title],
  content_hash: ['site', ({ page }) => page?.content_hash],
  tranco_rank: ['tranco', ({ popularity }) => popularity.tranco?.rank],
  open_page_rank: ['open_page_rank', ({ popularity }) => popularity.open_page_rank?.score],
  organic_etv: ['dataforseo', ({ organic }) => organic?.etv],
  organic_count: ['dataforseo', ({ organic }) => organic?.count],
  lcp_p75_ms: ['crux', ({ performance }) => performance.field?.lcp_p75_ms],
} satisfies Record<string, [source: string, read: (record: DomainRecord) => string | number | null | undefined]>;

export type FigureName = keyof typeof FIGURES;
export type Figures = Record<FigureName, string | number | null>;

/** The figures that these sources have given; those of other sources are null. */
export function figuresOf(record: DomainRecord, sourceIds: ReadonlySet<string>): Figures {
  const entries = Object.entries(FIGURES).map(([name, [source, read]]) => [
    name,
    sourceIds.has(source) ? (read(record) ?? null) : null,
  ]);
  return Object.fromEntries(entries) as Figures;
}

/** Sources whose values in the record are of this very fetch. */
export function freshSources(record: DomainRecord): ReadonlySet<string> {
  return new Set(record.sources.flatMap(({ id, from_cache, fetched_at }) => (!from_cache && fetched_at ? [id] : [])));
}

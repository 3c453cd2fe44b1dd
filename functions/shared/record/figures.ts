import type { DomainRecord } from './record.ts';

/** Enough to tell titles apart; a thousand snapshots with longer ones would exceed the size of a response. */
const TITLE_CAP = 200;

type Read = (record: DomainRecord) => string | number | null | undefined;

/** The figures that the history keeps, each with its source: numbers, then texts. */
const NUMBERS = {
  seo_score: ['site', (record) => record.seo_score],
  http_status: ['site', ({ page }) => page?.http_status],
  tranco_rank: ['tranco', ({ popularity }) => popularity.tranco?.rank],
  open_page_rank: ['open_page_rank', ({ popularity }) => popularity.open_page_rank?.score],
  organic_etv: ['dataforseo', ({ organic }) => organic?.etv],
  organic_count: ['dataforseo', ({ organic }) => organic?.count],
  lcp_p75_ms: ['crux', ({ performance }) => performance.field?.lcp_p75_ms],
  word_count: ['site', ({ page }) => page?.word_count],
  links_total: ['site', ({ page }) => page?.links.total],
} satisfies Record<string, [source: string, read: Read]>;
const TEXTS = {
  title: ['site', ({ page }) => shortTitle(page?.title)],
  content_hash: ['site', ({ page }) => page?.content_hash],
} satisfies Record<string, [source: string, read: Read]>;
const FIGURES = { ...NUMBERS, ...TEXTS };

export type MetricName = keyof typeof NUMBERS;
export type FigureName = keyof typeof FIGURES;
export type Figures = Record<FigureName, string | number | null>;

/** In the order of the documentation. */
export const metricNames = Object.keys(NUMBERS) as MetricName[];
export const figureNames = Object.keys(FIGURES) as FigureName[];

/** The figures of these sources; those of other sources are null. */
export function figuresOf(record: DomainRecord, sourceIds: ReadonlySet<string>): Figures {
  const entries = Object.entries(FIGURES).map(([name, [source, read]]) => [
    name,
    sourceIds.has(source) ? (read(record) ?? null) : null,
  ]);
  return Object.fromEntries(entries) as Figures;
}

/** Sources whose values in the record were fetched by the last request to them, not kept from an earlier one. */
export function freshSources(record: DomainRecord): ReadonlySet<string> {
  return new Set(record.sources.flatMap(({ id, from_cache, fetched_at }) => (!from_cache && fetched_at ? [id] : [])));
}

/** A title as history keeps it: its first 200 code points. */
export function shortTitle(title: string | null | undefined): string | null {
  if (title === null || title === undefined) return null;
  return title.length > TITLE_CAP ? [...title].slice(0, TITLE_CAP).join('') : title;
}

import type { DomainRecord } from './record.ts';

/** Enough to tell texts apart; a thousand snapshots with longer ones would exceed the size of a response. */
const TEXT_CAP = 200;

/** The source that reads the home page. */
export const SITE = 'site';
/** What the values of a whole site are of: no source of the record, but the last crawl of the day. */
export const SITE_CRAWL = 'site_crawl';

type Read = (record: DomainRecord) => string | number | null | undefined;

/** The values that the history keeps, each with its source: numbers, then texts. */
const NUMBERS = {
  seo_score: ['site', (record) => record.seo_score],
  http_status: ['site', ({ page }) => page?.http_status],
  tranco_rank: ['tranco', ({ popularity }) => popularity.tranco?.rank],
  open_page_rank: ['open_page_rank', ({ popularity }) => popularity.open_page_rank?.score],
  organic_etv: ['dataforseo', ({ organic }) => organic?.etv],
  organic_count: ['dataforseo', ({ organic }) => organic?.count],
  lcp_p75_ms: ['crux', ({ performance }) => performance.field?.lcp_p75_ms],
  inp_p75_ms: ['crux', ({ performance }) => performance.field?.inp_p75_ms],
  cls_p75: ['crux', ({ performance }) => performance.field?.cls_p75],
  ttfb_p75_ms: ['crux', ({ performance }) => performance.field?.ttfb_p75_ms],
  fcp_p75_ms: ['crux', ({ performance }) => performance.field?.fcp_p75_ms],
  tls_days_remaining: ['tls', ({ tls }) => tls?.days_remaining],
  word_count: ['site', ({ page }) => page?.word_count],
  links_total: ['site', ({ page }) => page?.links.total],
  // The record of a domain has none of these: the end of a crawl tells them.
  site_score: [SITE_CRAWL, () => null],
  site_pages: [SITE_CRAWL, () => null],
  site_broken_links: [SITE_CRAWL, () => null],
} satisfies Record<string, [source: string, read: Read]>;
const TEXTS = {
  expires_at: ['rdap', ({ registration }) => registration?.expires_at],
  meta_robots: ['site', ({ page }) => shortText(page?.meta_robots)],
  canonical: ['site', ({ page }) => shortText(page?.canonical)],
  title: ['site', ({ page }) => shortText(page?.title)],
  content_hash: ['site', ({ page }) => page?.content_hash],
} satisfies Record<string, [source: string, read: Read]>;
const VALUES = { ...NUMBERS, ...TEXTS };

export type MetricName = keyof typeof NUMBERS;
export type ValueName = keyof typeof VALUES;
export type HistoryValues = Record<ValueName, string | number | null>;

/** Values that differ from day to day although nothing has happened: they are not told as changes. */
const COUNTDOWNS: ReadonlySet<ValueName> = new Set(['tls_days_remaining']);

/** In the order of the documentation. */
export const metricNames = Object.keys(NUMBERS) as MetricName[];
export const valueNames = Object.keys(VALUES) as ValueName[];
/** Values whose changes history tells. */
export const changingNames = valueNames.filter((name) => !COUNTDOWNS.has(name));

/** The id of the source that a value is of. */
export function sourceOfValue(name: ValueName): string {
  return VALUES[name][0];
}

/** The values of a snapshot, and whether the site showed its home page. */
export interface SnapshotValues extends HistoryValues {
  /** `ok`, or the code of what went wrong; null: not known. */
  site_status: string | null;
}

/** What a snapshot keeps: the values of these sources, and why it has none of the site. */
export function snapshotOf(record: DomainRecord, sourceIds: ReadonlySet<string>): SnapshotValues {
  return { site_status: siteStatus(record, sourceIds), ...valuesOf(record, sourceIds) };
}

function siteStatus({ sources }: DomainRecord, sourceIds: ReadonlySet<string>): string | null {
  if (sourceIds.has(SITE)) return 'ok';
  const report = sources.find(({ id }) => id === SITE);
  return report?.error?.code ?? null;
}

/** The values of these sources; those of other sources are null. */
export function valuesOf(record: DomainRecord, sourceIds: ReadonlySet<string>): HistoryValues {
  const entries = Object.entries(VALUES).map(([name, [source, read]]) => [
    name,
    sourceIds.has(source) ? (read(record) ?? null) : null,
  ]);
  return Object.fromEntries(entries) as HistoryValues;
}

/** Sources whose values in the record were fetched by the last request to them, not kept from an earlier one. */
export function freshSources(record: DomainRecord): ReadonlySet<string> {
  return new Set(record.sources.flatMap(({ id, from_cache, fetched_at }) => (!from_cache && fetched_at ? [id] : [])));
}

/** A text as history keeps it: its first 200 code points. */
export function shortText(text: string | null | undefined): string | null {
  if (text === null || text === undefined) return null;
  return text.length > TEXT_CAP ? [...text].slice(0, TEXT_CAP).join('') : text;
}

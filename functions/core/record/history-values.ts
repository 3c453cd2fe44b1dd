import { policyText } from './ai-policy-text.ts';
import type { DomainRecord } from './record.ts';

/** Length in code points that distinguishes texts; with longer ones, a thousand snapshots would exceed a response. */
const TEXT_CAP = 200;

/** The source that reads the home page. */
export const SITE = 'site';
/** Origin of the values of a whole site: not a source of the record, but the last crawl of the day. */
export const SITE_CRAWL = 'site_crawl';

type Read = (record: DomainRecord) => string | number | null | undefined;

/** Values that the history stores, each with its source: numbers, then texts. */
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
  // These are not in the record of a domain; a crawl sets them when it ends.
  site_score: [SITE_CRAWL, () => null],
  site_pages: [SITE_CRAWL, () => null],
  site_broken_links: [SITE_CRAWL, () => null],
} satisfies Record<string, [source: string, read: Read]>;
const TEXTS = {
  // Whether the crawl of these values was `complete`, or reached its `page_limit`.
  site_crawl: [SITE_CRAWL, () => null],
  expires_at: ['rdap', ({ registration }) => registration?.expires_at],
  meta_robots: ['site', ({ page }) => shortText(page?.meta_robots)],
  canonical: ['site', ({ page }) => shortText(page?.canonical)],
  title: ['site', ({ page }) => shortText(page?.title)],
  content_hash: ['site', ({ page }) => page?.content_hash],
  ai_policy: ['ai_policy', ({ ai_policy }) => policyText(ai_policy)],
} satisfies Record<string, [source: string, read: Read]>;
const VALUES = { ...NUMBERS, ...TEXTS };

export type MetricName = keyof typeof NUMBERS;
export type ValueName = keyof typeof VALUES;
export type HistoryValues = Record<ValueName, string | number | null>;

/** Metrics of which more or less is better. */
const BETTER: Partial<Record<MetricName, 'more' | 'less'>> = {
  seo_score: 'more',
  tranco_rank: 'less',
  open_page_rank: 'more',
  organic_etv: 'more',
  organic_count: 'more',
  lcp_p75_ms: 'less',
  inp_p75_ms: 'less',
  cls_p75: 'less',
  ttfb_p75_ms: 'less',
  fcp_p75_ms: 'less',
  site_score: 'more',
  site_broken_links: 'less',
};

/** Returns whether more or less of a metric is better; `undefined`: neither is. */
export const betterOf = (name: MetricName): 'more' | 'less' | undefined => BETTER[name];

/** Values that differ every day without a change of the site, and so are not reported as changes. */
const COUNTDOWNS: ReadonlySet<ValueName> = new Set(['tls_days_remaining']);

/** In the order of the documentation. */
export const metricNames = Object.keys(NUMBERS) as MetricName[];
export const valueNames = Object.keys(VALUES) as ValueName[];
/** Values whose changes the history reports. */
export const changingNames = valueNames.filter((name) => !COUNTDOWNS.has(name));

/** Returns the id of the source of a value. */
export function sourceOfValue(name: ValueName): string {
  return VALUES[name][0];
}

/** The values of a snapshot, whether the home page could be read, and its failed audits. */
export interface SnapshotValues extends HistoryValues {
  /** `ok`, or the code of the error; null: not known. */
  site_status: string | null;
  /** Ids of the failed audits of the home page with the numbers of their items: `id:items`; null: not known. */
  failed_audits: string[] | null;
}

/** Returns the values of a snapshot: those of these sources, and the reason if the site has none. */
export function snapshotOf(record: DomainRecord, sourceIds: ReadonlySet<string>): SnapshotValues {
  return {
    site_status: siteStatus(record, sourceIds),
    failed_audits: failedAudits(record, sourceIds),
    ...valuesOf(record, sourceIds),
  };
}

function failedAudits({ audit }: DomainRecord, sourceIds: ReadonlySet<string>): string[] | null {
  if (!sourceIds.has(SITE) || !audit) return null;
  return audit.audits.filter(({ status }) => status === 'fail').map(({ id, items_total }) => `${id}:${items_total}`);
}

function siteStatus({ sources }: DomainRecord, sourceIds: ReadonlySet<string>): string | null {
  if (sourceIds.has(SITE)) return 'ok';
  const report = sources.find(({ id }) => id === SITE);
  return report?.error?.code ?? null;
}

/** Returns the values of these sources; those of other sources are null. */
export function valuesOf(record: DomainRecord, sourceIds: ReadonlySet<string>): HistoryValues {
  const entries = Object.entries(VALUES).map(([name, [source, read]]) => [
    name,
    sourceIds.has(source) ? (read(record) ?? null) : null,
  ]);
  return Object.fromEntries(entries) as HistoryValues;
}

/** Returns the ids of sources whose values in the record are from their last request, not from an earlier one. */
export function freshSources(record: DomainRecord): ReadonlySet<string> {
  return new Set(record.sources.flatMap(({ id, from_cache, fetched_at }) => (!from_cache && fetched_at ? [id] : [])));
}

/** Returns the first 200 code points of a text, which is what the history stores. */
export function shortText(text: string | null | undefined): string | null {
  if (text === null || text === undefined) return null;
  return text.length > TEXT_CAP ? [...text].slice(0, TEXT_CAP).join('') : text;
}

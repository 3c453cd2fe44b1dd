import type { SiteComparison } from '../../../functions/back-office/contract.ts';
import type { SiteAnswer, SiteCrawl } from '../../../functions/core/record/site-schema.ts';
import { Refusal } from './fake-back-office-refusal.ts';
import { sampleOccurrences, sampleRows } from './sample-site.ts';

const WHOLE = { include: [], exclude: [], depth: null, urls: [], sitemaps: [] };
const OPTIONS = { external: false, resources: false, rate: 1 };

function sampleCrawl(day: string, differs: Partial<SiteCrawl> = {}): SiteCrawl {
  return {
    ...{ crawl_id: `202611${day}T092500000Z0a1b2c3d`, status: 'done', stop_reason: null, complete: true },
    ...{ started_at: `2026-11-${day}T09:25:00.000Z`, finished_at: `2026-11-${day}T09:30:00.000Z` },
    ...{ started_by: 'schedule', scope: WHOLE, limit: 500, options: OPTIONS, pages: 245, health: 97 },
    issues: { error: 5, warning: 0, notice: 240 },
    ...differs,
  };
}

/** Crawls of `measured.example` besides the audit, the newest first: of a part, unreachable, complete, and limited. */
const UNREACHABLE = sampleCrawl('21', {
  ...{ status: 'stopped', stop_reason: 'unreachable', complete: false, started_by: 'other' },
  ...{ pages: 90, health: 80, issues: { error: 1, warning: 0, notice: 80 } },
});
const BEFORE = sampleCrawl('15', { pages: 244, health: 94, issues: { error: 5, warning: 5, notice: 240 } });
const EARLIER = [
  UNREACHABLE,
  sampleCrawl('20', { started_by: 'you', scope: { ...WHOLE, include: ['/shoes/'], depth: 2 }, pages: 241, limit: 300 }),
  BEFORE,
  sampleCrawl('08', { stop_reason: 'page_limit', complete: false, limit: 230, pages: 230, health: 91 }),
];

/** Returns the stored crawls of a site: those of its audit, and of `measured.example` some others. */
export function sampleCrawls({ domain, pages, ...audit }: SiteAnswer): SiteCrawl[] {
  const { crawl_id, status, stop_reason, complete, started_at, finished_at, scope, limit, options, health } = audit;
  const shown: SiteCrawl = {
    ...{ crawl_id, status, stop_reason, complete, started_at, finished_at, scope, limit, options, health },
    ...{ started_by: 'you', pages: pages!.total, issues: { error: 5, warning: 0, notice: 240 } },
  };
  return domain === 'measured.example' ? [shown, ...EARLIER] : [shown];
}

/** Returns a crawl in place of the audit. */
export function asAudit(audit: SiteAnswer, { crawl_id, ...crawl }: SiteCrawl): SiteAnswer {
  const { status, stop_reason, complete, finished_at, scope, limit, health } = crawl;
  const pages = { ...audit.pages!, total: crawl.pages! };
  return { ...audit, crawl_id, status, stop_reason, complete, finished_at, scope, limit, health, pages };
}

const NONE = { error: 0, warning: 0, notice: 0 };
const FIELD = { name: 'title', before: 'Shoe', now: 'Trail shoe' };
const LATER_FIELDS = [
  { name: 'content_hash', before: 'a', now: 'b' },
  { name: 'indexable', before: true, now: false },
  { name: 'later_field', before: null, now: '<img src=x onerror=alert(1)>' },
];

/**
 * Returns the comparison of two crawls: the newest one has new errors, an incomplete one has none in what it read, and
 * all others none.
 */
export function sampleComparison(domain: string, crawls: readonly SiteCrawl[], query: URLSearchParams): SiteComparison {
  const crawl = crawls.find(({ crawl_id }) => crawl_id === query.get('crawl'))!;
  const earlier = crawls.filter(({ complete, crawl_id }) => complete && crawl_id < crawl.crawl_id);
  const base = query.has('base')
    ? crawls.find(({ crawl_id }) => crawl_id === query.get('base'))
    : (earlier.find(({ scope }) => scope.depth === crawl.scope.depth) ?? earlier[0]);
  if (!base) throw new Refusal(404, 'no_comparison', 'There is nothing to compare with');
  const isFailed = crawl === crawls[0];
  const rows = sampleRows();
  const added = isFailed
    ? [...sampleOccurrences(rows, 'broken-link'), ...sampleOccurrences(rows, 'title-missing')]
    : [];
  const gone = { ...sampleOccurrences(rows, 'broken-link')[0]!, target: `https://${domain}/sold` };
  const fixed = crawl.complete ? [{ ...gone, issue: 'redirect-link', severity: 'warning' as const, status: 301 }] : [];
  const pages = Array.from({ length: isFailed ? 30 : 0 }, (_, index) => ({
    url: `https://${domain}/shoes/${String(index).padStart(3, '0')}`,
    fields: [FIELD, ...LATER_FIELDS],
  }));
  return {
    ...{ domain, base_domain: domain, crawl, base, new: added, fixed, persisting: [], pages, truncated: false },
    verdict: isFailed ? 'failed' : crawl.complete ? 'passed' : 'incomplete',
    counts: {
      new: { ...NONE, error: added.length },
      fixed: { ...NONE, warning: fixed.length },
      persisting: { error: 1, warning: 0, notice: 240 },
      not_compared: crawl.complete
        ? { newer: NONE, base: NONE }
        : { newer: NONE, base: { error: 4, warning: 5, notice: 160 } },
      pages: pages.length,
    },
  };
}

/** A newest crawl that failed, while the audit is an older one. */
export const failedCrawl = ({ finished_at }: SiteAnswer): NonNullable<SiteAnswer['last_crawl']> => {
  const { crawl_id, status, complete, stop_reason, scope } = UNREACHABLE;
  return { crawl_id, status, complete, stop_reason, scope, finished_at: finished_at!.replace('T09', 'T10') };
};

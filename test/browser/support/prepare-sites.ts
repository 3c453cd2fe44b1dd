import { OPERATOR } from '../../../functions/core/accounts/batch-caller.ts';
import type { IssueRow } from '../../../functions/core/record/site-evidence-schema.ts';
import type { SiteRow } from '../../../functions/core/record/site-schema.ts';
import { storeEnd } from '../../../functions/core/site-reports/end/store-end.ts';
import { ISSUES } from '../../../functions/core/site-reports/issues/index.ts';
import { DEFAULT_OPTIONS, endStatus } from '../../../functions/core/crawls/store/crawl-heads.ts';
import { type StopReason, type StoredResult, WHOLE_SITE } from '../../../functions/core/crawls/store/item.ts';
import { createSiteCrawls, type CrawlInProgress } from '../../../functions/core/crawls/store/site-crawls.ts';
import { createVerifications } from '../../../functions/core/crawls/store/verifications.ts';
import { siteCrawlsTable } from '../../support/dynamodb.ts';
import { siteRow } from '../../support/site-audit.ts';
import { HOSTILE, MEASURED, resultOf, sampleLinks, sampleOccurrences, sampleRows } from './sample-site.ts';
import type { Stores } from './stores.ts';

/** A crawl that has ended, by default of the whole site, complete and started by the operator. */
interface PreparedCrawl extends Partial<Pick<CrawlInProgress, 'owner' | 'limit' | 'scope'>> {
  domain?: string;
  /** Day of November 2026. */
  day: number;
  stopReason?: StopReason;
  rows?: SiteRow[];
  /** Absent: its occurrences and links are not stored. */
  evidence?: IssueRow[];
  /** `null`: there is no report. */
  result?: Partial<StoredResult> | null;
  /** Numbers of occurrences in the list of crawls. */
  issues?: { error: number; warning: number; notice: number };
}

/** Stores the crawls of sites: several of `measured.example`, a limited, a failed and an unreachable one of others. */
export async function prepareSites(stores: Stores): Promise<void> {
  const [newer, older] = [sampleRows(), olderRows()];
  const evidence = sampleOccurrences(newer);
  const known = evidence.filter(({ issue }) => issue === 'client-error' || issue === 'content-thin');
  const gone = { ...evidence[0]!, issue: 'redirect-link', severity: 'notice' as const, status: 301 };
  const unread = older.filter(({ url }, index) => index < 89 || url.endsWith('/gone'));
  const prepared: PreparedCrawl[] = [
    {
      ...{ day: 8, owner: null, stopReason: 'page_limit', limit: 230, rows: older, evidence: known },
      result: resultOf({ 'redirect-link': 12, 'broken-link': 9, 'client-error': 3, 'content-thin': 228 }, 230, 91, 74),
    },
    {
      ...{ day: 15, owner: null, rows: older, issues: { error: 5, warning: 5, notice: 240 } },
      evidence: [...known, { ...gone, target: `${MEASURED}/sold` }],
      result: resultOf({ 'redirect-link': 5, 'broken-link': 4, 'client-error': 1, 'content-thin': 240 }, 244, 94, 79),
    },
    {
      ...{ day: 20, limit: 300, scope: { ...WHOLE_SITE, include: ['/shoes/'], depth: 2 }, rows: older.slice(0, 241) },
      ...{ evidence: known.filter(({ issue }) => issue === 'content-thin'), result: resultOf({}, 241, 97, 82) },
    },
    {
      ...{ day: 21, owner: 'another', stopReason: 'unreachable', rows: unread, result: resultOf({}, 90, 80, 82) },
      evidence: known.filter(({ url }) => unread.some((row) => row.url === url)),
      issues: { error: 1, warning: 0, notice: 80 },
    },
    { day: 22, rows: newer, evidence },
    { domain: 'site-00.example', day: 22, result: { health: null } },
    {
      ...{ domain: 'site-01.example', day: 22, stopReason: 'page_limit', limit: 245, rows: newer, evidence },
      result: { skipped: [], changes: null },
    },
    { domain: 'site-02.example', day: 22, rows: newer, evidence },
    { domain: 'site-02.example', day: 23, stopReason: 'unreachable', result: resultOf({}, 90, 80, 82) },
    { domain: 'failing.example', day: 22, stopReason: 'unreachable', rows: [], result: resultOf(null, 1, null, null) },
    { domain: 'site-06.example', day: 22, stopReason: 'report_failed', result: null },
  ];
  for (const crawl of prepared) await storeCrawl(crawl, stores);
  await proveControl('site-02.example', stores);
}

async function proveControl(domain: string, { db }: Stores) {
  const verifications = createVerifications(db, siteCrawlsTable.name, Date.now);
  const { token } = await verifications.readOrCreate(domain, OPERATOR);
  await verifications.confirm(domain, OPERATOR, { token, proof: 'dns' });
}

async function storeCrawl(
  { domain = 'measured.example', owner = OPERATOR, limit = 500, scope = WHOLE_SITE, ...ended }: PreparedCrawl,
  stores: Stores,
) {
  const day = `2026-11-${String(ended.day).padStart(2, '0')}`;
  const crawls = createSiteCrawls(stores.db, siteCrawlsTable.name, () => Date.parse(`${day}T09:25:00Z`));
  const id = `${day.replaceAll('-', '')}T092500000Z0a1b2c3d`;
  await crawls.begin({ domain, id, owner, limit, scope, options: DEFAULT_OPTIONS, admitted: limit });
  const [inProgress] = await crawls.readInProgress(domain);
  await endCrawl(inProgress!, { ...ended, finishedAt: `${day}T09:30:00.000Z` }, stores);
}

type End = Pick<PreparedCrawl, 'stopReason' | 'rows' | 'evidence' | 'result' | 'issues'> & { finishedAt: string };

/** Ends a crawl with prepared rows and results. */
export async function endCrawl(
  crawl: CrawlInProgress,
  { stopReason, rows = [], evidence, result, issues = { error: 5, warning: 0, notice: 240 }, finishedAt }: End,
  { db, ...stores }: Stores,
): Promise<void> {
  const now = () => Date.parse(finishedAt);
  const crawls = createSiteCrawls(db, siteCrawlsTable.name, now);
  const stored = result === null ? null : { ...resultOf(), ...result };
  if (evidence) {
    const links = sampleLinks(rows);
    const pages = (async function* () {
      yield await Promise.resolve({ issues: evidence, links });
    })();
    await crawls.writeEvidence(
      crawl,
      pages,
      ISSUES.map(({ id }) => id),
    );
  }
  const pages = stored?.pages.total ?? null;
  await storeEnd(
    crawl,
    {
      ...{
        status: endStatus(stopReason ?? null),
        stopReason: stopReason ?? null,
        isComplete: stopReason === undefined,
      },
      ...{
        unread: [],
        summary: { pages, read: pages ?? 0, health: stored?.health ?? null, issues: stored && issues },
        result: stored,
        rows,
        finishedAt,
      },
    },
    { ...stores, crawls, now },
  );
}

/** Returns the pages of a crawl before: thirty differ from now, and one exists no longer. */
function olderRows(): SiteRow[] {
  const isChanged = (index: number) => index >= 2 && index < 32;
  const before = { title: HOSTILE, indexable: false, content_hash: 'before' };
  const rows = sampleRows().map((row, index) => (isChanged(index) ? { ...row, ...before } : row));
  return [
    ...rows,
    siteRow({ url: `${MEASURED}/sold`, http_status: 301, redirects_to: `${MEASURED}/`, seo_score: null }),
  ];
}

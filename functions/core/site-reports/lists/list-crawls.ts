import type { SiteCrawl, SiteCrawlsAnswer } from '../../record/site-schema.ts';
import type { CsvTable } from '../../platform/text/csv-text.ts';
import type { CrawlReader, EndedCrawl, CrawlInProgress } from '../../crawls/store/site-crawls.ts';
import { shownOptions, shownScope } from '../../crawls/store/item.ts';
import { ownedBy } from '../../crawls/store/private-crawls.ts';
import { shownStatus } from '../audit-data.ts';
import { notCrawled } from '../read-crawl.ts';
import { hasEnded } from '../site-view.ts';

/**
 * Lists the stored crawls of a domain and those in progress, the newest first; private ones for their owner alone.
 *
 * @param owner of the caller
 * @throws {ServiceError} not_crawled if there is none
 */
export async function listCrawls(
  domain: string,
  owner: string,
  crawls: Pick<CrawlReader, 'readAudit' | 'list' | 'readInProgress'>,
): Promise<SiteCrawlsAnswer> {
  const viewer = ownedBy(owner);
  const [audit, ended, inProgress] = await Promise.all([
    crawls.readAudit(domain),
    crawls.list(domain, { viewer }),
    crawls.readInProgress(domain, { viewer }),
  ]);
  // One that has just ended may be among both.
  const endedIds = new Set(ended.map(({ id }) => id));
  const all = [...ended, ...inProgress.filter(({ id }) => !endedIds.has(id))];
  if (all.length === 0) throw notCrawled(domain);
  const items = all.sort((one, other) => (one.id < other.id ? 1 : -1)).map((crawl) => crawlSummary(crawl, owner));
  return { domain, audit_crawl_id: audit?.id ?? null, items };
}

/** Returns a crawl as the list contains it. @param owner of the caller */
export function crawlSummary(crawl: CrawlInProgress | EndedCrawl, owner: string): SiteCrawl {
  const ended = hasEnded(crawl) ? crawl : null;
  return {
    crawl_id: crawl.id,
    status: shownStatus(crawl),
    stop_reason: crawl.stopReason,
    complete: ended?.isComplete ?? false,
    started_at: crawl.startedAt,
    finished_at: ended?.finishedAt ?? null,
    started_by: startedBy(crawl.owner, owner),
    scope: shownScope(crawl.scope),
    limit: crawl.limit,
    options: shownOptions(crawl.options),
    pages: ended?.summary.pages ?? null,
    health: ended?.summary.health ?? null,
    issues: ended?.summary.issues ?? null,
  };
}

function startedBy(owner: string | null, caller: string): SiteCrawl['started_by'] {
  if (owner === null) return 'schedule';
  return owner === caller ? 'you' : 'other';
}

const COLUMNS = [
  ...(['crawl_id', 'status', 'stop_reason', 'complete', 'started_at', 'finished_at'] as const),
  ...(['started_by', 'limit', 'pages', 'health'] as const),
];
const SEVERITIES = ['error', 'warning', 'notice'] as const;

/** Returns the list as a CSV table; scope and options are left out. */
export function crawlsTable({ items }: SiteCrawlsAnswer): CsvTable {
  return {
    header: [...COLUMNS, ...SEVERITIES],
    rows: items.map((crawl) => [
      ...COLUMNS.map((name) => (typeof crawl[name] === 'boolean' ? String(crawl[name]) : crawl[name])),
      ...SEVERITIES.map((severity) => crawl.issues?.[severity] ?? null),
    ]),
  };
}

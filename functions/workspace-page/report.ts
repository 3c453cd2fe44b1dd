import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';
import { domainToUnicode } from 'node:url';
import { createDomainCache } from '../core/domains/store/domain-cache.ts';
import { createSdkDynamoDB } from '../core/platform/dynamodb/sdk-client.ts';
import { success } from '../core/platform/http/envelope.ts';
import { ServiceError } from '../core/platform/http/errors.ts';
import { requestHeader } from '../core/platform/http/headers.ts';
import type { WorkspacePageSettings } from './settings.ts';
import { type CachedRecord, recordOf } from '../core/record/cached-record.ts';
import { createDomainHistory, type DomainHistory } from '../core/domains/store/domain-history.ts';
import { DAY_MS } from '../core/platform/time/day.ts';
import { createReportLinks } from '../core/site-reports/report-links.ts';
import { readProgress, type SiteProgress } from '../core/site-reports/progress.ts';
import {
  type CrawlsOfDomain,
  createSiteCrawls,
  type HistoryEntry,
  type SiteCrawls,
} from '../core/crawls/store/site-crawls.ts';
import type { StoredResult } from '../core/crawls/store/item.ts';
import type { Report, ReportedPage, ReportedScore, ReportedSite } from '../back-office/contract.ts';

const TOKEN = /^Bearer +([\w-]{1,100})$/i;
/** Longer ones are no key of an item. */
const NAME = /^[\w.-]{1,253}$/;

/** Days whose scores the report shows. */
const SCORE_DAYS = 365;
/** Snapshots that are read for them. Days have several: of each query, and past values of sources. */
const MAX_SNAPSHOTS = 1_000;

/** Created once per instance, with the first report. */
let services: ReturnType<typeof createServices> | undefined;

/**
 * Responds with the report of a domain as it is now, to a request of `/back-office/reports/{domain}` that contains the token
 * of a valid link. It is made from what is stored, and fetches nothing.
 *
 * @param logo address of the issuer's logo, relative to the page; `null`: there is none
 * @throws {ServiceError} report_not_found
 */
export async function answerReport(
  event: APIGatewayProxyEvent,
  settings: WorkspacePageSettings,
  logo: string | null,
): Promise<APIGatewayProxyResult> {
  const { links, cache, crawls, history } = (services ??= createServices(settings));
  const domain = event.pathParameters!.proxy!.split('/')[1]!;
  const [, token] = TOKEN.exec(requestHeader(event, 'authorization')) ?? [];
  const link = NAME.test(domain) && token ? await links.find(domain, token) : null;
  if (!link) throw new ServiceError('report_not_found');
  const [entry, scores, site] = await Promise.all([
    cache.read(domain),
    readScores(domain, history),
    crawls.read(domain).then((known) => siteOf(known, crawls)),
  ]);
  const report: Report = {
    domain,
    domain_unicode: domainToUnicode(domain),
    expires_at: link.expiresAt,
    issuer: { name: settings.REPORT_ISSUER || null, logo },
    page: entry && pageOf(entry),
    scores,
    site,
  };
  const answer = success(event, JSON.stringify(report));
  return { ...answer, headers: { ...answer.headers, 'X-Robots-Tag': 'noindex' } };
}

function createServices(settings: WorkspacePageSettings) {
  const db = createSdkDynamoDB();
  const crawls = createSiteCrawls(db, settings.SITE_CRAWLS_TABLE, Date.now);
  return {
    links: createReportLinks(db, settings.SITE_CRAWLS_TABLE, Date.now),
    cache: createDomainCache(db, settings.DOMAIN_CACHE_TABLE),
    history: createDomainHistory(db, settings.DOMAIN_HISTORY_TABLE),
    crawls,
  };
}

/** Reads the scores of the home page, the last of each day, the oldest first. */
async function readScores(domain: string, history: Pick<DomainHistory, 'read'>): Promise<ReportedScore[]> {
  const now = Date.now();
  const [from, to] = [now - SCORE_DAYS * DAY_MS, now].map((time) => new Date(time).toISOString()) as [string, string];
  const { snapshots } = await history.read(domain, { from, to, limit: MAX_SNAPSHOTS });
  const oldestFirst = snapshots.toReversed();
  const byDate = new Map(
    oldestFirst.flatMap(({ date, seo_score }) => (typeof seo_score === 'number' ? [[date, seo_score] as const] : [])),
  );
  return [...byDate].map(([date, seo_score]) => ({ date, seo_score }));
}

/** What the report contains of the site; `null`: there is no audit. */
async function siteOf({ audit, historyJson }: CrawlsOfDomain, crawls: SiteCrawls): Promise<ReportedSite | null> {
  if (!audit) return null;
  const { health, site_score, pages, issues } = JSON.parse(audit.resultJson) as StoredResult;
  const history = JSON.parse(historyJson) as HistoryEntry[];
  const progress: SiteProgress = await readProgress(audit, history, crawls);
  return {
    crawl_id: audit.id,
    complete: audit.isComplete,
    stop_reason: audit.stopReason,
    finished_at: audit.finishedAt,
    ...{ health, site_score, pages, issues, history, progress },
  };
}

/** What the report contains of the home page, and the sources of that alone. */
function pageOf(entry: CachedRecord): ReportedPage {
  const { seo_score, audit, issues, sources } = recordOf(entry);
  const ofAudit = sources.filter(({ fields }) => fields.includes('audit'));
  return { updated_at: entry.updatedAt, seo_score, audit, issues, sources: ofAudit };
}

import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';
import { domainToUnicode } from 'node:url';
import { createDomainCache } from '../core/domains/store/domain-cache.ts';
import { createSdkDynamoDB } from '../core/platform/dynamodb/sdk-client.ts';
import { success } from '../core/platform/http/envelope.ts';
import { ServiceError } from '../core/platform/http/errors.ts';
import { requestHeader } from '../core/platform/http/headers.ts';
import type { WorkspacePageSettings } from './settings.ts';
import { type CachedRecord, recordOf } from '../core/record/cached-record.ts';
import { auditData } from '../core/site-reports/audit-data.ts';
import { auditView } from '../core/site-reports/site-view.ts';
import { createReportLinks } from '../core/site-reports/report-links.ts';
import { createSiteCrawls } from '../core/crawls/store/site-crawls.ts';
import type { SiteAnswer } from '../core/record/site-schema.ts';
import type { Report, ReportedPage } from '../back-office/contract.ts';

const TOKEN = /^Bearer +([\w-]{1,100})$/i;
/** Longer ones are no key of an item. */
const NAME = /^[\w.-]{1,253}$/;

/** Created once per instance, with the first report. */
let services: ReturnType<typeof createServices> | undefined;

/**
 * Responds with the report of a domain as it is now, to a request of `/back-office/reports/{domain}` that contains the token
 * of a valid link.
 *
 * @throws {ServiceError} report_not_found
 */
export async function answerReport(
  event: APIGatewayProxyEvent,
  settings: WorkspacePageSettings,
): Promise<APIGatewayProxyResult> {
  const { links, cache, crawls } = (services ??= createServices(settings));
  const domain = event.pathParameters!.proxy!.split('/')[1]!;
  const [, token] = TOKEN.exec(requestHeader(event, 'authorization')) ?? [];
  const link = NAME.test(domain) && token ? await links.find(domain, token) : null;
  if (!link) throw new ServiceError('report_not_found');
  const [entry, known] = await Promise.all([cache.read(domain), crawls.read(domain)]);
  const view = auditView(known);
  const report: Report = {
    domain,
    domain_unicode: domainToUnicode(domain),
    expires_at: link.expiresAt,
    page: entry && pageOf(entry),
    site: view && (JSON.parse(auditData(view, Date.now())) as SiteAnswer),
  };
  const answer = success(event, JSON.stringify(report));
  return { ...answer, headers: { ...answer.headers, 'X-Robots-Tag': 'noindex' } };
}

function createServices(settings: WorkspacePageSettings) {
  const db = createSdkDynamoDB();
  return {
    links: createReportLinks(db, settings.SITE_CRAWLS_TABLE, Date.now),
    cache: createDomainCache(db, settings.DOMAIN_CACHE_TABLE),
    crawls: createSiteCrawls(db, settings.SITE_CRAWLS_TABLE, Date.now),
  };
}

/** What the report contains of the home page, and the sources of that alone. */
function pageOf(entry: CachedRecord): ReportedPage {
  const { seo_score, audit, issues, sources } = recordOf(entry);
  const ofAudit = sources.filter(({ fields }) => fields.includes('audit'));
  return { updated_at: entry.updatedAt, seo_score, audit, issues, sources: ofAudit };
}

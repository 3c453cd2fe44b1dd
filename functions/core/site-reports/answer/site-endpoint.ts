import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';
import { createCachedEndpoint, responseTo } from '../../platform/http/cached-endpoint.ts';
import type { Endpoint } from '../../platform/http/endpoint.ts';
import { createDynamoDB } from '../../platform/dynamodb/light-client.ts';
import { viewerOf } from '../../crawls/store/private-crawls.ts';
import { type CrawlReader, createSiteCrawls } from '../../crawls/store/site-crawls.ts';
import type { SiteSettings } from '../settings.ts';
import type { FoundSite } from './answer-query.ts';
import { uncheckedName } from '../../platform/names/ascii-host.ts';
import type { Format } from '../../platform/http/parameters.ts';
import { plainFormat } from '../../platform/http/csv.ts';
import { plainParameters } from '../../platform/http/plain-query.ts';
import { auditData, pollAfter } from '../audit-data.ts';
import { isCrawlId } from '../read-crawl.ts';
import { auditView, beginsCrawl, crawlView, hasEnded, type SiteView } from '../site-view.ts';
import type { SiteAnswer, SiteResult } from '../../record/site-schema.ts';
import type { CsvTable } from '../../platform/text/csv-text.ts';

/** Creates the endpoint of site audits. An answer that starts no crawl costs one read and loads no further module. */
export function createSiteEndpoint(settings: SiteSettings): Endpoint {
  const db = createDynamoDB(settings);
  const reader = createSiteCrawls(db, settings.SITE_CRAWLS_TABLE, Date.now);

  return createCachedEndpoint<FoundSite, null>({
    async read(event) {
      if (event.httpMethod !== 'GET') return { missed: null };
      const owner = async () => {
        const [{ apiCallerOf }, { ownerOfCaller }] = await Promise.all([
          import('../../platform/http/caller.ts'),
          import('./caller-owner.ts'),
        ]);
        return ownerOfCaller(apiCallerOf(event), { db, settings });
      };
      const stored = await readStored(event, reader, settings.MAX_CRAWL_PAGES, owner);
      return stored ? { stored } : { missed: null };
    },
    async miss(event) {
      const { answerCancelled, answerQuery, answerStarted } = await import('./answer-query.ts');
      const answer = { POST: answerStarted, DELETE: answerCancelled }[event.httpMethod] ?? answerQuery;
      return answer(event, { db, settings });
    },
    respond: (event, { view, format }, now) => answerAudit(event, view, { format }, now),
  });
}

/** Parameters of a plain query. */
const PLAIN = new Set(['domain', 'crawl', 'refresh', 'pages', 'format', 'api_key']);

/**
 * Reads what a plain query that starts no crawl needs, with one `Query`; for a crawl other than the audit with two reads more. Domains are validated before a crawl begins, so
 * that nothing is validated here.
 *
 * @param maxPages highest page limit of a crawl that the operator allows
 * @param ownerOf returns the caller's owner, which decides the answer while crawls are in progress
 * @returns `null` if the request needs the complete query (`answer-query.ts`)
 */
export async function readStored(
  event: APIGatewayProxyEvent,
  reader: CrawlReader,
  maxPages: number,
  ownerOf: () => Promise<string>,
): Promise<FoundSite | null> {
  const given = plainParameters(event, PLAIN);
  if (!given) return null;
  const domain = uncheckedName(given.domain ?? '');
  const format = plainFormat(event);
  const pages = plainPages(given.pages, maxPages);
  if (domain === null || format === null || pages === null) return null;

  const { crawl: id } = given;
  if (id !== undefined && !isCrawlId(id)) return null;

  const viewer = id === undefined ? undefined : viewerOf(ownerOf);
  const crawls = await reader.read(domain, { viewer });
  if (id !== undefined) {
    if (pages !== undefined) return null;
    // Without any crawl, the complete query validates the domain.
    const hasCrawls = crawls.audit ?? crawls.last ?? crawls.inProgress[0];
    return hasCrawls ? { view: await crawlView({ domain, id }, crawls, reader, viewer), format } : null;
  }
  if (beginsCrawl(crawls, { refresh: false, pages })) return null;
  const view = auditView(crawls, crawls.inProgress.length > 0 ? await ownerOf() : undefined);
  return view && { view, format };
}

/** @returns `undefined` if it is absent, `null` if it is invalid */
function plainPages(text: string | undefined, most: number): number | undefined | null {
  if (!text) return undefined;
  const pages = /^\d{1,9}$/.test(text) ? Number(text) : 0;
  return pages >= 1 && pages <= most ? pages : null;
}

interface AnswerOptions {
  /** Absent: the format that `Accept` prefers. */
  format?: Format | undefined;
}

/**
 * Composes the response with the audit of a site as JSON, or with its issues as CSV: 202 with `Retry-After` while a crawl
 * is in progress; otherwise 200 with an ETag, or 304 if the caller has the same version.
 *
 * @param now milliseconds since the epoch
 */
export function answerAudit(
  event: APIGatewayProxyEvent,
  view: SiteView,
  { format }: AnswerOptions,
  now: number,
): APIGatewayProxyResult {
  const { crawl, inProgress, isPending } = view;
  const data = auditData(view, now);
  return responseTo(event, {
    status: isPending ? 202 : 200,
    json: data,
    csv: {
      format,
      name: () => ['site', crawl.domain, hasEnded(crawl) ? crawl.finishedAt.slice(0, DATE) : null],
      table: () => issuesTable((JSON.parse(data) as SiteAnswer).issues),
    },
    ...(isPending
      ? { revision: null, headers: { 'Retry-After': String(pollAfter(inProgress!, now)) } }
      : { revision: [data] }),
  });
}

const DATE = 'YYYY-MM-DD'.length;

const COLUMNS = ['id', 'severity', 'scope', 'count', 'title', 'how_to_fix', 'learn_more'] as const;

/**
 * Returns the issues of a site as a CSV table with one row each, in the order of the JSON answer.
 *
 * @param issues of the answer; `null`: no crawl has ended
 */
export function issuesTable(issues: SiteResult['issues'] | null): CsvTable {
  return {
    header: [...COLUMNS, 'examples'],
    rows: (issues ?? []).map((issue) => [...COLUMNS.map((name) => issue[name]), issue.examples.join('; ')]),
  };
}

import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';
import type { Endpoint } from '../../platform/http/endpoint.ts';
import { openDynamoDB } from '../../platform/dynamodb/open-dynamodb.ts';
import { type CrawlReader, createSiteCrawls } from '../store/site-crawls.ts';
import type { SiteSettings } from '../../platform/settings/settings.ts';
import type { FoundCrawls } from './answer-query.ts';
import { uncheckedName } from '../../platform/names/ascii-host.ts';
import type { Format } from '../../platform/http/parameters.ts';
import { jsonOrCsv, plainFormat } from '../../platform/http/csv.ts';
import { auditData, beginsCrawl, pollAfter, type SomeCrawls, someCrawls } from '../audits/audit-data.ts';
import { unlessKnown, weakEtag } from '../../platform/http/headers.ts';
import type { SiteAnswer, SiteResult } from '../../record/site-schema.ts';
import type { CsvTable } from '../../platform/text/csv-text.ts';

/** What answers with the audit of a site: an answer that begins nothing costs one read, and loads nothing else. */
export function openSite(settings: SiteSettings): Endpoint {
  const db = openDynamoDB(settings);
  const reader = createSiteCrawls(db, settings.SITE_CRAWLS_TABLE, Date.now);

  return async (event) => {
    const isDelete = event.httpMethod === 'DELETE';
    const stored = isDelete ? null : await readStored(event, reader, settings.MAX_CRAWL_PAGES);
    if (stored) return answerAudit(event, stored.crawls, stored, Date.now());

    const { answerCancelled, answerQuery } = await import('./answer-query.ts');
    const found = await (isDelete ? answerCancelled : answerQuery)(event, { db, settings });
    return answerAudit(event, found.crawls, found, Date.now());
  };
}

/** Parameters of a plain query; the complete query refuses what it does not know. */
const PLAIN = new Set(['domain', 'refresh', 'pages', 'format', 'api_key']);

/**
 * Reads the crawls for a plain query that begins none, with one `Query`. Names are validated before a crawl begins, so
 * that nothing is validated here.
 *
 * @param mostPages most pages of a crawl, as the operator has it
 * @returns `null` when the request needs the complete query (`answer-query.ts`)
 */
export async function readStored(
  event: APIGatewayProxyEvent,
  reader: CrawlReader,
  mostPages: number,
): Promise<FoundCrawls | null> {
  const given = event.multiValueQueryStringParameters ?? {};
  const isPlain =
    Object.keys(given).every((name) => PLAIN.has(name) && given[name]!.length === 1) && !given.refresh?.[0];
  const domain = isPlain ? uncheckedName(given.domain?.[0] ?? '') : null;
  const format = plainFormat(event);
  const pages = plainPages(given.pages?.[0], mostPages);
  if (domain === null || format === null || pages === null) return null;

  const crawls = await reader.read(domain);
  const some = someCrawls(crawls);
  return some && !beginsCrawl(crawls, { refresh: false, pages }) ? { crawls: some, format } : null;
}

/** @returns `undefined` where it is not given, `null` where it is not valid */
function plainPages(text: string | undefined, most: number): number | undefined | null {
  if (!text) return undefined;
  const pages = /^\d{1,9}$/.test(text) ? Number(text) : 0;
  return pages >= 1 && pages <= most ? pages : null;
}

interface Asked {
  /** Absent: the form that `Accept` prefers. */
  format?: Format | undefined;
}

/**
 * The audit of a site as JSON, or its issues as CSV. While a crawl is under way, 202 with the time after which it pays to
 * ask again; otherwise 200 with an ETag, or 304 where the caller has it already.
 *
 * @param now milliseconds since the epoch
 */
export function answerAudit(
  event: APIGatewayProxyEvent,
  crawls: SomeCrawls,
  { format }: Asked,
  now: number,
): APIGatewayProxyResult {
  const { open, ended } = crawls;
  const data = auditData(crawls, now);
  const answer = jsonOrCsv(event, {
    format,
    status: open ? 202 : 200,
    name: () => ['site', (open ?? ended[0]).domain, ended[0]?.finishedAt.slice(0, DATE)],
    json: () => data,
    csv: () => issuesTable((JSON.parse(data) as SiteAnswer).issues),
  });
  if (open) return { ...answer, headers: { ...answer.headers, 'Retry-After': String(pollAfter(open, now)) } };
  // It cancels, and is no answer to be kept.
  if (event.httpMethod === 'DELETE') return answer;
  return unlessKnown(event, weakEtag(String(answer.headers?.['Content-Type']), data), answer);
}

const DATE = 'YYYY-MM-DD'.length;

const COLUMNS = ['id', 'severity', 'scope', 'count', 'title', 'how_to_fix', 'learn_more'] as const;

/**
 * The issues of a site as CSV, one a row, in the order of the answer. None as long as no crawl has ended.
 *
 * @param issues of the answer
 */
export function issuesTable(issues: SiteResult['issues'] | null): CsvTable {
  return {
    header: [...COLUMNS, 'examples'],
    rows: (issues ?? []).map((issue) => [...COLUMNS.map((name) => issue[name]), issue.examples.join('; ')]),
  };
}

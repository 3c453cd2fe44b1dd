import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';
import type { Format } from '../../platform/http/common-parameters.ts';
import { jsonOrCsv } from '../../platform/http/csv.ts';
import { unlessKnown, weakEtag } from '../../platform/http/headers.ts';
import type { SiteAnswer } from '../../record/site-schema.ts';
import { auditData, type SomeCrawls } from './audit-data.ts';
import { issuesTable } from './issues-table.ts';
import { pollAfter } from './poll-after.ts';

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

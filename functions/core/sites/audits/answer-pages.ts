import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';
import type { Format } from '../../platform/http/common-parameters.ts';
import { jsonOrCsv } from '../../platform/http/csv.ts';
import { unlessKnown, weakEtag } from '../../platform/http/headers.ts';
import type { SitePagesAnswer } from '../../record/site-schema.ts';
import { pagesTable } from './pages-table.ts';

interface Asked {
  /** Absent: the form that `Accept` prefers. */
  format?: Format | undefined;
}

/** A list of pages as JSON or CSV with its ETag, or 304 where the caller has it already. */
export function answerPages(
  event: APIGatewayProxyEvent,
  found: SitePagesAnswer,
  { format }: Asked,
): APIGatewayProxyResult {
  const data = JSON.stringify(found);
  const answer = jsonOrCsv(event, {
    format,
    name: () => ['site-pages', found.domain, found.finished_at?.slice(0, 'YYYY-MM-DD'.length)],
    json: () => data,
    csv: () => pagesTable(found),
  });
  return unlessKnown(event, weakEtag(String(answer.headers?.['Content-Type']), data), answer);
}

import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';
import { responseTo } from '../../platform/http/cached-endpoint.ts';
import type { Format } from '../../platform/http/parameters.ts';
import type { CsvTable } from '../../platform/text/csv-text.ts';

/** The members that each list of a crawl has. */
export interface ListOfCrawl {
  domain: string;
  finished_at: string | null;
}

interface AnswerOptions<Found> {
  /** Absent: the format that `Accept` prefers. */
  format?: Format | undefined;
  /** Start of the name of the CSV file. */
  name: string;
  table: (found: Found) => CsvTable;
}

/** Composes the response with a list of a crawl as JSON or CSV with its ETag, or 304 if the caller has the same version. */
export function answerList<Found extends ListOfCrawl>(
  event: APIGatewayProxyEvent,
  found: Found,
  { format, name, table }: AnswerOptions<Found>,
): APIGatewayProxyResult {
  const data = JSON.stringify(found);
  return responseTo(event, {
    json: data,
    csv: {
      format,
      name: () => [name, found.domain, found.finished_at?.slice(0, 'YYYY-MM-DD'.length)],
      table: () => table(found),
    },
    revision: [data],
  });
}

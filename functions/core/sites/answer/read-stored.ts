import type { APIGatewayProxyEvent } from 'aws-lambda';
import { uncheckedName } from '../../platform/names/ascii-host.ts';
import type { Format } from '../../platform/http/common-parameters.ts';
import { plainFormat } from '../../platform/http/csv.ts';
import { type SomeCrawls, someCrawls } from '../audits/audit-data.ts';
import { beginsCrawl } from '../audits/wanted-crawl.ts';
import type { CrawlReader } from '../store/site-crawls.ts';

/** Parameters of a plain query; the complete query refuses what it does not know. */
const PLAIN = new Set(['domain', 'refresh', 'pages', 'format', 'api_key']);

/** The crawls of the domain that is asked for. */
export interface FoundCrawls {
  crawls: SomeCrawls;
  /** Absent: the form that `Accept` prefers. */
  format: Format | undefined;
}

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

import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';
import { fittingItems, cursorAt, positionOf } from '../../platform/http/paging.ts';
import type { SitePagesAnswer, SiteRow } from '../../record/site-schema.ts';
import type { CrawlReader, EndedCrawl } from '../store/site-crawls.ts';
import { type RowSelection, selectRows } from './select-rows.ts';
import type { Format } from '../../platform/http/parameters.ts';
import { jsonOrCsv } from '../../platform/http/csv.ts';
import { unlessKnown, weakEtag } from '../../platform/http/headers.ts';
import type { CsvCell, CsvTable } from '../../platform/text/csv-text.ts';
import { siteRowMembers } from '../../record/members.computed.ts';
import { invalidParameter } from '../../platform/http/errors.ts';

export interface PagesRequest extends RowSelection {
  domain: string;
  limit: number;
  /** `next_cursor` of the page before. */
  cursor?: string | undefined;
}

/**
 * A page of the list of the pages of a domain's last crawl that has ended; an empty one where none has.
 *
 * @throws {ServiceError} invalid_parameter for a cursor of another query, or of a crawl that is not kept any more
 */
export async function listPages(request: PagesRequest, crawls: CrawlReader): Promise<SitePagesAnswer> {
  const { domain, limit, cursor, issue, status, search, sort } = request;
  const { ended } = await crawls.read(domain);
  const query = { domain, issue: issue ?? null, status: status ?? null, search: search ?? null, sort: sort ?? null };
  const start = cursor === undefined ? startOf(ended) : readRowsCursor(cursor, query, ended);
  const selected = start ? selectRows(await crawls.readRows(start.crawl), request).slice(start.before) : [];
  const items = fittingItems(selected.slice(0, limit));
  const truncated = items.length < selected.length;
  const next = start && truncated ? { ...start, before: start.before + items.length } : null;
  return {
    domain,
    finished_at: start?.crawl.finishedAt ?? null,
    limit,
    count: items.length,
    truncated,
    next_cursor: next && rowsCursor(next, query),
    items,
  };
}

function startOf([last]: readonly RowsStart['crawl'][]): RowsStart | null {
  return last ? { crawl: last, before: 0 } : null;
}

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

/** A list of pages as CSV, one a row. */
export function pagesTable({ items, next_cursor }: SitePagesAnswer): CsvTable {
  return {
    header: siteRowMembers,
    rows: items.map((row) => siteRowMembers.map((name) => cellOf(row[name]))),
    nextCursor: next_cursor,
  };
}

function cellOf(value: SiteRow[keyof SiteRow]): CsvCell {
  if (Array.isArray(value)) return value.join('; ');
  return typeof value === 'boolean' ? String(value) : value;
}

/** Where a page of a list of rows begins. */
interface RowsStart<Crawl = EndedCrawl> {
  /** The crawl that the first page of the list was of. */
  crawl: Crawl;
  /** How many rows of the selection are before it. */
  before: number;
}

/** @param query what the list was asked for */
function rowsCursor({ crawl, before }: RowsStart<{ id: string }>, query: unknown): string {
  return cursorAt(`${crawl.id} ${before}`, query);
}

/**
 * A list goes on with the crawl that it began with, as long as this is kept.
 *
 * @param query what the next page is asked for
 * @param ended crawls of the domain that are kept
 * @throws {ServiceError} invalid_parameter naming `cursor`, for one of another query or of a crawl that is not kept any more, and for
 *   what is no cursor
 */
function readRowsCursor(cursor: string, query: unknown, ended: readonly EndedCrawl[]): RowsStart {
  const [id, before] = positionOf(cursor, query).split(' ');
  const crawl = ended.find((each) => each.id === id);
  if (crawl && /^\d{1,9}$/.test(before ?? '')) return { crawl, before: Number(before) };
  const message = 'is of a crawl that is not kept any more: ask for the list again, from its beginning';
  throw invalidParameter('cursor', message);
}

/**
 * A reader that keeps the rows of the crawl whose rows were read last: a list is asked for page by page, and the rows of
 * a crawl that has ended never change. Whether the crawl is still there is read each time.
 */
export function keepingRows(reader: CrawlReader): CrawlReader {
  let kept: { id: string; rows: Promise<SiteRow[]> } | undefined;
  return {
    ...reader,
    async readRows(crawl) {
      if (kept?.id === crawl.id) return kept.rows;
      const reading = { id: crawl.id, rows: reader.readRows(crawl) };
      kept = reading;
      try {
        return await reading.rows;
      } catch (error) {
        // What failed is read again.
        if (kept === reading) kept = undefined;
        throw error;
      }
    },
  };
}

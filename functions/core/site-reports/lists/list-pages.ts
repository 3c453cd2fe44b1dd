import { fittingItems, cursorAt, positionOf } from '../../platform/http/paging.ts';
import type { SitePagesAnswer, SiteRow } from '../../record/site-schema.ts';
import type { Viewer } from '../../crawls/store/private-crawls.ts';
import type { CrawlReader, EndedCrawl } from '../../crawls/store/site-crawls.ts';
import { isCrawlId, listedCrawl, readListedCrawl } from '../read-crawl.ts';
import { type RowSelection, selectRows } from './sort-and-filter-rows.ts';
import type { CsvCell, CsvTable } from '../../platform/text/csv-text.ts';
import { siteRowMembers } from '../../record/members.computed.ts';
import { invalidParameter } from '../../platform/http/errors.ts';

export interface PagesRequest extends RowSelection {
  domain: string;
  /** Id of the crawl; absent: the audit. */
  crawl?: string | undefined;
  limit: number;
  /** `next_cursor` of the previous part. */
  cursor?: string | undefined;
}

/**
 * Returns one part of the list of pages of a crawl; an empty list while the first crawl runs.
 *
 * @param viewer for whom the crawl is read; absent: private ones are not
 * @throws {ServiceError} not_crawled, crawl_not_found, no_audit
 * @throws {ServiceError} invalid_parameter for a cursor of another query or of a crawl that is no longer stored
 */
export async function listPages(request: PagesRequest, crawls: CrawlReader, viewer?: Viewer): Promise<SitePagesAnswer> {
  const { domain, limit, cursor, issue, status, search, sort, url, state, depth } = request;
  const query = {
    domain,
    issue: issue ?? null,
    status: status ?? null,
    search: search ?? null,
    sort: sort ?? null,
    url,
    state,
    depth,
    crawl: request.crawl,
  };
  const start = await readStart({ domain, crawl: request.crawl, cursor }, query, crawls, viewer);
  const selected = start ? selectRows(await crawls.readRows(start.crawl), request).slice(start.before) : [];
  const items = fittingItems(selected.slice(0, limit));
  const truncated = items.length < selected.length;
  const next = start && truncated ? { ...start, before: start.before + items.length } : null;
  return {
    ...listedCrawl(domain, start?.crawl ?? null),
    limit,
    count: items.length,
    truncated,
    next_cursor: next && rowsCursor(next, query),
    extract: start?.crawl.options.extract ?? [],
    items,
  };
}

/**
 * Returns where a list begins: at the start of its crawl, or at the cursor.
 *
 * @returns `null` if no crawl has ended yet
 * @throws {ServiceError} not_crawled, crawl_not_found, no_audit, invalid_parameter
 */
export async function readStart(
  { domain, crawl, cursor }: { domain: string; crawl?: string | undefined; cursor?: string | undefined },
  query: unknown,
  crawls: CrawlReader,
  viewer?: Viewer,
): Promise<RowsStart | null> {
  if (cursor !== undefined) return readRowsCursor({ domain, cursor, query }, crawls, viewer);
  const listed = await readListedCrawl({ domain, crawl }, crawls, viewer);
  return listed && { crawl: listed, before: 0 };
}

/** Members of a page that only crawls have that extract values. */
const EXTRACTED: readonly string[] = ['extracted', 'extract_failure'] satisfies (keyof SiteRow)[];
const columns = siteRowMembers.filter((name) => !EXTRACTED.includes(name));

/** Returns a list of pages as a CSV table with one row each, and a column for each value that the crawl extracts. */
export function pagesTable(found: SitePagesAnswer): CsvTable {
  const extract = found.extract.map(({ name }) => name);
  const table = listTable(columns, found);
  if (extract.length === 0) return table;
  return {
    ...table,
    header: [...table.header, ...extract.map((name) => `extracted.${name}`), 'extract_failure'],
    rows: table.rows.map((row, index) => {
      const { extracted = {}, extract_failure = null } = found.items[index]!;
      return [...row, ...extract.map((name) => extracted[name] ?? null), extract_failure];
    }),
  };
}

/** Returns a list of a crawl as a CSV table: a column for each member, elements of lists separated by semicolons, lists of objects as JSON. */
export function listTable<Row extends object>(
  members: readonly (keyof Row & string)[],
  { items, next_cursor }: { items: readonly Row[]; next_cursor: string | null },
): CsvTable {
  return {
    header: [...members],
    rows: items.map((row) => members.map((name) => cellOf(row[name]))),
    nextCursor: next_cursor,
  };
}

function cellOf(value: unknown): CsvCell {
  if (Array.isArray(value)) {
    return value.some((element) => typeof element === 'object') ? JSON.stringify(value) : value.join('; ');
  }
  return typeof value === 'boolean' ? String(value) : (value as CsvCell);
}

/** The position at which a part of a list of rows begins. */
export interface RowsStart<Crawl = EndedCrawl> {
  /** The crawl whose rows the list contains. */
  crawl: Crawl;
  /** Number of selected rows before it. */
  before: number;
}

/** @param query parameters of the list */
export function rowsCursor({ crawl, before }: RowsStart<{ id: string }>, query: unknown): string {
  return cursorAt(`${crawl.id} ${before}`, query);
}

/**
 * Reads a cursor. A list continues with the crawl that it began with, as long as this one is stored.
 *
 * @param given the cursor, and the parameters of the request for the next part
 * @throws {ServiceError} invalid_parameter naming `cursor`, if it is malformed, or of another query, or of a crawl that is
 *   no longer stored
 */
export async function readRowsCursor(
  { domain, cursor, query }: { domain: string; cursor: string; query: unknown },
  crawls: Pick<CrawlReader, 'readEnded'>,
  viewer?: Viewer,
): Promise<RowsStart> {
  const [id = '', before = ''] = positionOf(cursor, query).split(' ');
  const crawl = isCrawlId(id) ? await crawls.readEnded({ domain, id }, { viewer }) : null;
  if (crawl && /^\d{1,9}$/.test(before)) return { crawl, before: Number(before) };
  throw invalidParameter('cursor', 'cursor_of_deleted_crawl');
}

/**
 * Returns a reader that keeps in memory the rows that it read last: a list is requested part by part, and the rows of an
 * ended crawl never change. Whether the crawl still exists is read each time.
 */
export function cacheRows<Reader extends CrawlReader>(reader: Reader): Reader {
  let cached: { id: string; rows: Promise<SiteRow[]> } | undefined;
  return {
    ...reader,
    async readRows(crawl) {
      if (cached?.id === crawl.id) return cached.rows;
      const reading = { id: crawl.id, rows: reader.readRows(crawl) };
      cached = reading;
      try {
        return await reading.rows;
      } catch (error) {
        // The next call reads again.
        if (cached === reading) cached = undefined;
        throw error;
      }
    },
  };
}

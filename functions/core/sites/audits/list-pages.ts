import { fittingItems } from '../../platform/http/paging.ts';
import type { SitePagesAnswer } from '../../record/site-schema.ts';
import type { CrawlReader } from '../store/site-crawls.ts';
import { readRowsCursor, rowsCursor, type RowsStart } from './rows-cursor.ts';
import { type RowSelection, selectRows } from './select-rows.ts';

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

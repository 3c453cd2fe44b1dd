import { cursorAt, positionOf } from '../../platform/http/paging.ts';
import { invalidParameter } from '../../platform/http/errors.ts';
import type { EndedCrawl } from '../store/site-crawls.ts';

/** Where a page of a list of rows begins. */
export interface RowsStart<Crawl = EndedCrawl> {
  /** The crawl that the first page of the list was of. */
  crawl: Crawl;
  /** How many rows of the selection are before it. */
  before: number;
}

/** @param query what the list was asked for */
export function rowsCursor({ crawl, before }: RowsStart<{ id: string }>, query: unknown): string {
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
export function readRowsCursor(cursor: string, query: unknown, ended: readonly EndedCrawl[]): RowsStart {
  const [id, before] = positionOf(cursor, query).split(' ');
  const crawl = ended.find((each) => each.id === id);
  if (crawl && /^\d{1,9}$/.test(before ?? '')) return { crawl, before: Number(before) };
  const message = 'is of a crawl that is not kept any more: ask for the list again, from its beginning';
  throw invalidParameter('cursor', message);
}

import { selectHistory } from '../domains/history/respond.ts';
import { type HistoryAnswer, type HistoryServices, readHistory } from '../domains/history/read-history.ts';
import { readFields } from '../platform/http/fields.ts';
import { createPageSizeCounter, cursorAt, positionOf } from '../platform/http/paging.ts';
import { historyMembers } from '../record/members.computed.ts';
import { type BatchRow, type BatchView, type RowStatus, rowStatuses } from './batch.ts';
import { invalidParameter } from '../platform/http/errors.ts';
import { answerData } from '../record/answer-data.ts';
import { chooseAnswer } from '../record/answer-fields.ts';
import type { CachedRecord } from '../record/cached-record.ts';
import type { DomainAnswer } from '../record/record.ts';

export interface PageRequest {
  /** Maximum number of rows. */
  limit: number;
  /** `next_cursor` of the previous page. */
  cursor?: string | undefined;
}

/** Maximum number of snapshots in the history of a row. */
const MAX_SNAPSHOTS = 1_000;

/**
 * Returns a page of a batch: each row with the answer of `/seo/query` for its domain from the cache, and with its
 * history if requested.
 *
 * @returns `data` as JSON text
 * @throws {ServiceError} invalid_parameter for a cursor of another batch
 */
export async function answerPage(view: BatchView, request: PageRequest, services: HistoryServices) {
  const recordOf = recordTexts(view, services.now());
  const render = (row: BatchRow) => itemOf(row, recordOf(row), view, services);
  const { items, ...page } = await pageOfRows(view, request, { render, textOf: (item) => item });
  const front = JSON.stringify({
    batch_id: view.batchId,
    created_at: view.createdAt,
    expires_at: view.expiresAt,
    totals: totalsOf(view.rows),
    poll_after_seconds: view.pollAfterSeconds,
  });
  const cursor = JSON.stringify(page.nextCursor);
  return { ...page, json: `${front.slice(0, -1)},"items":[${items.join(',')}],"next_cursor":${cursor}}` };
}

/** Counts the rows, in total and by status. */
function totalsOf(rows: BatchRow[]): { domains: number } & Record<RowStatus, number> {
  const counts = Object.fromEntries(rowStatuses.map((status) => [status, 0])) as Record<RowStatus, number>;
  for (const { status } of rows) counts[status] += 1;
  return { domains: rows.length, ...counts };
}

/**
 * Renders one row as JSON text.
 *
 * @param record `data` of the answer for its domain
 */
async function itemOf(
  { input, domain, status, error }: BatchRow,
  record: string | null,
  view: BatchView,
  services: HistoryServices,
): Promise<string> {
  const front = JSON.stringify({ input, domain, status, error });
  const withHistory = (history: string) => `${front.slice(0, -1)},"data":${record ?? 'null'},"history":${history}}`;
  const { history } = view.options;
  if (domain === null || history === null) return withHistory('null');
  // A history can be as large as a page: if record and history do not fit into one answer, it has fewer snapshots.
  for (let limit = MAX_SNAPSHOTS; ; limit = Math.ceil(limit / 2)) {
    const found = await readHistory({ domain, range: history.range, limit }, services);
    const item = withHistory(historyData(found, history.fields));
    if (createPageSizeCounter()(item) || limit === 1) return item;
  }
}

function historyData(found: HistoryAnswer, fields: string | null): string {
  const chosen = fields === null ? null : readFields(fields, historyMembers);
  return JSON.stringify(chosen ? selectHistory(found, chosen) : found);
}

/** The rendered rows of a page. */
interface RowPage<Item> {
  items: Item[];
  /** Cursor of the next page; `null` if there is none, and in a batch that is not stored. */
  nextCursor: string | null;
  /** No rows follow this page. A batch that is not stored has only one page: if this is false, it has to be stored. */
  isLast: boolean;
}

interface Rendering<Item> {
  render: (row: BatchRow) => Item | Promise<Item>;
  /** Returns the text of an item in the answer. */
  textOf: (item: Item) => string;
}

/** Number of rows that are rendered in parallel; the last of them may not fit. */
const AT_ONCE = 4;

/**
 * Renders the rows of a page. It ends at its limit or at the size limit of an answer, and has at least one row. At most
 * a few rows are rendered that do not fit.
 *
 * @throws {ServiceError} invalid_parameter for a cursor of another batch
 */
export async function pageOfRows<Item>(
  { batchId, rows }: BatchView,
  { limit, cursor }: PageRequest,
  { render, textOf }: Rendering<Item>,
): Promise<RowPage<Item>> {
  const start = cursor === undefined ? 0 : startOf(cursor, batchId, rows.length);
  const requested = rows.slice(start, start + limit);
  const items = await fitting(requested, { render, textOf });
  const end = start + items.length;
  const isLast = end === rows.length;
  const nextCursor = isLast || batchId === null ? null : cursorAt(String(end), queryOf(batchId));
  return { items, nextCursor, isLast };
}

const queryOf = (batchId: string) => ({ batch: batchId });

/**
 * @param rows number of rows of the batch
 * @returns index of the first row of the page, from 0
 * @throws {ServiceError} invalid_parameter naming `cursor`, if it belongs to another batch or is malformed
 */
function startOf(cursor: string, batchId: string | null, rows: number): number {
  const row = batchId === null ? '' : positionOf(cursor, queryOf(batchId));
  if (/^\d{1,9}$/.test(row) && Number(row) < rows) return Number(row);
  throw invalidParameter('cursor', 'cursor_of_batch');
}

async function fitting<Item>(rows: BatchRow[], { render, textOf }: Rendering<Item>): Promise<Item[]> {
  const fits = createPageSizeCounter();
  const items: Item[] = [];
  for (let next = 0; next < rows.length; next += AT_ONCE) {
    const rendered = await Promise.all(rows.slice(next, next + AT_ONCE).map(render));
    for (const item of rendered) {
      if (!fits(textOf(item)) && items.length > 0) return items;
      items.push(item);
    }
  }
  return items;
}

/**
 * Renders `data` of the answer for a row as JSON text, with the selected members.
 *
 * @param now milliseconds since the epoch
 * @returns a function of a row of the batch; its result is `null` if nothing is cached
 */
export function recordTexts(view: BatchView, now: number): (row: BatchRow) => string | null {
  const { fields } = view.options;
  const choose = fields === null ? null : chooseAnswer(fields);
  return ({ domain }) => {
    const entry = domain === null ? undefined : view.entries.get(domain);
    if (!entry) return null;
    const status = cacheStatusOf(entry, view);
    return choose ? JSON.stringify(choose(entry, status, now)) : answerData(entry, status, now);
  };
}

function cacheStatusOf({ updatedAt }: CachedRecord, { createdAt, options }: BatchView): DomainAnswer['cache_status'] {
  if (Date.parse(updatedAt) < Date.parse(createdAt)) return 'hit';
  return options.refresh ? 'refreshed' : 'miss';
}

import { chooseHistory } from '../domains/history/respond.ts';
import { type HistoryAnswer, type HistoryServices, readHistory } from '../domains/history/read-history.ts';
import { readFields } from '../platform/http/fields.ts';
import { pageRoom, cursorAt, positionOf } from '../platform/http/paging.ts';
import { domainMembers, historyMembers } from '../record/members.computed.ts';
import { type BatchLine, type BatchView, type LineStatus, lineStatuses } from './batch.ts';
import { type CsvCell, type CsvTable, csvText } from '../platform/text/csv-text.ts';
import { recordColumns } from '../record/record-columns.ts';
import { invalidParameter } from '../platform/http/errors.ts';
import { answerData } from '../record/answer-data.ts';
import { chooseAnswer } from '../record/answer-fields.ts';
import type { CachedRecord } from '../record/cached-record.ts';
import type { DomainAnswer } from '../record/record.ts';

export interface PageRequest {
  /** Most lines. */
  limit: number;
  /** `next_cursor` of the page before. */
  cursor?: string | undefined;
}

/** A page of a batch as it is sent. */
interface AnswerPage extends Pick<LinePage<string>, 'nextCursor' | 'isLast'> {
  /** `data` as JSON text. */
  json: string;
}

/** Most snapshots in the history of a line. */
const MOST_SNAPSHOTS = 1_000;

/**
 * A page of a batch: each line with what `/seo/query` answers for its domain as the cache stands, and with its history
 * where that is asked for.
 *
 * @throws {ServiceError} invalid_parameter for a cursor of another batch
 */
export async function answerPage(
  view: BatchView,
  request: PageRequest,
  services: HistoryServices,
): Promise<AnswerPage> {
  const recordOf = recordTexts(view, services.now());
  const render = (line: BatchLine) => itemOf(line, recordOf(line), view, services);
  const { items, ...page } = await pageOfLines(view, request, { render, textOf: (item) => item });
  const front = JSON.stringify({
    batch_id: view.batchId,
    created_at: view.createdAt,
    expires_at: view.expiresAt,
    totals: totalsOf(view.lines),
    poll_after_seconds: view.pollAfterSeconds,
  });
  const cursor = JSON.stringify(page.nextCursor);
  return { ...page, json: `${front.slice(0, -1)},"items":[${items.join(',')}],"next_cursor":${cursor}}` };
}

/** How many lines there are in all, and of each status. */
function totalsOf(lines: BatchLine[]): { domains: number } & Record<LineStatus, number> {
  const counts = Object.fromEntries(lineStatuses.map((status) => [status, 0])) as Record<LineStatus, number>;
  for (const { status } of lines) counts[status] += 1;
  return { domains: lines.length, ...counts };
}

/**
 * One line as JSON text.
 *
 * @param record `data` of the answer for its domain
 */
async function itemOf(
  { input, domain, status, error }: BatchLine,
  record: string | null,
  view: BatchView,
  services: HistoryServices,
): Promise<string> {
  const front = JSON.stringify({ input, domain, status, error });
  const withHistory = (history: string) => `${front.slice(0, -1)},"data":${record ?? 'null'},"history":${history}}`;
  const { history } = view.order;
  if (domain === null || history === null) return withHistory('null');
  // A history may be as large as a page: where both do not fit into one answer, it has fewer snapshots.
  for (let limit = MOST_SNAPSHOTS; ; limit = Math.ceil(limit / 2)) {
    const found = await readHistory({ domain, range: history.range, limit }, services);
    const item = withHistory(historyData(found, history.fields));
    if (pageRoom()(item) || limit === 1) return item;
  }
}

function historyData(found: HistoryAnswer, fields: string | null): string {
  const chosen = fields === null ? null : readFields(fields, historyMembers);
  return JSON.stringify(chosen ? chooseHistory(found, chosen) : found);
}

/** A page of a batch as a table. */
interface BatchTable extends Pick<LinePage<unknown>, 'isLast'> {
  table: CsvTable;
}

/**
 * A page of a batch as CSV: a row for each line, with the chosen members of its record as columns. An object is a column
 * for each of its members, a list is one cell; lists of objects, and what is called as the site likes, are JSON text, and
 * are there only where they are chosen.
 *
 * @param now milliseconds since the epoch
 * @throws {ServiceError} invalid_parameter for a cursor of another batch
 */
export async function batchTable(view: BatchView, request: PageRequest, now: number): Promise<BatchTable> {
  const { fields } = view.order;
  const chosen = fields === null ? null : readFields(fields, domainMembers);
  // The domain of the record is that of its line.
  const columns = recordColumns(chosen).filter(({ name }) => name !== 'domain');
  const recordOf = recordValues(view, now);
  const render = (line: BatchLine): CsvCell[] => {
    const data = recordOf(line);
    const { input, domain, status, error } = line;
    const reason = [error?.code ?? null, error?.message ?? null];
    return [input, domain, status, ...reason, ...columns.map(({ cellOf }) => cellOf(data))];
  };
  const textOf = (row: CsvCell[]) => csvText({ header: [], rows: [row] });
  const { items: rows, nextCursor, isLast } = await pageOfLines(view, request, { render, textOf });
  const header = ['input', 'domain', 'status', 'error', 'message', ...columns.map(({ name }) => name)];
  return { table: { header, rows, nextCursor }, isLast };
}

/** Lines of a page as they stand in the answer. */
interface LinePage<Item> {
  items: Item[];
  /** Leads to the page behind this one; `null` where there is none, and in a batch that is not stored. */
  nextCursor: string | null;
  /** Nothing is left behind this page. A batch that is not stored has no other page: without this, it has to be stored. */
  isLast: boolean;
}

interface Rendering<Item> {
  render: (line: BatchLine) => Item | Promise<Item>;
  /** An item as it is written in the answer. */
  textOf: (item: Item) => string;
}

/** Lines that are rendered at once, of which the last ones may not fit. */
const AT_ONCE = 4;

/**
 * The lines of a page: it ends at its limit, or where no more fit into one answer, and has at least one. What does not
 * fit is not rendered, but for a few lines.
 *
 * @throws {ServiceError} invalid_parameter for a cursor of another batch
 */
export async function pageOfLines<Item>(
  { batchId, lines }: BatchView,
  { limit, cursor }: PageRequest,
  { render, textOf }: Rendering<Item>,
): Promise<LinePage<Item>> {
  const start = cursor === undefined ? 0 : startOf(cursor, batchId, lines.length);
  const wanted = lines.slice(start, start + limit);
  const items = await fitting(wanted, render, textOf);
  const end = start + items.length;
  const isLast = end === lines.length;
  return { items, nextCursor: isLast || batchId === null ? null : batchCursor(batchId, end), isLast };
}

function startOf(cursor: string, batchId: string | null, lines: number): number {
  if (batchId !== null) return readBatchCursor(cursor, batchId, lines);
  throw invalidParameter('cursor', 'is no cursor of this batch');
}

async function fitting<Item>(
  lines: BatchLine[],
  render: Rendering<Item>['render'],
  textOf: Rendering<Item>['textOf'],
): Promise<Item[]> {
  const fits = pageRoom();
  const items: Item[] = [];
  for (let next = 0; next < lines.length; next += AT_ONCE) {
    const rendered = await Promise.all(lines.slice(next, next + AT_ONCE).map(render));
    for (const item of rendered) {
      if (!fits(textOf(item)) && items.length > 0) return items;
      items.push(item);
    }
  }
  return items;
}

type CacheStatus = DomainAnswer['cache_status'];

/**
 * `data` of the answer for a line as JSON text, with the chosen members; `null` where nothing is cached.
 *
 * @param now milliseconds since the epoch
 * @returns what makes it, for all lines of the batch
 */
function recordTexts(view: BatchView, now: number): (line: BatchLine) => string | null {
  const { fields } = view.order;
  if (fields === null) return ofEntries(view, (entry, status) => answerData(entry, status, now));
  const choose = chooseAnswer(fields);
  return ofEntries(view, (entry, status) => JSON.stringify(choose(entry, status, now)));
}

/** The same as values. */
function recordValues(view: BatchView, now: number): (line: BatchLine) => unknown {
  const { fields } = view.order;
  if (fields === null) return ofEntries(view, (entry, status) => JSON.parse(answerData(entry, status, now)) as unknown);
  const choose = chooseAnswer(fields);
  return ofEntries(view, (entry, status) => choose(entry, status, now));
}

function ofEntries<Data>(view: BatchView, dataOf: (entry: CachedRecord, status: CacheStatus) => Data) {
  return ({ domain }: BatchLine): Data | null => {
    const entry = domain === null ? undefined : view.entries.get(domain);
    return entry ? dataOf(entry, cacheStatusOf(entry, view)) : null;
  };
}

function cacheStatusOf({ updatedAt }: CachedRecord, { createdAt, order }: BatchView): CacheStatus {
  if (Date.parse(updatedAt) < Date.parse(createdAt)) return 'hit';
  return order.refresh ? 'refreshed' : 'miss';
}

const queryOf = (batchId: string) => ({ batch: batchId });

/** @param line number of the line that the next page begins with, from 0 */
function batchCursor(batchId: string, line: number): string {
  return cursorAt(String(line), queryOf(batchId));
}

/**
 * @param lines how many the batch has
 * @returns number of the line that the page begins with, from 0
 * @throws {ServiceError} invalid_parameter naming `cursor`, for one of another batch, and for what is no cursor
 */
function readBatchCursor(cursor: string, batchId: string, lines: number): number {
  const line = positionOf(cursor, queryOf(batchId));
  if (/^\d{1,9}$/.test(line) && Number(line) < lines) return Number(line);
  throw invalidParameter('cursor', 'is no cursor of this batch');
}

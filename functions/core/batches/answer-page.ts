import { chooseHistory } from '../domains/history/respond.ts';
import { type HistoryAnswer, type HistoryServices, readHistory } from '../domains/history/read-history.ts';
import { readFields } from '../platform/http/fields.ts';
import { pageRoom } from '../platform/http/paging.ts';
import { historyMembers } from '../record/members.computed.ts';
import { type BatchLine, type BatchView, type LineStatus, lineStatuses } from './batch.ts';
import { pageOfLines, type LinePage, type PageRequest } from './page-of-lines.ts';
import { recordTexts } from './record-of-line.ts';

/** A page of a batch as it is sent. */
export interface AnswerPage extends Pick<LinePage<string>, 'nextCursor' | 'isLast'> {
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
export function totalsOf(lines: BatchLine[]): { domains: number } & Record<LineStatus, number> {
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

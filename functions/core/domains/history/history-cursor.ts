import { cursorAt, positionOf } from '../../platform/http/cursor.ts';
import type { HistoryPosition, HistoryWindow } from '../store/item.ts';

/** Where a page of snapshots begins: the window of the first page, and the snapshot behind which it goes on. */
export interface PageStart {
  window: HistoryWindow;
  after: HistoryPosition;
}

/** @param query what the page was asked for */
export function historyCursor({ window, after }: PageStart, query: unknown): string {
  return cursorAt([window.from, window.to, after.captured_at, after.key].join(' '), query);
}

/**
 * @param query what the next page is asked for
 * @throws {ServiceError} invalid_parameter naming `cursor`, for one of another query, and for what is no cursor
 */
export function readHistoryCursor(cursor: string, query: unknown): PageStart {
  const [from = '', to = '', captured_at = '', ...key] = positionOf(cursor, query).split(' ');
  return { window: { from, to }, after: { captured_at, key: key.join(' ') } };
}

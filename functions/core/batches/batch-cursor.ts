import { cursorAt, positionOf } from '../platform/http/paging.ts';
import { invalidParameter } from '../platform/http/errors.ts';

const queryOf = (batchId: string) => ({ batch: batchId });

/** @param line number of the line that the next page begins with, from 0 */
export function batchCursor(batchId: string, line: number): string {
  return cursorAt(String(line), queryOf(batchId));
}

/**
 * @param lines how many the batch has
 * @returns number of the line that the page begins with, from 0
 * @throws {ServiceError} invalid_parameter naming `cursor`, for one of another batch, and for what is no cursor
 */
export function readBatchCursor(cursor: string, batchId: string, lines: number): number {
  const line = positionOf(cursor, queryOf(batchId));
  if (/^\d{1,9}$/.test(line) && Number(line) < lines) return Number(line);
  throw invalidParameter('cursor', 'is no cursor of this batch');
}

import { AFTER } from '../core/forum/actions.ts';
import { NOT_SIGNED_IN } from '../core/forum/errors.ts';
import { invalidParameter } from '../core/platform/http/errors.ts';
import type { BoardResult } from './batch-run.ts';
const START = '0';
const RETRY_PREFIX = '0';

/**
 * @returns the id after which this call starts. Board 0 means "all" in lists and cannot be checked in on
 * @throws {ServiceError} invalid_parameter for anything else
 */
export function readAfter(after = START): number {
  if (!AFTER.test(after)) throw invalidParameter('after', 'must be a whole number');
  return Number(after);
}

/**
 * Where the next call continues: after the leading boards that are done. The first board of a call may be returned once
 * more only, so that a client that continues until nothing is left terminates.
 *
 * @param after as this call got it
 * @returns `null` when no board needs another call
 */
export function nextAfter(boards: BoardResult[], after = START): string | null {
  const isRetry = after.length > 1 && after.startsWith(RETRY_PREFIX);
  const first = boards.findIndex((board, index) => isOpen(board) && !(index === 0 && isRetry && hasFailed(board)));
  if (first === -1) return null;
  if (first > 0) return boards[first - 1]!.cat_id;
  return hasFailed(boards[0]!) ? RETRY_PREFIX + after : after;
}

const hasFailed = ({ status }: BoardResult) => status === 'failed';

/** Whether another call may succeed. Upstream refuses again what it refused, except for an invalid token. */
function isOpen({ status, error }: BoardResult): boolean {
  if (status === 'failed') return !error?.upstream || error.upstream.code === NOT_SIGNED_IN;
  return status === 'not_tried';
}

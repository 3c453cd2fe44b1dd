import { NOT_SIGNED_IN } from '../shared/forum/errors.ts';
import { InvalidParameter } from '../shared/http/errors.ts';
import type { BoardResult } from './batch-run.ts';

/**
 * Form of `after`: the id of a board. A zero in front of it says that the board behind has failed already in a call
 * that began with it.
 */
export const AFTER = /^0?\d{1,15}$/;
const START = '0';
const RETRY = '0';

/**
 * @returns the id that the boards of this call are above. Board 0 stands for "all" in lists and cannot be checked in on
 * @throws {InvalidParameter} where it is none
 */
export function readAfter(after = START): number {
  if (!AFTER.test(after)) throw new InvalidParameter([{ param: 'after', message: 'must be a whole number' }]);
  return Number(after);
}

/**
 * Where the next call goes on: behind the leading run of boards that need nothing more. The board that a call begins
 * with may hold that up once only, so that a client that goes on until there is nothing left comes to an end.
 *
 * @param after as this call got it
 * @returns `null` where no board needs another call
 */
export function nextAfter(boards: BoardResult[], after = START): string | null {
  const isRetry = after.length > 1 && after.startsWith(RETRY);
  const first = boards.findIndex((board, index) => isOpen(board) && !(index === 0 && isRetry && hasFailed(board)));
  if (first === -1) return null;
  if (first > 0) return boards[first - 1]!.cat_id;
  return hasFailed(boards[0]!) ? RETRY + after : after;
}

const hasFailed = ({ status }: BoardResult) => status === 'failed';

/** Another call may do it. What upstream itself refused it refuses again, but for want of a living token. */
function isOpen({ status, error }: BoardResult): boolean {
  if (status === 'failed') return !error?.upstream || error.upstream.code === NOT_SIGNED_IN;
  return status === 'not_tried';
}

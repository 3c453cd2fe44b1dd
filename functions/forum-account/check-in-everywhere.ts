import { InvalidParameter } from '../shared/http/errors.ts';
import { type BoardResult, BatchRun } from './batch-run.ts';
import { listBoards } from './board-list.ts';
import type { Dependencies } from './relay-account-action.ts';

/** All of it fits into the gateway's 29 s, with time to spare for the way. */
const BUDGET_MS = 24_000;
/** Form of `after`: the id of a board. */
export const AFTER = /^\d{1,15}$/;

/**
 * Checks in on all boards, a few at a time, within the gateway's time. Every board is accounted for in the answer;
 * what could not be reached is `not_tried`, and a call with `after` goes on there.
 *
 * @throws {CredentialsRejected} where upstream knows the token no more and no board was done
 * @throws what the board list throws
 */
export async function checkInEverywhere(
  { key, after }: { key: string; after: string | undefined },
  deps: Dependencies,
) {
  const { upstream, batch, now, startedAt } = deps;
  const deadline = startedAt + BUDGET_MS;
  const first = firstBoardAfter(after);
  const boards = (await listBoards(upstream, () => deadline - now())).filter(
    ({ id }) => id > first && !batch.excludedBoards.has(String(id)),
  );
  const run = new BatchRun(boards, deadline, deps, key);
  await run.work();
  if (run.rejected && !run.results.some(isDone)) throw run.rejected;
  return summary(run.results, after ?? null);
}

/** Board 0 stands for "all" in lists and cannot be checked in on. */
function firstBoardAfter(after: string | undefined): number {
  if (after === undefined) return 0;
  if (!AFTER.test(after)) throw new InvalidParameter([{ param: 'after', message: 'must be a whole number' }]);
  return Number(after);
}

function isDone({ status }: BoardResult): boolean {
  return status === 'signed' || status === 'already';
}

/** Neither asked nor, with a new token, worth leaving out. */
function isOpen({ status, error }: BoardResult): boolean {
  return status === 'not_tried' || error?.code === 'upstream_rejected_credentials';
}

function summary(boards: BoardResult[], after: string | null) {
  const count = (status: BoardResult['status']) => boards.filter((board) => board.status === status).length;
  const firstOpen = boards.findIndex(isOpen);
  return {
    totals: {
      boards: boards.length,
      signed: count('signed'),
      already: count('already'),
      failed: count('failed'),
      not_tried: count('not_tried'),
      experience: boards.reduce((sum, { experience }) => sum + experience, 0),
    },
    boards,
    complete: firstOpen === -1,
    next_after: firstOpen === -1 ? null : (boards[firstOpen - 1]?.cat_id ?? after ?? '0'),
  };
}

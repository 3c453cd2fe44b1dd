import { type BoardResult, BatchRun } from './batch-run.ts';
import { listBoards } from './board-list.ts';
import { nextAfter, readAfter } from './next-after.ts';
import type { Dependencies } from './dependencies.ts';

/** The whole batch has to end before the gateway's 29 s are over. */
const BUDGET_MS = 24_000;

/**
 * Checks in on all boards, a few at a time, within the gateway's time. The response lists every board; those
 * without time left are `not_tried`, and a call with `after` continues with them and with those worth a retry.
 *
 * @throws {ServiceError} upstream_rejected_credentials when upstream rejects the token and no board was checked in on
 * @throws what the board list throws
 */
export async function checkInEverywhere(
  { key, after }: { key: string; after: string | undefined },
  deps: Dependencies,
) {
  const { upstream, batch, now, startedAt } = deps;
  const deadline = startedAt + BUDGET_MS;
  const first = readAfter(after);
  const boards = (await listBoards(upstream, () => deadline - now())).filter(
    ({ id }) => id > first && !batch.FORUM_EXCLUDED_BOARDS.has(String(id)),
  );
  const run = new BatchRun(boards, deadline, deps, key);
  await run.work();
  if (run.rejected && !run.results.some(isDone)) throw run.rejected;
  return summary(run.results, after);
}

function isDone({ status }: BoardResult): boolean {
  return status === 'signed' || status === 'already';
}

function summary(boards: BoardResult[], after: string | undefined) {
  const count = (status: BoardResult['status']) => boards.filter((board) => board.status === status).length;
  const next_after = nextAfter(boards, after);
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
    complete: next_after === null,
    next_after,
  };
}

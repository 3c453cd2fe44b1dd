import { setTimeout as sleep } from 'node:timers/promises';
import { CredentialsRejected, NOT_SIGNED_IN, UpstreamUnreadable } from '../shared/forum/errors.ts';
import { ANSWER_MS } from '../shared/forum/upstream-client.ts';
import { InvalidParameter, ServiceError } from '../shared/http/errors.ts';
import { type Board, listBoards } from './board-list.ts';
import { checkIn } from './check-in.ts';
import type { Dependencies } from './relay-account-action.ts';

/** All of it fits into the gateway's 29 s, with time to spare for the way. */
const BUDGET_MS = 24_000;
/** A board is not begun when less than this is left, or less than the slowest call so far took, twice over. */
const MIN_CALL_MS = 1_000;
/** Unreadable answers mean that upstream finds the calls too fast: each makes the pause longer, so many end the batch. */
const MAX_UNREADABLE = 3;
const SLOWED_PAUSE_MS = 1_000;
/** Form of `after`: the id of a board. */
export const AFTER = /^\d{1,15}$/;

export interface BoardResult {
  cat_id: string;
  title: string;
  status: 'signed' | 'already' | 'failed' | 'not_tried';
  experience: number;
  continue_days: number | null;
  error: { code: string; message: string; upstream?: unknown } | null;
}

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
  await Promise.all(Array.from({ length: batch.concurrency }, (_, index) => run.work(index === 0)));
  if (run.rejected && !run.results.some(isDone)) throw run.rejected;
  return summary(run.results, after ?? null);
}

/** Board 0 stands for "all" in lists and cannot be checked in on. */
function firstBoardAfter(after: string | undefined): number {
  if (after === undefined) return 0;
  if (!AFTER.test(after)) throw new InvalidParameter([{ param: 'after', message: 'must be a whole number' }]);
  return Number(after);
}

/** One batch under way: what its workers share. */
class BatchRun {
  readonly results: BoardResult[];
  rejected: CredentialsRejected | null = null;
  private next = 0;
  private slowestMs = 0;
  private unreadable = 0;
  private readonly deadline: number;
  private readonly deps: Dependencies;
  private readonly key: string;

  constructor(boards: Board[], deadline: number, deps: Dependencies, key: string) {
    this.results = boards.map(notTried);
    this.deadline = deadline;
    this.deps = deps;
    this.key = key;
  }

  /** Takes one board after the other. Where upstream finds it too fast, the first worker alone goes on, and slower. */
  async work(isFirst: boolean): Promise<void> {
    while (this.next < this.results.length && this.mayBegin() && (isFirst || this.unreadable === 0)) {
      await this.tryBoard(this.results[this.next++]!);
      await sleep(this.unreadable > 0 ? SLOWED_PAUSE_MS * 2 ** (this.unreadable - 1) : this.deps.batch.pauseMs);
    }
  }

  private mayBegin(): boolean {
    const needed = Math.min(ANSWER_MS, Math.max(MIN_CALL_MS, 2 * this.slowestMs));
    return !this.rejected && this.unreadable < MAX_UNREADABLE && this.deps.now() + needed <= this.deadline;
  }

  private async tryBoard(result: BoardResult): Promise<void> {
    const begun = this.deps.now();
    try {
      const timeoutMs = this.deadline - begun;
      const { status, experience, continue_days } = await checkIn(this.key, result.cat_id, this.deps.upstream, {
        timeoutMs,
      });
      Object.assign(result, { status, experience, continue_days });
      this.unreadable = 0;
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      Object.assign(result, { status: 'failed', error: described(error) });
      if (error instanceof UpstreamUnreadable) this.unreadable += 1;
      if (error instanceof CredentialsRejected && error.upstream.code === NOT_SIGNED_IN) this.rejected = error;
    } finally {
      this.slowestMs = Math.max(this.slowestMs, this.deps.now() - begun);
    }
  }
}

function notTried({ id, title }: Board): BoardResult {
  return { cat_id: String(id), title, status: 'not_tried', experience: 0, continue_days: null, error: null };
}

function described(error: ServiceError): BoardResult['error'] {
  return { code: error.code, message: error.message, ...error.extras() };
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

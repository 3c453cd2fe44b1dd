import { type Board, checkIn, listBoards } from './check-in.ts';
import type { ForumBatchSettings } from '../platform/settings/settings.ts';
import { NOT_SIGNED_IN, refusalOf, type UpstreamClient, type UpstreamRefusal } from './upstream-client.ts';
import { ANSWER_MS } from './upstream-http.ts';
import { asServiceError, invalidParameter, isError, type ServiceError } from '../platform/http/errors.ts';
import { AFTER } from './actions.ts';

/** What relaying an action needs. */
export interface Dependencies {
  upstream: UpstreamClient;
  batch: ForumBatchSettings;
  /** Milliseconds since the epoch. */
  now: () => number;
  sleep: (ms: number) => Promise<unknown>;
  /** When the request came. */
  startedAt: number;
  /** Writes the error that one board of a batch ended with into the log. */
  logUnexpectedError: (error: unknown) => void;
}

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

/** No call is started with less time left than this, or than twice the slowest call so far. */
const MIN_CALL_MS = 1_000;

export interface BoardResult {
  cat_id: string;
  title: string;
  status: 'signed' | 'already' | 'failed' | 'not_tried';
  experience: number;
  continue_days: number | null;
  error: { code: string; message: string; upstream?: UpstreamRefusal | undefined } | null;
}

/** The state of a running batch, shared by its workers. */
class BatchRun {
  readonly results: BoardResult[];
  rejected: ServiceError | null = null;
  private next = 0;
  private workers = 0;
  private slowestMs = 0;
  private readonly pace = new Pace();
  private readonly deadline: number;
  private readonly deps: Dependencies;
  private readonly key: string;

  /** @param deadline milliseconds since the epoch */
  constructor(boards: Board[], deadline: number, deps: Dependencies, key: string) {
    this.results = boards.map(notTried);
    this.deadline = deadline;
    this.deps = deps;
    this.key = key;
  }

  /** Checks in on the boards, a few at a time, until none is left or the batch has to end. */
  async work(): Promise<void> {
    this.workers = this.deps.batch.FORUM_BATCH_CONCURRENCY;
    await Promise.all(Array.from({ length: this.workers }, () => this.workOn()));
  }

  private async workOn(): Promise<void> {
    const { now, batch } = this.deps;
    let board = await this.nextBoard(0);
    while (board) {
      await this.tryBoard(board);
      board = await this.nextBoard(now() + batch.FORUM_BATCH_PAUSE_MS);
    }
  }

  /** @returns the next board, as soon as its call may start; `null` when this worker is done */
  private async nextBoard(readyAt: number): Promise<BoardResult | null> {
    for (;;) {
      const waitMs = Math.max(0, Math.max(readyAt, this.pace.slowedUntil) - this.deps.now());
      if (!this.mayGoOn(waitMs)) {
        this.workers -= 1;
        return null;
      }
      if (waitMs === 0) return this.results[this.next++]!;
      await this.deps.sleep(waitMs);
    }
  }

  private mayGoOn(waitMs: number): boolean {
    if (this.next >= this.results.length || this.rejected || this.pace.isEnded) return false;
    // Only one worker continues, after the calls of the others have ended.
    if (this.pace.isSlowed && this.workers > 1) return false;
    const neededMs = Math.min(ANSWER_MS, Math.max(MIN_CALL_MS, 2 * this.slowestMs));
    return this.deps.now() + waitMs + neededMs <= this.deadline;
  }

  private async tryBoard(result: BoardResult): Promise<void> {
    const { now, upstream } = this.deps;
    const begun = now();
    const noteAnswer = this.pace.beginCall();
    try {
      const options = { timeoutMs: this.deadline - begun };
      const { status, experience, continue_days } = await checkIn(this.key, result.cat_id, upstream, options);
      Object.assign(result, { status, experience, continue_days });
      noteAnswer(true, now());
    } catch (thrown) {
      const error = this.loggedError(thrown);
      Object.assign(result, { status: 'failed', error: described(error) });
      if (isError(error, 'upstream_unreadable')) noteAnswer(false, now());
      const refusal = refusalOf(error);
      if (refusal) noteAnswer(true, now());
      if (refusal?.code === NOT_SIGNED_IN) this.rejected = error;
    } finally {
      this.slowestMs = Math.max(this.slowestMs, now() - begun);
    }
  }

  /** An unexpected error at one board must not lose the results of the others. */
  private loggedError(thrown: unknown): ServiceError {
    if (!isError(thrown)) this.deps.logUnexpectedError(thrown);
    return asServiceError(thrown);
  }
}

function notTried({ id, title }: Board): BoardResult {
  return { cat_id: String(id), title, status: 'not_tried', experience: 0, continue_days: null, error: null };
}

function described(error: ServiceError): BoardResult['error'] {
  return { code: error.code, message: error.message, ...error.extras };
}

/** Consecutive unreadable responses that end a batch. */
const MAX_IN_A_ROW = 3;
const FIRST_WAIT_MS = 1_000;

/**
 * The rate of a batch. Unreadable responses mean that upstream rejects the rate: after the first there is one call at a
 * time, and each consecutive one doubles the wait. Concurrent calls fail for the same reason, and count as one.
 */
class Pace {
  /** No call starts before this time (milliseconds since the epoch). */
  slowedUntil = 0;
  private warnings = 0;
  private inARow = 0;

  /** Whether calls are made one at a time. */
  get isSlowed(): boolean {
    return this.warnings > 0;
  }

  /** Whether the batch has to end. */
  get isEnded(): boolean {
    return this.inARow >= MAX_IN_A_ROW;
  }

  /** @returns a function that notes whether the response could be read, and when it came */
  beginCall(): (isReadable: boolean, now: number) => void {
    const warningsBefore = this.warnings;
    return (isReadable, now) => {
      const isNews = this.warnings === warningsBefore;
      if (isNews) this.inARow = isReadable ? 0 : this.inARow + 1;
      if (isReadable) return;
      if (isNews) this.warnings += 1;
      this.slowedUntil = now + FIRST_WAIT_MS * 2 ** (this.inARow - 1);
    };
  }
}

const START = '0';
const RETRY_PREFIX = '0';

/**
 * @returns the id after which this call starts. Board 0 means "all" in lists and cannot be checked in on
 * @throws {ServiceError} invalid_parameter for anything else
 */
function readAfter(after = START): number {
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
function nextAfter(boards: BoardResult[], after = START): string | null {
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

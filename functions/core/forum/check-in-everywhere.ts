import type { z } from 'zod';
import type { boardResult, checkInEverywhereAnswer } from './answer-schema.ts';
import { type Board, checkIn, listBoards } from './check-in.ts';
import type { CheckInSettings } from './settings.ts';
import { NOT_SIGNED_IN, refusal, refusalOf, type UpstreamClient } from './upstream-client.ts';
import { ANSWER_MS } from './upstream-request.ts';
import { asServiceError, invalidParameter, isError, type ServiceError } from '../platform/http/errors.ts';
import { AFTER } from './actions.ts';

/** Dependencies of relaying an action. */
export interface Dependencies {
  upstream: UpstreamClient;
  batch: CheckInSettings;
  /** Milliseconds since the epoch. */
  now: () => number;
  sleep: (ms: number) => Promise<unknown>;
  /** Time of the request in milliseconds since the epoch. */
  startedAt: number;
  /** Logs an unexpected error of one board. */
  logUnexpectedError: (error: unknown) => void;
}

/** Time limit of a batch, below the gateway's 29 s. */
const BUDGET_MS = 24_000;

/**
 * Checks in on all boards, a few at a time, within the gateway's time limit. The response lists every board; those that
 * were not reached are `not_tried`. A call with `after` continues with these and with failed ones that may succeed.
 *
 * @throws {ServiceError} upstream_rejected_credentials if upstream rejects the token and no board was checked in on
 * @throws what `listBoards` throws
 */
export async function checkInEverywhere(
  { key, after }: { key: string; after: string | undefined },
  deps: Dependencies,
): Promise<z.infer<typeof checkInEverywhereAnswer>> {
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

/** A call needs at least this remaining time, and twice that of the slowest call so far. */
const MIN_CALL_MS = 1_000;

type BoardResult = z.infer<typeof boardResult>;

/** The state of a running batch, shared by its workers. */
class BatchRun {
  readonly results: BoardResult[];
  rejected: ServiceError | null = null;
  private next = 0;
  private workers = 0;
  private slowestMs = 0;
  private readonly rate = new BatchRate();
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

  /** Checks in on the boards, a few at a time, until all are done or the batch has to end. */
  async work(): Promise<void> {
    this.workers = this.deps.batch.FORUM_BATCH_CONCURRENCY;
    await Promise.all(Array.from({ length: this.workers }, () => this.runWorker()));
  }

  private async runWorker(): Promise<void> {
    const { now, batch } = this.deps;
    let board = await this.nextBoard(0);
    while (board) {
      await this.tryBoard(board);
      board = await this.nextBoard(now() + batch.FORUM_BATCH_PAUSE_MS);
    }
  }

  /** @returns the next board when its call may start; `null` if this worker is done */
  private async nextBoard(readyAt: number): Promise<BoardResult | null> {
    for (;;) {
      const waitMs = Math.max(0, Math.max(readyAt, this.rate.slowedUntil) - this.deps.now());
      if (!this.mayContinue(waitMs)) {
        this.workers -= 1;
        return null;
      }
      if (waitMs === 0) return this.results[this.next++]!;
      await this.deps.sleep(waitMs);
    }
  }

  private mayContinue(waitMs: number): boolean {
    if (this.next >= this.results.length || this.rejected || this.rate.isEnded) return false;
    // Only one worker continues, after the calls of the others have ended.
    if (this.rate.isSlowed && this.workers > 1) return false;
    const neededMs = Math.min(ANSWER_MS, Math.max(MIN_CALL_MS, 2 * this.slowestMs));
    return this.deps.now() + waitMs + neededMs <= this.deadline;
  }

  private async tryBoard(result: BoardResult): Promise<void> {
    const { now, upstream } = this.deps;
    const begun = now();
    const reportResponse = this.rate.beginCall();
    try {
      const options = { timeoutMs: this.deadline - begun };
      const { status, experience, continue_days } = await checkIn(this.key, result.cat_id, upstream, options);
      Object.assign(result, { status, experience, continue_days });
      reportResponse(false, now());
    } catch (thrown) {
      const error = this.loggedError(thrown);
      const { code, message, extras } = error;
      Object.assign(result, { status: 'failed', error: { code, message, ...extras } });
      if (isError(error, 'upstream_unreadable')) reportResponse(true, now());
      const refused = refusalOf(error);
      if (refused) reportResponse(error.retryable, now());
      if (refused?.code === NOT_SIGNED_IN) this.rejected = error;
    } finally {
      this.slowestMs = Math.max(this.slowestMs, now() - begun);
    }
  }

  /** Logs an unexpected error of one board, so that the results of the others are kept. */
  private loggedError(thrown: unknown): ServiceError {
    if (!isError(thrown)) this.deps.logUnexpectedError(thrown);
    return asServiceError(thrown);
  }
}

function notTried({ id, title }: Board): BoardResult {
  return { cat_id: String(id), title, status: 'not_tried', experience: 0, continue_days: null, error: null };
}

/** Number of consecutive responses with which upstream limits the rate that ends a batch. */
const MAX_CONSECUTIVE_FAILURES = 3;
const INITIAL_WAIT_MS = 1_000;

/**
 * Adapts the rate of a batch. Unreadable responses, and refusals that request a later call, mean that upstream limits the
 * rate: after the first one, calls are sequential, and each consecutive one doubles the wait. Failures of concurrent calls
 * have the same cause and count once.
 */
class BatchRate {
  /** No call starts before this time (milliseconds since the epoch). */
  slowedUntil = 0;
  private warnings = 0;
  private consecutiveFailures = 0;

  /** Whether calls are sequential. */
  get isSlowed(): boolean {
    return this.warnings > 0;
  }

  /** Whether the batch has to end. */
  get isEnded(): boolean {
    return this.consecutiveFailures >= MAX_CONSECUTIVE_FAILURES;
  }

  /** @returns a function that records whether upstream limits the rate by its response, and the time of the response */
  beginCall(): (isLimited: boolean, now: number) => void {
    const warningsBefore = this.warnings;
    return (isLimited, now) => {
      const isNewWarning = this.warnings === warningsBefore;
      if (isNewWarning) this.consecutiveFailures = isLimited ? this.consecutiveFailures + 1 : 0;
      if (!isLimited) return;
      if (isNewWarning) this.warnings += 1;
      this.slowedUntil = now + INITIAL_WAIT_MS * 2 ** (this.consecutiveFailures - 1);
    };
  }
}

const START = '0';
const RETRY_PREFIX = '0';

/**
 * @returns the id after which this call starts; 0 by default, since board 0 means "all" and cannot be checked in on
 * @throws {ServiceError} invalid_parameter if it is no whole number
 */
function readAfter(after = START): number {
  if (!AFTER.test(after)) throw invalidParameter('after', 'whole_number');
  return Number(after);
}

/**
 * Returns the id after which the next call continues: that of the last of the leading boards that are done. The first
 * board of a call is retried only once, so that a client that repeats calls until they are complete terminates.
 *
 * @param after value in this call
 * @returns `null` if no board needs another call
 */
function nextAfter(boards: BoardResult[], after = START): string | null {
  const isRetry = after.length > 1 && after.startsWith(RETRY_PREFIX);
  const first = boards.findIndex((board, index) => isOpen(board) && !(index === 0 && isRetry && hasFailed(board)));
  if (first === -1) return null;
  if (first > 0) return boards[first - 1]!.cat_id;
  return hasFailed(boards[0]!) ? RETRY_PREFIX + after : after;
}

const hasFailed = ({ status }: BoardResult) => status === 'failed';

/** Whether another call may succeed. Upstream repeats its refusals, except for an invalid token or too frequent calls. */
function isOpen({ status, error }: BoardResult): boolean {
  if (status !== 'failed') return status === 'not_tried';
  const upstream = error?.upstream;
  return !upstream || upstream.code === NOT_SIGNED_IN || refusal(upstream).retryable;
}

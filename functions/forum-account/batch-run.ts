import { NOT_SIGNED_IN, refusalOf, type UpstreamRefusal } from '../core/forum/errors.ts';
import { ANSWER_MS } from '../core/forum/upstream-http.ts';
import { asServiceError, isError, type ServiceError } from '../core/platform/http/errors.ts';
import type { Board } from './board-list.ts';
import { checkIn } from './check-in.ts';
import { Pace } from './pace.ts';
import type { Dependencies } from './dependencies.ts';

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
export class BatchRun {
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

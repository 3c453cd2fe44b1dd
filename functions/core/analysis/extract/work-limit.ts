import type { ExtractFailure } from '../../record/extracted.ts';

/** Steps that reading the values of a page may take; the most that ten values of one of 258 recorded pages take is 330,000. */
export const MAX_STEPS = 2_000_000;
/** Time that it may take, in milliseconds, whatever its steps. */
const MAX_MS = 2_000;
/** Number of steps between two looks at the clock. */
const STEPS_PER_LOOK = 1_024;

/** Thrown if the values of a page take more work than a page may take. */
export class TooMuchWork extends Error {
  readonly failure: ExtractFailure;

  constructor(failure: ExtractFailure) {
    super(failure);
    this.failure = failure;
  }
}

/** Options for tests. */
export interface WorkLimits {
  maxSteps?: number;
  maxMs?: number;
  /** Returns the time in milliseconds. */
  clock?: () => number;
}

/**
 * Limits the work on one page. Steps are counted, so that a page has the same outcome in each crawl; the time is limited
 * besides, for steps that take unusually long.
 */
export class WorkLimit {
  readonly #maxSteps: number;
  readonly #until: number;
  readonly #clock: () => number;
  #steps = 0;
  #nextLook = STEPS_PER_LOOK;

  constructor({ maxSteps = MAX_STEPS, maxMs = MAX_MS, clock = () => performance.now() }: WorkLimits = {}) {
    this.#maxSteps = maxSteps;
    this.#clock = clock;
    this.#until = clock() + maxMs;
  }

  get steps(): number {
    return this.#steps;
  }

  /** @throws {TooMuchWork} if a limit is reached */
  spend(steps = 1): void {
    this.#steps += steps;
    if (this.#steps > this.#maxSteps) throw new TooMuchWork('work_limit');
    if (this.#steps >= this.#nextLook) this.checkTime();
  }

  /** @throws {TooMuchWork} if the time is over */
  checkTime(): void {
    this.#nextLook = this.#steps + STEPS_PER_LOOK;
    if (this.#clock() > this.#until) throw new TooMuchWork('time_limit');
  }
}

/** Elements of a list that are visited in one step: a step of the other kinds takes as long. */
const PER_STEP = 8;

/** @returns the steps of visiting a list */
export const stepsOf = (length: number) => 1 + Math.floor(length / PER_STEP);

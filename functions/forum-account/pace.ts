/** Consecutive unreadable responses that end a batch. */
const MAX_IN_A_ROW = 3;
const FIRST_WAIT_MS = 1_000;

/**
 * The rate of a batch. Unreadable responses mean that upstream rejects the rate: after the first there is one call at a
 * time, and each consecutive one doubles the wait. Concurrent calls fail for the same reason, and count as one.
 */
export class Pace {
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

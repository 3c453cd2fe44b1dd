/** So many unreadable answers in a row end a batch. */
const MAX_IN_A_ROW = 3;
const FIRST_WAIT_MS = 1_000;

/**
 * How fast a batch may go. Unreadable answers mean that upstream finds the calls too fast: from the first on there is
 * one call at a time, and each further one in a row doubles the wait. Calls under way together are answered for the
 * same reason, so they count as one.
 */
export class Pace {
  /** Before then (milliseconds since the epoch) no call begins. */
  slowedUntil = 0;
  private signs = 0;
  private inARow = 0;

  /** One call at a time. */
  get isSlowed(): boolean {
    return this.signs > 0;
  }

  /** No call is of use any more. */
  get isEnded(): boolean {
    return this.inARow >= MAX_IN_A_ROW;
  }

  /** @returns notes whether the answer to a call that begins now could be read, and when it came */
  beginCall(): (isReadable: boolean, now: number) => void {
    const signsBefore = this.signs;
    return (isReadable, now) => {
      const isNews = this.signs === signsBefore;
      if (isNews) this.inARow = isReadable ? 0 : this.inARow + 1;
      if (isReadable) return;
      if (isNews) this.signs += 1;
      this.slowedUntil = now + FIRST_WAIT_MS * 2 ** (this.inARow - 1);
    };
  }
}

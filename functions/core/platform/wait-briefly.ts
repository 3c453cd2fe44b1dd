import { setTimeout as sleep } from 'node:timers/promises';

/** Maximum delay of a response by work that it does not depend on. */
const MAX_DELAY_MS = 1_500;

/** Logged when the work takes longer than {@link MAX_DELAY_MS}. */
class Late extends Error {
  override readonly name = 'Late';
}

/**
 * Waits for work that a response does not depend on, such as a message to the worker, at most {@link MAX_DELAY_MS};
 * slower work continues after the response. It never throws.
 *
 * @param warn called with an error of the work, and if it takes longer
 */
export async function waitBriefly(work: Promise<unknown>, warn: (error: unknown) => void): Promise<void> {
  const done = work.catch(warn).then(() => true);
  const isDone = await Promise.race([done, sleep(MAX_DELAY_MS, false, { ref: false })]);
  if (!isDone) warn(new Late());
}

import { shards } from '../platform/names/shards.ts';
import type { Deliveries, DueDeliveries, DueDelivery } from './deliveries.ts';

/** Due deliveries per read. */
const PAGE_SIZE = 200;
/** Number of deliveries of one shard that are read and sent at a time. */
const AT_ONCE = 5;
/** Time that {@link AT_ONCE} deliveries may take, with a margin. With less time left, no more are read. */
const RESERVE_MS = 15_000;

interface Dependencies {
  deliveries: Pick<Deliveries, 'due' | 'resend'>;
  now: () => number;
  /** Remaining time of this run in milliseconds; the next run continues where this one stops. */
  remainingMs: () => number;
}

interface ScheduleResult {
  sent: number;
  /** Whether all due deliveries were read. */
  complete: boolean;
}

/** Thrown when some due deliveries could not be scheduled; all others were. */
class NotScheduled extends Error {
  readonly code = 'not_scheduled';
}

/**
 * Sends the messages of deliveries that have none for an attempt before the next run, or whose message may be lost, the
 * longest overdue first. Each delivery that is read gets a later time, so that the next run begins with the others. Those
 * that are pending until later are not read.
 *
 * @throws {NotScheduled} after all others; the next run reads the failed ones again
 */
export async function scheduleDeliveries(deps: Dependencies): Promise<ScheduleResult> {
  const failures: Error[] = [];
  const results = await Promise.all(shards.map((shard) => scheduleShard(shard, deps, failures)));
  if (failures.length > 0) {
    throw new NotScheduled(`${failures.length} failures, the first: ${failures[0]!.message}`, { cause: failures[0] });
  }
  return {
    sent: results.reduce((sum, { sent }) => sum + sent, 0),
    complete: results.every(({ complete }) => complete),
  };
}

/** @param failures errors are added to it and do not stop the run */
async function scheduleShard(shard: string, deps: Dependencies, failures: Error[]): Promise<ScheduleResult> {
  let sent = 0;
  try {
    for await (const some of dueDeliveries(shard, deps)) {
      if (deps.remainingMs() < RESERVE_MS) return { sent, complete: false };
      for (const outcome of await Promise.allSettled(some.map((due) => deps.deliveries.resend(due)))) {
        if (outcome.status === 'rejected') failures.push(outcome.reason as Error);
        else if (outcome.value) sent += 1;
      }
    }
  } catch (error) {
    failures.push(error as Error);
  }
  return { sent, complete: true };
}

/** Reads what is due at the start of the run, page by page: what gets a later time is not read again. */
async function* dueDeliveries(shard: string, { deliveries, now }: Dependencies): AsyncGenerator<DueDelivery[]> {
  const time = now();
  const read = (start?: DueDeliveries['next']) => deliveries.due(shard, time, PAGE_SIZE, start);
  let page: DueDeliveries | null = await read();
  while (page) {
    // The next page is read first, since the caller changes the items of this page, and it starts after the last of them.
    const next: DueDeliveries | null = page.next ? await read(page.next) : null;
    for (let start = 0; start < page.due.length; start += AT_ONCE) yield page.due.slice(start, start + AT_ONCE);
    page = next;
  }
}

import { failuresOf, readAhead, scheduleShards, type ScheduleResult } from '../platform/schedule-shards.ts';
import type { Deliveries, DueDelivery } from './deliveries.ts';

/** Due deliveries per read. */
const PAGE_SIZE = 200;
/** Number of deliveries of one shard that are read and sent at a time. */
const AT_ONCE = 5;

interface Dependencies {
  deliveries: Pick<Deliveries, 'due' | 'resend'>;
  now: () => number;
  /** Remaining time of this run in milliseconds; the next run continues where this one stops. */
  remainingMs: () => number;
}

/**
 * Sends the messages of deliveries that have none for an attempt before the next run, or whose message may be lost, the
 * longest overdue first. Each delivery that is read gets a later time, so that the next run begins with the others. Those
 * that are pending until later are not read.
 *
 * @throws what `scheduleShards` throws
 */
export function scheduleDeliveries(deps: Dependencies): Promise<ScheduleResult> {
  return scheduleShards({
    dueItems: (shard) => dueDeliveries(shard, deps),
    async send(some) {
      const outcomes = await Promise.allSettled(some.map((due) => deps.deliveries.resend(due)));
      const sent = outcomes.filter((outcome) => outcome.status === 'fulfilled' && outcome.value).length;
      return { sent, failures: failuresOf(outcomes) };
    },
    remainingMs: deps.remainingMs,
  });
}

/** Reads what is due at the start of the run: what gets a later time is not read again. */
async function* dueDeliveries(shard: string, { deliveries, now }: Dependencies): AsyncGenerator<DueDelivery[]> {
  const time = now();
  for await (const { due } of readAhead((start) => deliveries.due(shard, time, PAGE_SIZE, start))) {
    for (let start = 0; start < due.length; start += AT_ONCE) yield due.slice(start, start + AT_ONCE);
  }
}

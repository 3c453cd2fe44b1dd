import { failuresOf, readAhead, scheduleShards, type ScheduleResult } from '../../platform/schedule-shards.ts';
import type { DueDomain, FollowedDomains } from './followed-domains.ts';
import type { DomainQueue, SnapshotTask } from '../tasks.ts';

/** Due domains per read. */
export const DUE_PAGE_SIZE = 200;
/** SQS accepts ten messages per call. */
const BATCH = 10;

interface Dependencies {
  followed: FollowedDomains;
  queue: DomainQueue;
  now: () => number;
  /** Remaining time of this run in milliseconds; the next run continues where this one stops. */
  remainingMs: () => number;
}

/**
 * Sends every domain whose snapshot is due to the worker and sets its next due time. A domain is sent before its next
 * time is set: a crash in between sends it again, and the worker takes the snapshot of a day only once.
 *
 * @throws what `scheduleShards` throws
 */
export function scheduleSnapshots(deps: Dependencies): Promise<ScheduleResult> {
  return scheduleShards({
    dueItems: (shard) => dueDomains(shard, deps),
    async send(domains) {
      const failures: Error[] = [];
      for (let index = 0; index < domains.length; index += BATCH) {
        failures.push(...(await sendBatch(domains.slice(index, index + BATCH), deps)));
      }
      return { sent: domains.length, failures };
    },
    remainingMs: deps.remainingMs,
  });
}

async function* dueDomains(shard: string, { followed, now }: Dependencies): AsyncGenerator<DueDomain[]> {
  for await (const { domains } of readAhead((start) => followed.due(shard, now(), DUE_PAGE_SIZE, start))) {
    if (domains.length > 0) yield domains;
  }
}

/** @returns the errors */
async function sendBatch(batch: DueDomain[], { followed, queue, now }: Dependencies): Promise<Error[]> {
  try {
    await queue.sendBatch(batch.map(({ domain }): SnapshotTask => ({ task: 'snapshot', domain, attempt: 0 })));
  } catch (error) {
    return [error as Error];
  }
  return failuresOf(await Promise.allSettled(batch.map((due) => followed.advance(due, now()))));
}

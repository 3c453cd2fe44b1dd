import { shards } from '../../platform/names/shards.ts';
import type { DueDomain, DuePage, FollowedDomains } from './followed-domains.ts';
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

/** Time that a page may take, with a margin. With less time left, no page is started. */
const RESERVE_MS = 15_000;

interface ScheduleResult {
  sent: number;
  /** Whether all due domains were sent. */
  complete: boolean;
}

/** Thrown when some due domains could not be sent to the worker; all others were. */
class NotScheduled extends Error {
  readonly code = 'not_scheduled';
}

/**
 * Sends every domain whose snapshot is due to the worker and sets its next due time. A domain is sent before its next
 * time is set: a crash in between sends it again, and the worker takes the snapshot of a day only once.
 *
 * @throws {NotScheduled} after all other domains were sent; the next run tries the failed ones again
 */
export async function scheduleSnapshots(deps: Dependencies): Promise<ScheduleResult> {
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
    for await (const domains of duePages(shard, deps)) {
      if (deps.remainingMs() < RESERVE_MS) return { sent, complete: false };
      for (let index = 0; index < domains.length; index += BATCH) {
        failures.push(...(await sendBatch(domains.slice(index, index + BATCH), deps)));
      }
      sent += domains.length;
    }
  } catch (error) {
    failures.push(error as Error);
  }
  return { sent, complete: true };
}

async function* duePages(shard: string, { followed, now }: Dependencies): AsyncGenerator<DueDomain[]> {
  const read = (start?: DuePage['next']) => followed.due(shard, now(), DUE_PAGE_SIZE, start);
  let page: DuePage | null = await read();
  while (page) {
    // The next page is read first, since the caller changes the items of this page, and it starts after the last of them.
    const next: DuePage | null = page.next ? await read(page.next) : null;
    if (page.domains.length > 0) yield page.domains;
    page = next;
  }
}

/** @returns the errors */
async function sendBatch(batch: DueDomain[], { followed, queue, now }: Dependencies): Promise<Error[]> {
  try {
    await queue.sendBatch(batch.map(({ domain }): SnapshotTask => ({ task: 'snapshot', domain, attempt: 0 })));
  } catch (error) {
    return [error as Error];
  }
  const advanced = await Promise.allSettled(batch.map((due) => followed.advance(due, now())));
  return advanced.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason as Error] : []));
}

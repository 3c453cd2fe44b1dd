import { shards } from '../shared/domain/snapshot-cadence.ts';
import type { DueDomain, DuePage, FollowedDomains } from '../shared/storage/domain-schedule/followed-domains.ts';
import type { SnapshotTask, WorkQueue } from '../shared/storage/work-queue.ts';

/** Due domains that are read at once. */
export const DUE_PAGE_SIZE = 200;
/** SQS takes ten messages at once. */
const BATCH = 10;

interface Dependencies {
  followed: FollowedDomains;
  queue: WorkQueue;
  now: () => number;
  /** Milliseconds that are left; the next run goes on where this one has to stop. */
  remainingMs: () => number;
}

/** Time that one page takes at most, with much to spare. */
const RESERVE_MS = 15_000;

export interface ScheduleResult {
  sent: number;
  /** Nothing that was due is left. */
  complete: boolean;
}

/** Some of what was due could not be handed to the worker; all else was. */
export class NotScheduled extends Error {
  readonly code = 'not_scheduled';
}

/**
 * Hands every domain whose snapshot is due to the worker and sets its next one. A domain is sent before its next time is
 * set: a crash in between sends it again, and the worker takes a day only once.
 *
 * @throws {NotScheduled} when all that could be done is done; the next run tries the rest again
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

/** @param failures what goes wrong is added here, and does not stop the rest */
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
    // Read while the item that it starts behind still stands in its place.
    const next: DuePage | null = page.next ? await read(page.next) : null;
    if (page.domains.length > 0) yield page.domains;
    page = next;
  }
}

/** @returns what went wrong */
async function sendBatch(batch: DueDomain[], { followed, queue, now }: Dependencies): Promise<Error[]> {
  try {
    await queue.sendBatch(batch.map(({ domain }): SnapshotTask => ({ task: 'snapshot', domain, attempt: 0 })));
  } catch (error) {
    return [error as Error];
  }
  const advanced = await Promise.allSettled(batch.map((due) => followed.advance(due, now())));
  return advanced.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason as Error] : []));
}

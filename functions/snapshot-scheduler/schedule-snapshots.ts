import { SHARDS } from '../shared/schedule/cadence.ts';
import type { DueDomain, DuePage, FollowedDomains } from '../shared/storage/followed-domains.ts';
import type { SnapshotTask, WorkQueue } from '../shared/storage/work-queue.ts';

const PAGE = 200;
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

/**
 * Hands every domain whose snapshot is due to the worker and sets its next one. A domain is sent before its next time is
 * set: a crash in between sends it again, and the worker takes a day only once.
 */
export async function scheduleSnapshots(deps: Dependencies): Promise<ScheduleResult> {
  const shards = Array.from({ length: SHARDS }, (_, shard) => String(shard));
  const results = await Promise.all(shards.map((shard) => scheduleShard(shard, deps)));
  return {
    sent: results.reduce((sum, { sent }) => sum + sent, 0),
    complete: results.every(({ complete }) => complete),
  };
}

async function scheduleShard(shard: string, deps: Dependencies): Promise<ScheduleResult> {
  const { followed, now, remainingMs } = deps;
  const read = (start?: DuePage['next']) => followed.due(shard, now(), PAGE, start);
  let sent = 0;
  let page: DuePage | null = await read();
  while (page) {
    if (remainingMs() < RESERVE_MS) return { sent, complete: page.domains.length === 0 };
    // Read while the item that it starts behind still stands in its place.
    const next: DuePage | null = page.next ? await read(page.next) : null;
    for (let index = 0; index < page.domains.length; index += BATCH) {
      await sendBatch(page.domains.slice(index, index + BATCH), deps);
    }
    sent += page.domains.length;
    page = next;
  }
  return { sent, complete: true };
}

async function sendBatch(batch: DueDomain[], { followed, queue, now }: Dependencies): Promise<void> {
  await queue.sendBatch(batch.map(({ domain }): SnapshotTask => ({ task: 'snapshot', domain, attempt: 0 })));
  await Promise.all(batch.map((due) => followed.advance(due, now())));
}

import { shards } from './names/shards.ts';

/** What one run has sent. */
export interface ScheduleResult {
  sent: number;
  /** Whether everything that is due was read. */
  complete: boolean;
}

/** Thrown when some due items could not be scheduled; all others were. */
class NotScheduled extends Error {
  readonly code = 'not_scheduled';
}

interface ShardWork<Item> {
  /** Reads what is due in a shard of an index, some items at a time. */
  dueItems: (shard: string) => AsyncIterable<Item[]>;
  /** Sends some items; failures do not stop the run. */
  send: (items: Item[]) => Promise<{ sent: number; failures: Error[] }>;
  /** Remaining time of this run in milliseconds; the next run continues where this one stops. */
  remainingMs: () => number;
}

/** Time that sending some items may take, with a margin. With less time left, no more are sent. */
const RESERVE_MS = 15_000;

/**
 * Sends what is due in all shards of an index, all shards at a time.
 *
 * @throws {NotScheduled} after all others; the next run reads the failed items again
 */
export async function scheduleShards<Item>(work: ShardWork<Item>): Promise<ScheduleResult> {
  const failures: Error[] = [];
  const results = await Promise.all(shards.map((shard) => scheduleShard(shard, work, failures)));
  if (failures.length > 0) {
    throw new NotScheduled(`${failures.length} failures, the first: ${failures[0]!.message}`, { cause: failures[0] });
  }
  return {
    sent: results.reduce((sum, { sent }) => sum + sent, 0),
    complete: results.every(({ complete }) => complete),
  };
}

/** @param failures errors are added to it and do not stop the run */
async function scheduleShard<Item>(
  shard: string,
  { dueItems, send, remainingMs }: ShardWork<Item>,
  failures: Error[],
): Promise<ScheduleResult> {
  let sent = 0;
  try {
    for await (const items of dueItems(shard)) {
      if (remainingMs() < RESERVE_MS) return { sent, complete: false };
      const outcome = await send(items);
      failures.push(...outcome.failures);
      sent += outcome.sent;
    }
  } catch (error) {
    failures.push(error as Error);
  }
  return { sent, complete: true };
}

/** @returns the errors of some outcomes */
export function failuresOf(outcomes: PromiseSettledResult<unknown>[]): Error[] {
  return outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason as Error] : []));
}

/** Start key of the next page; absent on the last one. */
type Next = Record<string, unknown> | undefined;

/**
 * Reads pages of an index. The next page is read before a page is returned, since the caller changes the items of a page,
 * and the next one starts after the last of them.
 */
export async function* readAhead<Page extends { next?: Next }>(
  read: (start?: Next) => Promise<Page>,
): AsyncGenerator<Page> {
  let page: Page | null = await read();
  while (page) {
    const next: Page | null = page.next ? await read(page.next) : null;
    yield page;
    page = next;
  }
}

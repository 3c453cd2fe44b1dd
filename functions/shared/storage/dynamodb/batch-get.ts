import { setTimeout as sleep } from 'node:timers/promises';

/** The call that reads many items, with values as they are stored or as plain JavaScript values. */
interface BatchReader<Value> {
  batchGet(input: {
    RequestItems: Record<string, { Keys: Record<string, Value>[]; ConsistentRead: boolean }>;
  }): Promise<{
    Responses?: Record<string, Record<string, Value>[]> | undefined;
    UnprocessedKeys?: Record<string, { Keys: Record<string, Value>[] | undefined }> | undefined;
  }>;
}

/** Most keys in one request. */
const BATCH = 100;
const FIRST_PAUSE_MS = 50;
const LONGEST_PAUSE_MS = 2_000;

/**
 * Reads items of one table by their keys. What DynamoDB leaves out, because it is busy or the response is too large, is
 * requested again.
 *
 * @param keys each of them once
 * @returns the items that there are, in no order
 */
export async function batchGet<Value>(
  reader: BatchReader<Value>,
  table: string,
  keys: Record<string, Value>[],
  { consistent = false } = {},
): Promise<Record<string, unknown>[]> {
  const items: Record<string, unknown>[] = [];
  let rest = keys;
  let pauseMs = FIRST_PAUSE_MS;
  while (rest.length > 0) {
    const RequestItems = { [table]: { Keys: rest.slice(0, BATCH), ConsistentRead: consistent } };
    const page = await reader.batchGet({ RequestItems });
    const found = page.Responses?.[table] ?? [];
    const undone = page.UnprocessedKeys?.[table]?.Keys ?? [];
    items.push(...found);
    rest = [...undone, ...rest.slice(BATCH)];
    if (undone.length === 0 || found.length > 0) continue;
    await sleep(pauseMs);
    pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS);
  }
  return items;
}

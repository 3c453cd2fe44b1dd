import { setTimeout as sleep } from 'node:timers/promises';
import type { BatchWriteInput } from './dynamodb.ts';
import type { Conditions } from './expressions.ts';
import { type QueryOptions, queryPages, type Table } from './table.ts';

type Plain = Record<string, unknown>;
type WriteRequest = NonNullable<BatchWriteInput['RequestItems']>[string][number];

/** Maximum number of keys, and of writes, in one request. */
const MAX_KEYS = 100;
const MAX_WRITES = 25;
const FIRST_PAUSE_MS = 50;
const MAX_PAUSE_MS = 2_000;
/** Maximum number of requests in a row without an accepted write; with the pauses, five seconds. */
const MAX_IDLE_TRIES = 8;
/** Default number of concurrent requests. */
const CONCURRENCY = 25;

/** Thrown if DynamoDB repeatedly accepted none of the writes. */
export class WritesRefused extends Error {
  readonly code = 'writes_refused';
}

/**
 * Reads items of one table by their keys. Keys that DynamoDB does not process because of throttling or the size of the
 * response are requested again.
 *
 * @param keys without duplicates
 * @returns the existing items, in no order
 */
export async function getItems<Item>(
  { db, table }: Table<'batchGet'>,
  keys: object[],
  { consistent = false } = {},
): Promise<Item[]> {
  const items: Plain[] = [];
  let rest = keys as Plain[];
  let pauseMs = FIRST_PAUSE_MS;
  while (rest.length > 0) {
    const RequestItems = { [table]: { Keys: rest.slice(0, MAX_KEYS), ConsistentRead: consistent } };
    const page = await db.batchGet({ RequestItems });
    const found = page.Responses?.[table] ?? [];
    const undone = page.UnprocessedKeys?.[table]?.Keys ?? [];
    items.push(...found);
    rest = [...undone, ...rest.slice(MAX_KEYS)];
    if (undone.length === 0 || found.length > 0) continue;
    await sleep(pauseMs);
    pauseMs = Math.min(2 * pauseMs, MAX_PAUSE_MS);
  }
  return items as Item[];
}

/**
 * Puts and deletes items of one table. Writes that DynamoDB does not process because of throttling are sent again after
 * a pause.
 *
 * @throws {WritesRefused} if DynamoDB repeatedly accepts no write; the writes accepted before remain
 */
export async function writeItems({ db, table }: Table<'batchWrite'>, requests: WriteRequest[]): Promise<void> {
  let rest = requests;
  let pauseMs = FIRST_PAUSE_MS;
  let idleTries = 0;
  while (rest.length > 0) {
    const batch = rest.slice(0, MAX_WRITES);
    const { UnprocessedItems } = await db.batchWrite({ RequestItems: { [table]: batch } });
    const undone = UnprocessedItems?.[table] ?? [];
    rest = [...undone, ...rest.slice(MAX_WRITES)];
    if (undone.length === 0) continue;
    idleTries = undone.length < batch.length ? 0 : idleTries + 1;
    if (idleTries === MAX_IDLE_TRIES) throw new WritesRefused(`DynamoDB did not accept ${rest.length} writes`);
    await sleep(pauseMs);
    pauseMs = Math.min(2 * pauseMs, MAX_PAUSE_MS);
  }
}

/** Puts items of one table. @param items without duplicate keys */
export function putItems(table: Table<'batchWrite'>, items: object[]): Promise<void> {
  const requests = items.map((Item) => ({ PutRequest: { Item: Item as Plain } }));
  return writeItems(table, requests);
}

/** Deletes items of one table. @param keys without duplicates */
export function deleteItems(table: Table<'batchWrite'>, keys: object[]): Promise<void> {
  const requests = keys.map((Key) => ({ DeleteRequest: { Key: Key as Plain } }));
  return writeItems(table, requests);
}

/**
 * Deletes the items that a query finds and that were written before the call.
 *
 * @param names names of the attributes of the table's key
 * @param key conditions of the keys
 */
export async function deleteFound(
  table: Table<'query' | 'batchWrite'>,
  names: readonly string[],
  key: Conditions,
  options: QueryOptions = { consistent: true },
): Promise<void> {
  const pages = queryPages<object>(table, key, { ...options, attributes: names });
  for await (const keys of pages) await deleteItems(table, keys);
}

/**
 * Sends one request for each item.
 *
 * @param concurrency number of concurrent requests
 */
export async function eachAtOnce<Item>(
  items: Item[],
  send: (item: Item) => Promise<void>,
  concurrency = CONCURRENCY,
): Promise<void> {
  for (let start = 0; start < items.length; start += concurrency) {
    await Promise.all(items.slice(start, start + concurrency).map(send));
  }
}

import { setTimeout as sleep } from 'node:timers/promises';
import type { BatchWriteInput, DynamoDB, QueryInput } from './dynamodb.ts';

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
export async function getItems(
  db: Pick<DynamoDB, 'batchGet'>,
  table: string,
  keys: Plain[],
  { consistent = false } = {},
): Promise<Plain[]> {
  const items: Plain[] = [];
  let rest = keys;
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
  return items;
}

/** Reads the pages of a query one after the other. */
export async function* queryPages(db: Pick<DynamoDB, 'query'>, input: QueryInput) {
  let start = input.ExclusiveStartKey;
  do {
    const page = await db.query({ ...input, ExclusiveStartKey: start });
    yield page;
    start = page.LastEvaluatedKey;
  } while (start);
}

/** @returns the items of all pages of a query, in their order */
export async function queryItems(db: Pick<DynamoDB, 'query'>, input: QueryInput): Promise<Plain[]> {
  return (await Array.fromAsync(queryPages(db, input))).flatMap(({ Items = [] }) => Items);
}

/**
 * Puts and deletes items of one table. Writes that DynamoDB does not process because of throttling are sent again after
 * a pause.
 *
 * @throws {WritesRefused} if DynamoDB repeatedly accepts no write; the writes accepted before remain
 */
export async function writeItems(
  db: Pick<DynamoDB, 'batchWrite'>,
  table: string,
  requests: WriteRequest[],
): Promise<void> {
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
export function putItems(db: DynamoDB, table: string, items: object[]): Promise<void> {
  const requests = items.map((Item) => ({ PutRequest: { Item: Item as Plain } }));
  return writeItems(db, table, requests);
}

/** Deletes items of one table. @param keys without duplicates */
export function deleteItems(db: DynamoDB, table: string, keys: object[]): Promise<void> {
  const requests = keys.map((Key) => ({ DeleteRequest: { Key: Key as Plain } }));
  return writeItems(db, table, requests);
}

interface Partition {
  table: string;
  /** Names of the key's attributes. */
  partitionKey: string;
  sortKey: string;
  value: string;
  /** Prefix of the sort keys; default: all items of the partition. */
  prefix?: string;
}

/** Deletes the items with a partition key, or those of them with a prefix, that were written before the call. */
export async function deletePartition(db: DynamoDB, partition: Partition): Promise<void> {
  const { table, partitionKey, sortKey, value, prefix } = partition;
  const pages = queryPages(db, {
    TableName: table,
    KeyConditionExpression: prefix ? '#partition = :value AND begins_with(#sort, :prefix)' : '#partition = :value',
    ExpressionAttributeNames: { '#partition': partitionKey, '#sort': sortKey },
    ExpressionAttributeValues: { ':value': value, ...(prefix && { ':prefix': prefix }) },
    ProjectionExpression: '#partition, #sort',
    ConsistentRead: true,
  });
  for await (const { Items = [] } of pages) await deleteItems(db, table, Items);
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

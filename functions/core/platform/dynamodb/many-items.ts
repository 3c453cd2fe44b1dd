import { setTimeout as sleep } from 'node:timers/promises';
import type { BatchWriteInput, DynamoDB, QueryInput } from './dynamodb.ts';

type Plain = Record<string, unknown>;
type WriteRequest = NonNullable<BatchWriteInput['RequestItems']>[string][number];

/** Most keys, and most writes, in one request. */
const MOST_KEYS = 100;
const MOST_WRITES = 25;
const FIRST_PAUSE_MS = 50;
const LONGEST_PAUSE_MS = 2_000;
/** Requests in a row of which DynamoDB takes nothing before giving up; with the pauses, five seconds. */
const MAX_IDLE_TRIES = 8;
/** Requests in progress at once. */
const AT_ONCE = 25;

/** DynamoDB took none of the writes, however often they were sent. */
export class WritesRefused extends Error {
  readonly code = 'writes_refused';
}

/**
 * Reads items of one table by their keys. What DynamoDB leaves out, because it is busy or the response is too large, is
 * requested again.
 *
 * @param keys each of them once
 * @returns the items that there are, in no order
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
    const RequestItems = { [table]: { Keys: rest.slice(0, MOST_KEYS), ConsistentRead: consistent } };
    const page = await db.batchGet({ RequestItems });
    const found = page.Responses?.[table] ?? [];
    const undone = page.UnprocessedKeys?.[table]?.Keys ?? [];
    items.push(...found);
    rest = [...undone, ...rest.slice(MOST_KEYS)];
    if (undone.length === 0 || found.length > 0) continue;
    await sleep(pauseMs);
    pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS);
  }
  return items;
}

/** Reads the pages of a query, one after the other. */
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
 * Puts and deletes items of one table. What DynamoDB leaves out because it is busy is sent again after a pause.
 *
 * @throws {WritesRefused} where nothing is taken any more; what was taken before stays written
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
    const batch = rest.slice(0, MOST_WRITES);
    const { UnprocessedItems } = await db.batchWrite({ RequestItems: { [table]: batch } });
    const undone = UnprocessedItems?.[table] ?? [];
    rest = [...undone, ...rest.slice(MOST_WRITES)];
    if (undone.length === 0) continue;
    idleTries = undone.length < batch.length ? 0 : idleTries + 1;
    if (idleTries === MAX_IDLE_TRIES) throw new WritesRefused(`${rest.length} writes were not taken`);
    await sleep(pauseMs);
    pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS);
  }
}

/** Puts items of one table. @param items each key once */
export const putItems = (db: DynamoDB, table: string, items: object[]) =>
  writeItems(
    db,
    table,
    items.map((Item) => ({ PutRequest: { Item: Item as Plain } })),
  );

/** Deletes items of one table. @param keys each of them once */
export const deleteItems = (db: DynamoDB, table: string, keys: object[]) =>
  writeItems(
    db,
    table,
    keys.map((Key) => ({ DeleteRequest: { Key: Key as Plain } })),
  );

interface Partition {
  table: string;
  /** Names of the key's attributes. */
  partitionKey: string;
  sortKey: string;
  value: string;
  /** Only items whose sort key begins with it. */
  prefix?: string;
}

/** Deletes all items with a partition key, or those of them with a prefix, that were written before. */
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
 * Sends a request of its own for each item, several at once.
 *
 * @param atOnce how many
 */
export async function eachAtOnce<Item>(
  items: Item[],
  send: (item: Item) => Promise<void>,
  atOnce = AT_ONCE,
): Promise<void> {
  for (let start = 0; start < items.length; start += atOnce) {
    await Promise.all(items.slice(start, start + atOnce).map(send));
  }
}

import { randomBytes } from 'node:crypto';
import type { DynamoDB } from '../../platform/dynamodb/dynamodb.ts';
import { absent, contains, member, present, startsWith } from '../../platform/dynamodb/expressions.ts';
import { bindStore } from '../../platform/bind-store.ts';
import {
  getItem,
  putItem,
  queryItems,
  queryPages,
  type Store,
  updateAndReturn,
  updateItem,
} from '../../platform/dynamodb/table.ts';
import { putItems } from '../../platform/dynamodb/many-items.ts';
import {
  type BatchHeadItem,
  type BatchPartItem,
  expiryOf,
  headKey,
  NOT_STARTED,
  keptDays,
  rowsPerPart,
  partKey,
  partNumber,
} from './item.ts';
import { type BatchRow, needsFetch, type RowOutcome } from '../batch.ts';
import { addToList, readList } from './batch-list.ts';

/** A stored batch without its rows. */
export interface StoredBatch {
  id: string;
  owner: string;
  /** ISO 8601 times. */
  createdAt: string;
  expiresAt: string;
  cancelledAt: string | null;
  /** When it was stopped at its work limit. */
  stoppedAt: string | null;
  /** How often its work was restarted because messages were lost; messages sent before that are ignored. */
  resumes: number;
  attempt: string;
  options: string;
  /** Numbers of the parts with domains that had to be fetched when the batch was created. */
  reading: number[];
  fetches: number;
  /** Milliseconds since the epoch. */
  progressAt: number;
  /** Numbers of the parts whose sites have been fetched. */
  ended: ReadonlySet<number>;
}

/** A part's rows with their stored outcomes. */
export interface StoredPart {
  number: number;
  rows: BatchRow[];
}

export interface NewBatch extends Pick<StoredBatch, 'id' | 'owner' | 'createdAt' | 'options' | 'fetches'> {
  rows: BatchRow[];
}

/** Position of a row in a batch. */
export interface RowPosition {
  part: number;
  /** Index of the row in the part. */
  row: number;
  domain: string;
}

/** Outcome of a row whose domain was deleted. */
const DELETED: RowOutcome = {
  status: 'failed',
  error: {
    code: 'forgotten',
    message: 'The operator has deleted the data of this domain',
    retryable: false,
  },
};

/** @returns false if the part has changed or is deleted */
function eraseFrom(store: Store, { day, part, rows: before }: BatchPartItem, domain: string): Promise<boolean> {
  const rows = JSON.parse(before) as BatchRow[];
  const erased = rows.flatMap((row, index) => (row.domain === domain ? [outcomeOf(index)] : []));
  const kept = rows.map((row) => (row.domain === domain ? { ...row, input: null, domain: null, ...DELETED } : row));
  const changes = { set: { rows: JSON.stringify(kept) }, remove: erased };
  return updateItem(store, { day, part }, { ...changes, when: { rows: before } });
}

const isKept = ({ now }: Store, item: { expires_at: number } | undefined) =>
  item !== undefined && item.expires_at * 1000 > now();

/** Reads the head only. */
async function readHead(store: Store, id: string): Promise<StoredBatch | null> {
  const key = headKey(id);
  if (!key) return null;
  const head = await getItem<BatchHeadItem>(store, key, { consistent: true });
  return isKept(store, head) ? batchOf(head!) : null;
}

/** @returns `null` if there is no such batch, or it has expired */
async function read(store: Store, id: string): Promise<{ batch: StoredBatch; parts: StoredPart[] } | null> {
  const key = headKey(id);
  if (!key) return null;
  const keys = { day: key.day, part: startsWith(key.part) };
  const items = await queryItems<BatchHeadItem | BatchPartItem>(store, keys, { consistent: true });
  const head = items.find(({ part }) => part === id) as BatchHeadItem | undefined;
  if (!isKept(store, head)) return null;
  const parts = items.flatMap((item) => {
    const number = partNumber(item, head!);
    return number === null ? [] : [partOf(item as BatchPartItem, number)];
  });
  return { batch: batchOf(head!), parts };
}

/** Reads the head and one part, with two small consistent reads. */
async function readPart(store: Store, id: string, number: number) {
  const batch = await readHead(store, id);
  if (!batch) return null;
  const key = partKey(headKey(id)!, batch.attempt, number);
  const item = await getItem<BatchPartItem>(store, key, { consistent: true });
  return item ? { batch, part: partOf(item, number) } : null;
}

/**
 * Stores a new batch.
 *
 * @returns the parts to fetch; `null` if there is a batch with this id, which another caller has created meanwhile
 */
async function create(
  store: Store,
  { id, owner, createdAt, options, fetches, rows }: NewBatch,
): Promise<number[] | null> {
  const key = headKey(id)!;
  const attempt = randomBytes(4).toString('hex');
  const expires_at = expiryOf(createdAt);
  const each = rowsPerPart(rows.length);
  const parts = Array.from({ length: Math.ceil(rows.length / each) }, (_, part): BatchPartItem => {
    const own = rows.slice(part * each, (part + 1) * each);
    return { ...partKey(key, attempt, part), rows: JSON.stringify(own), outcomes: {}, expires_at };
  });
  await putItems(store, parts);
  const reading = partsToRead(rows);
  const head: BatchHeadItem = {
    ...key,
    owner,
    created_at: createdAt,
    expires_at,
    attempt,
    options,
    reading,
    fetches,
    progress_at: NOT_STARTED,
  };
  return (await putItem(store, head, { when: { part: absent } })) ? reading : null;
}

/** Stores the outcome of a row that will have no entry in the cache, unless its domain was deleted. */
async function recordOutcome(
  store: Store,
  { id, attempt }: Pick<StoredBatch, 'id' | 'attempt'>,
  { part, row, domain }: RowPosition,
  outcome: RowOutcome,
): Promise<void> {
  const when = { rows: contains(memberOf(domain)) };
  await updateItem(store, partKey(headKey(id)!, attempt, part), { set: { [outcomeOf(row)]: outcome }, when });
}

/**
 * Stores that the sites of a part have been fetched.
 *
 * @returns the parts that have ended; `null` if the batch is deleted
 */
async function endPart(store: Store, id: string, part: number): Promise<ReadonlySet<number> | null> {
  const changes = { add: { ended: new Set([part]) }, set: { progress_at: store.now() } };
  const when = { attempt: present };
  const head = await updateAndReturn<Required<BatchHeadItem>>(store, headKey(id)!, { ...changes, when });
  return head && head.ended;
}

/** Stores a time, once. @returns false if it is stored already, or the batch is deleted */
function setOnce(store: Store, id: string, name: 'cancelled_at' | 'stopped_at'): Promise<boolean> {
  const set = { [name]: new Date(store.now()).toISOString() };
  return updateItem(store, headKey(id)!, { set, when: { attempt: present, [name]: absent } });
}

/** @returns false if it is cancelled already, or deleted */
const cancel = (store: Store, id: string) => setOnce(store, id, 'cancelled_at');

/** Stops a batch at its work limit: nothing more is fetched. */
async function stop(store: Store, id: string): Promise<void> {
  await setOnce(store, id, 'stopped_at');
}

/** Stores that the work continues. */
async function recordProgress(store: Store, id: string): Promise<void> {
  await updateItem(store, headKey(id)!, { set: { progress_at: store.now() }, when: { attempt: present } });
}

/**
 * Stores that the work was started or restarted.
 *
 * @returns false if there was progress since the batch was read
 */
function touch(store: Store, { id, progressAt, resumes }: Pick<StoredBatch, 'id' | 'progressAt' | 'resumes'>) {
  const set = { progress_at: store.now(), resumes };
  return updateItem(store, headKey(id)!, { set, when: { progress_at: progressAt } });
}

/** Deletes a domain from all batches: their rows are kept without input and domain. */
async function deleteDomain(store: Store, domain: string): Promise<void> {
  const filter = { rows: contains(memberOf(domain)) };
  for (const day of keptDays(store.now())) {
    // Repeats parts in which another domain was deleted meanwhile.
    for (let isChanged = true; isChanged;) {
      isChanged = false;
      for await (const parts of queryPages<BatchPartItem>(store, { day }, { filter })) {
        for (const part of parts) if (!(await eraseFrom(store, part, domain))) isChanged = true;
      }
    }
  }
}

const functions = {
  read,
  readPart,
  readHead,
  create,
  recordOutcome,
  endPart,
  cancel,
  stop,
  recordProgress,
  touch,
  addToList,
  readList,
  deleteDomain,
};

export type Batches = ReturnType<typeof createBatches>;

/**
 * Creates the store in the table `Batches`: partition key `day`, sort key `part`, TTL. Cached answers load this file.
 */
export function createBatches(db: DynamoDB, table: string, now: () => number) {
  return bindStore({ db, table, now }, functions);
}

/** Path to the outcome of a row, by its index in the part. */
const outcomeOf = (row: number) => member('outcomes', String(row));

/** A domain as a member in the JSON text of rows. */
const memberOf = (domain: string) => JSON.stringify({ domain }).slice(1, -1);

/** Returns the numbers of the parts with rows to fetch. */
function partsToRead(rows: BatchRow[]): number[] {
  const each = rowsPerPart(rows.length);
  const numbers = rows.flatMap((row, index) => (needsFetch(row) ? [Math.floor(index / each)] : []));
  return [...new Set(numbers)];
}

function batchOf(item: BatchHeadItem): StoredBatch {
  return {
    id: item.part,
    owner: item.owner,
    createdAt: item.created_at,
    expiresAt: new Date(item.expires_at * 1000).toISOString(),
    cancelledAt: item.cancelled_at ?? null,
    stoppedAt: item.stopped_at ?? null,
    resumes: item.resumes ?? 0,
    attempt: item.attempt,
    options: item.options,
    reading: item.reading,
    fetches: item.fetches,
    progressAt: item.progress_at,
    ended: item.ended ?? new Set(),
  };
}

function partOf(item: BatchPartItem, number: number): StoredPart {
  const rows = JSON.parse(item.rows) as BatchRow[];
  return { number, rows: rows.map((row, index) => ({ ...row, ...item.outcomes[index] })) };
}

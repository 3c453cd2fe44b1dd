import { randomBytes } from 'node:crypto';
import { type DynamoDB, ifConditionHolds, inPartition, type UpdateInput } from '../../platform/dynamodb/dynamodb.ts';
import { putItems, queryItems, queryPages } from '../../platform/dynamodb/many-items.ts';
import {
  type BatchHeadItem,
  type BatchKey,
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

export type Batches = ReturnType<typeof createBatches>;

/** Outcome of a row whose domain was deleted. */
const DELETED: RowOutcome = {
  status: 'failed',
  error: {
    code: 'forgotten',
    message: 'The operator has deleted the data of this domain',
    retryable: false,
  },
};

/**
 * Creates the store in the table `Batches`: partition key `day`, sort key `part`, TTL. Cached answers load this file.
 */
export function createBatches(db: DynamoDB, table: string, now: () => number) {
  const update = (key: BatchKey, input: Omit<UpdateInput, 'TableName' | 'Key'>) =>
    db.update({ TableName: table, Key: key, ...input });
  const updateHead = (id: string, input: Omit<UpdateInput, 'TableName' | 'Key'>) =>
    ifConditionHolds(update(headKey(id)!, input));

  /** @returns false if the part has changed or is deleted */
  async function eraseFrom(item: BatchPartItem, domain: string): Promise<boolean> {
    const rows = JSON.parse(item.rows) as BatchRow[];
    const erased = rows.flatMap((row, index) => (row.domain === domain ? [String(index)] : []));
    const kept = rows.map((row) => (row.domain === domain ? { ...row, input: null, domain: null, ...DELETED } : row));
    const names = Object.fromEntries(erased.map((row) => [`#l${row}`, row]));
    const outcomes = Object.keys(names).map((name) => `outcomes.${name}`);
    const done = update(
      { day: item.day, part: item.part },
      {
        UpdateExpression: `SET #rows = :kept REMOVE ${outcomes.join(', ')}`,
        ConditionExpression: '#rows = :before',
        ExpressionAttributeNames: { '#rows': 'rows', ...names },
        ExpressionAttributeValues: { ':before': item.rows, ':kept': JSON.stringify(kept) },
      },
    );
    return (await ifConditionHolds(done)) !== null;
  }

  const isKept = (item: { expires_at: number } | undefined) => item !== undefined && item.expires_at * 1000 > now();

  async function readHead(id: string): Promise<StoredBatch | null> {
    const key = headKey(id);
    if (!key) return null;
    const { Item } = await db.get({ TableName: table, Key: key, ConsistentRead: true });
    const head = Item as BatchHeadItem | undefined;
    return isKept(head) ? batchOf(head!) : null;
  }

  return {
    /** @returns `null` if there is no such batch, or it has expired */
    async read(id: string): Promise<{ batch: StoredBatch; parts: StoredPart[] } | null> {
      const key = headKey(id);
      if (!key) return null;
      const items = await itemsOf(db, table, key);
      const head = items.find(({ part }) => part === id) as BatchHeadItem | undefined;
      if (!isKept(head)) return null;
      const parts = items.flatMap((item) => {
        const number = partNumber(item, head!);
        return number === null ? [] : [partOf(item as BatchPartItem, number)];
      });
      return { batch: batchOf(head!), parts };
    },

    /** Reads the head and one part, with two small consistent reads. */
    async readPart(id: string, number: number): Promise<{ batch: StoredBatch; part: StoredPart } | null> {
      const batch = await readHead(id);
      if (!batch) return null;
      const Key = partKey(headKey(id)!, batch.attempt, number);
      const { Item } = await db.get({ TableName: table, Key, ConsistentRead: true });
      return Item ? { batch, part: partOf(Item as BatchPartItem, number) } : null;
    },

    /** Reads the head only. */
    readHead,

    /**
     * Stores a new batch.
     *
     * @returns the parts to fetch; `null` if there is a batch with this id, which another caller has created meanwhile
     */
    async create({ id, owner, createdAt, options, fetches, rows }: NewBatch): Promise<number[] | null> {
      const key = headKey(id)!;
      const attempt = randomBytes(4).toString('hex');
      const expires_at = expiryOf(createdAt);
      const each = rowsPerPart(rows.length);
      const parts = Array.from({ length: Math.ceil(rows.length / each) }, (_, part): BatchPartItem => {
        const own = rows.slice(part * each, (part + 1) * each);
        return { ...partKey(key, attempt, part), rows: JSON.stringify(own), outcomes: {}, expires_at };
      });
      await putItems(db, table, parts);
      const reading = partsToRead(rows);
      const head: BatchHeadItem = {
        ...key,
        ...{ owner, created_at: createdAt, expires_at, attempt, options, reading, fetches },
        progress_at: NOT_STARTED,
      };
      const put = db.put({ TableName: table, Item: head, ConditionExpression: 'attribute_not_exists(part)' });
      return (await ifConditionHolds(put)) && reading;
    },

    /** Stores the outcome of a row that will have no entry in the cache, unless its domain was deleted. */
    async recordOutcome(
      { id, attempt }: Pick<StoredBatch, 'id' | 'attempt'>,
      { part, row, domain }: RowPosition,
      outcome: RowOutcome,
    ): Promise<void> {
      const recorded = update(partKey(headKey(id)!, attempt, part), {
        UpdateExpression: 'SET outcomes.#row = :outcome',
        ConditionExpression: 'contains(#rows, :domain)',
        ExpressionAttributeNames: { '#row': String(row), '#rows': 'rows' },
        ExpressionAttributeValues: { ':outcome': outcome, ':domain': memberOf(domain) },
      });
      await ifConditionHolds(recorded);
    },

    /**
     * Stores that the sites of a part have been fetched.
     *
     * @returns the parts that have ended; `null` if the batch is deleted
     */
    async endPart(id: string, part: number): Promise<ReadonlySet<number> | null> {
      const ended = await updateHead(id, {
        UpdateExpression: 'ADD ended :part SET progress_at = :now',
        ConditionExpression: 'attribute_exists(attempt)',
        ExpressionAttributeValues: { ':part': new Set([part]), ':now': now() },
        ReturnValues: 'ALL_NEW',
      });
      return ended && (ended.Attributes as Required<BatchHeadItem>).ended;
    },

    /** @returns false if it is cancelled already, or deleted */
    async cancel(id: string): Promise<boolean> {
      const cancelled = await updateHead(id, {
        UpdateExpression: 'SET cancelled_at = :now',
        ConditionExpression: 'attribute_exists(attempt) AND attribute_not_exists(cancelled_at)',
        ExpressionAttributeValues: { ':now': new Date(now()).toISOString() },
      });
      return cancelled !== null;
    },

    /** Stops a batch at its work limit: nothing more is fetched. */
    async stop(id: string): Promise<void> {
      await updateHead(id, {
        UpdateExpression: 'SET stopped_at = :now',
        ConditionExpression: 'attribute_exists(attempt) AND attribute_not_exists(stopped_at)',
        ExpressionAttributeValues: { ':now': new Date(now()).toISOString() },
      });
    },

    /** Stores that the work continues. */
    async recordProgress(id: string): Promise<void> {
      await updateHead(id, {
        UpdateExpression: 'SET progress_at = :now',
        ConditionExpression: 'attribute_exists(attempt)',
        ExpressionAttributeValues: { ':now': now() },
      });
    },

    /**
     * Stores that the work was started or restarted.
     *
     * @returns false if there was progress since the batch was read
     */
    async touch({ id, progressAt, resumes }: Pick<StoredBatch, 'id' | 'progressAt' | 'resumes'>): Promise<boolean> {
      const touched = await updateHead(id, {
        UpdateExpression: 'SET progress_at = :now, resumes = :resumes',
        ConditionExpression: 'progress_at = :seen',
        ExpressionAttributeValues: { ':now': now(), ':seen': progressAt, ':resumes': resumes },
      });
      return touched !== null;
    },

    /** Deletes a domain from all batches: their rows are kept without input and domain. */
    async deleteDomain(domain: string): Promise<void> {
      for (const day of keptDays(now())) {
        // Repeats parts in which another domain was deleted meanwhile.
        for (let isChanged = true; isChanged;) {
          isChanged = false;
          for await (const item of partsWith(db, table, day, domain)) {
            if (!(await eraseFrom(item, domain))) isChanged = true;
          }
        }
      }
    },
  };
}

/** A domain as a member in the JSON text of rows. */
const memberOf = (domain: string) => JSON.stringify({ domain }).slice(1, -1);

/** Returns the numbers of the parts with rows to fetch. */
function partsToRead(rows: BatchRow[]): number[] {
  const each = rowsPerPart(rows.length);
  const numbers = rows.flatMap((row, index) => (needsFetch(row) ? [Math.floor(index / each)] : []));
  return [...new Set(numbers)];
}

/** Reads the parts of a day's batches whose rows contain a domain. */
async function* partsWith(db: DynamoDB, table: string, day: string, domain: string) {
  const pages = queryPages(db, {
    TableName: table,
    KeyConditionExpression: '#day = :day',
    FilterExpression: 'contains(#rows, :domain)',
    ExpressionAttributeNames: { '#day': 'day', '#rows': 'rows' },
    ExpressionAttributeValues: { ':day': day, ':domain': memberOf(domain) },
  });
  for await (const { Items = [] } of pages) yield* Items as BatchPartItem[];
}

/** Reads all items of a batch, in the order of their keys. */
async function itemsOf(db: DynamoDB, table: string, { day, part }: BatchKey) {
  const items = await queryItems(db, {
    TableName: table,
    ...inPartition({ day }, { part }),
    ConsistentRead: true,
  });
  return items as unknown as (BatchHeadItem | BatchPartItem)[];
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

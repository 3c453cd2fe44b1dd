import { randomBytes } from 'node:crypto';
import { type DynamoDB, ifConditionHolds, type UpdateInput } from '../../platform/dynamodb/dynamodb.ts';
import { putItems, queryItems, queryPages } from '../../platform/dynamodb/many-items.ts';
import {
  type BatchHeadItem,
  type BatchKey,
  type BatchPartItem,
  expiryOf,
  headKey,
  NOT_BEGUN,
  keptDays,
  linesOfPart,
  partKey,
  partNumber,
} from './item.ts';
import { type BatchLine, isToBeRead, type LineOutcome } from '../batch.ts';

/** What is stored of a batch, without its lines. */
export interface StoredBatch {
  id: string;
  owner: string;
  /** ISO 8601 times. */
  createdAt: string;
  expiresAt: string;
  cancelledAt: string | null;
  /** When it ended at the limit of its work. */
  stoppedAt: string | null;
  /** How often its work was begun again, since its messages were lost: those that were sent before are passed over. */
  resumes: number;
  made: string;
  wanted: string;
  /** Numbers of the parts with domains that were to be fetched when it was made. */
  reading: number[];
  fetches: number;
  /** Milliseconds since the epoch. */
  touchedAt: number;
  /** Numbers of the parts whose sites have been read. */
  ended: ReadonlySet<number>;
}

/** A part's lines, with what has become of them since as far as that is written down. */
export interface StoredPart {
  number: number;
  lines: BatchLine[];
}

export interface NewBatch extends Pick<StoredBatch, 'id' | 'owner' | 'createdAt' | 'wanted' | 'fetches'> {
  lines: BatchLine[];
}

/** Where a line stands. */
export interface LinePlace {
  part: number;
  /** Its number in the part. */
  line: number;
  domain: string;
}

export interface Batches {
  /** @returns `null` where there is no such batch, or none any more */
  read(id: string): Promise<{ batch: StoredBatch; parts: StoredPart[] } | null>;
  /** The same with one part alone; two small reads, consistent. */
  readPart(id: string, part: number): Promise<{ batch: StoredBatch; part: StoredPart } | null>;
  /** The head alone. */
  readHead(id: string): Promise<StoredBatch | null>;
  /**
   * Stores a new batch.
   *
   * @returns the parts that are to be read; `null` where there is one with this id: another has made it meanwhile
   */
  create(batch: NewBatch): Promise<number[] | null>;
  /** Writes down what has become of a line that will have no entry in the cache, unless its domain was deleted. */
  note(batch: Pick<StoredBatch, 'id' | 'made'>, place: LinePlace, outcome: LineOutcome): Promise<void>;
  /**
   * Writes down that the sites of a part have been read.
   *
   * @returns the parts that have ended; `null` where the batch is gone
   */
  endPart(id: string, part: number): Promise<ReadonlySet<number> | null>;
  /** @returns false where it is cancelled already, or gone */
  cancel(id: string): Promise<boolean>;
  /** Ends it at the limit of its work: no more is fetched. */
  stop(id: string): Promise<void>;
  /**
   * Stores that the work was begun, or begun again.
   *
   * @returns false where it was begun, or continued, since the batch was read
   */
  touch(batch: Pick<StoredBatch, 'id' | 'touchedAt' | 'resumes'>): Promise<boolean>;
  /** Stores that the work continues. */
  recordProgress(id: string): Promise<void>;
  /** Erases a domain from all batches: their lines stay, without input and domain. */
  deleteDomain(domain: string): Promise<void>;
}

/** The outcome of a line whose domain was deleted. */
const FORGOTTEN: LineOutcome = {
  status: 'failed',
  error: {
    code: 'forgotten',
    message: 'The operator has deleted what was stored of this domain',
    retryable: false,
  },
};

/** The `Batches` table: partition key `day`, sort key `part`, TTL. An answer loads this file. */
export function createBatches(db: DynamoDB, table: string, now: () => number): Batches {
  const update = (key: BatchKey, input: Omit<UpdateInput, 'TableName' | 'Key'>) =>
    db.update({ TableName: table, Key: key, ...input });
  const updateHead = (id: string, input: Omit<UpdateInput, 'TableName' | 'Key'>) =>
    ifConditionHolds(update(headKey(id)!, input));

  /** @returns false where the part has changed, or is gone */
  async function eraseFrom(item: BatchPartItem, domain: string): Promise<boolean> {
    const lines = JSON.parse(item.lines) as BatchLine[];
    const erased = lines.flatMap((line, index) => (line.domain === domain ? [String(index)] : []));
    const kept = lines.map((line) =>
      line.domain === domain ? { ...line, input: null, domain: null, ...FORGOTTEN } : line,
    );
    const names = Object.fromEntries(erased.map((line) => [`#l${line}`, line]));
    const outcomes = Object.keys(names).map((name) => `outcomes.${name}`);
    const done = update(
      { day: item.day, part: item.part },
      {
        UpdateExpression: `SET #lines = :kept REMOVE ${outcomes.join(', ')}`,
        ConditionExpression: '#lines = :before',
        ExpressionAttributeNames: { '#lines': 'lines', ...names },
        ExpressionAttributeValues: { ':before': item.lines, ':kept': JSON.stringify(kept) },
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
    async read(id) {
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

    async readPart(id, number) {
      const batch = await readHead(id);
      if (!batch) return null;
      const Key = partKey(headKey(id)!, batch.made, number);
      const { Item } = await db.get({ TableName: table, Key, ConsistentRead: true });
      return Item ? { batch, part: partOf(Item as BatchPartItem, number) } : null;
    },

    readHead,

    async create({ id, owner, createdAt, wanted, fetches, lines }) {
      const key = headKey(id)!;
      const made = randomBytes(4).toString('hex');
      const expires_at = expiryOf(createdAt);
      const each = linesOfPart(lines.length);
      const parts = Array.from({ length: Math.ceil(lines.length / each) }, (_, part): BatchPartItem => {
        const own = lines.slice(part * each, (part + 1) * each);
        return { ...partKey(key, made, part), lines: JSON.stringify(own), outcomes: {}, expires_at };
      });
      await putItems(db, table, parts);
      const reading = partsToRead(lines);
      const head: BatchHeadItem = {
        ...key,
        ...{ owner, created_at: createdAt, expires_at, made, wanted, reading, fetches },
        touched_at: NOT_BEGUN,
      };
      const put = db.put({ TableName: table, Item: head, ConditionExpression: 'attribute_not_exists(part)' });
      return (await ifConditionHolds(put)) && reading;
    },

    async note({ id, made }, { part, line, domain }, outcome) {
      const noted = update(partKey(headKey(id)!, made, part), {
        UpdateExpression: 'SET outcomes.#line = :outcome',
        ConditionExpression: 'contains(#lines, :domain)',
        ExpressionAttributeNames: { '#line': String(line), '#lines': 'lines' },
        ExpressionAttributeValues: { ':outcome': outcome, ':domain': memberOf(domain) },
      });
      await ifConditionHolds(noted);
    },

    async endPart(id, part) {
      const ended = await updateHead(id, {
        UpdateExpression: 'ADD ended :part SET touched_at = :now',
        ConditionExpression: 'attribute_exists(made)',
        ExpressionAttributeValues: { ':part': new Set([part]), ':now': now() },
        ReturnValues: 'ALL_NEW',
      });
      return ended && (ended.Attributes as Required<BatchHeadItem>).ended;
    },

    async cancel(id) {
      const cancelled = await updateHead(id, {
        UpdateExpression: 'SET cancelled_at = :now',
        ConditionExpression: 'attribute_exists(made) AND attribute_not_exists(cancelled_at)',
        ExpressionAttributeValues: { ':now': new Date(now()).toISOString() },
      });
      return cancelled !== null;
    },

    async stop(id) {
      await updateHead(id, {
        UpdateExpression: 'SET stopped_at = :now',
        ConditionExpression: 'attribute_exists(made) AND attribute_not_exists(stopped_at)',
        ExpressionAttributeValues: { ':now': new Date(now()).toISOString() },
      });
    },

    async recordProgress(id) {
      await updateHead(id, {
        UpdateExpression: 'SET touched_at = :now',
        ConditionExpression: 'attribute_exists(made)',
        ExpressionAttributeValues: { ':now': now() },
      });
    },

    async touch({ id, touchedAt, resumes }) {
      const touched = await updateHead(id, {
        UpdateExpression: 'SET touched_at = :now, resumes = :resumes',
        ConditionExpression: 'touched_at = :seen',
        ExpressionAttributeValues: { ':now': now(), ':seen': touchedAt, ':resumes': resumes },
      });
      return touched !== null;
    },

    async deleteDomain(domain) {
      for (const day of keptDays(now())) {
        // Again, where another domain was deleted in a part meanwhile.
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

/** A domain as it stands in the JSON text of lines. */
const memberOf = (domain: string) => JSON.stringify({ domain }).slice(1, -1);

/** Numbers of the parts with lines that are to be read. */
function partsToRead(lines: BatchLine[]): number[] {
  const each = linesOfPart(lines.length);
  const numbers = lines.flatMap((line, index) => (isToBeRead(line) ? [Math.floor(index / each)] : []));
  return [...new Set(numbers)];
}

/** The parts of a day's batches that have a domain in their lines. */
async function* partsWith(db: DynamoDB, table: string, day: string, domain: string) {
  const pages = queryPages(db, {
    TableName: table,
    KeyConditionExpression: '#day = :day',
    FilterExpression: 'contains(#lines, :domain)',
    ExpressionAttributeNames: { '#day': 'day', '#lines': 'lines' },
    ExpressionAttributeValues: { ':day': day, ':domain': memberOf(domain) },
  });
  for await (const { Items = [] } of pages) yield* Items as BatchPartItem[];
}

/** All items of a batch, in the order of their keys. */
async function itemsOf(db: DynamoDB, table: string, { day, part }: BatchKey) {
  const items = await queryItems(db, {
    TableName: table,
    KeyConditionExpression: '#day = :day AND begins_with(#part, :id)',
    ExpressionAttributeNames: { '#day': 'day', '#part': 'part' },
    ExpressionAttributeValues: { ':day': day, ':id': part },
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
    made: item.made,
    wanted: item.wanted,
    reading: item.reading,
    fetches: item.fetches,
    touchedAt: item.touched_at,
    ended: item.ended ?? new Set(),
  };
}

function partOf(item: BatchPartItem, number: number): StoredPart {
  const lines = JSON.parse(item.lines) as BatchLine[];
  return { number, lines: lines.map((line, index) => ({ ...line, ...item.outcomes[index] })) };
}

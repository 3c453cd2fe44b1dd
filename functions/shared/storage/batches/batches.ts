import { randomBytes } from 'node:crypto';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { PutCommand, QueryCommand, UpdateCommand, type UpdateCommandInput } from '@aws-sdk/lib-dynamodb';
import { batchWrite } from '../dynamodb/batch-write.ts';
import { ifConditionHolds } from '../dynamodb/conditional.ts';
import type { StoredBatch } from './batch-reader.ts';
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
} from './item.ts';
import { type BatchLine, isToBeRead, type LineOutcome } from './line.ts';

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
  /**
   * Stores a new batch.
   *
   * @returns the parts that are to be read; `null` where there is one with this id: another has made it meanwhile
   */
  create(batch: NewBatch): Promise<number[] | null>;
  /** Writes down what has become of a line that will have no entry in the cache, unless its domain was forgotten. */
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
  forget(domain: string): Promise<void>;
}

/** The outcome of a line whose domain was forgotten. */
const FORGOTTEN: LineOutcome = {
  status: 'failed',
  error: {
    code: 'forgotten',
    message: 'The operator has deleted what was stored of this domain',
    retryable: false,
  },
};

/** The `Batches` table: partition key `day`, sort key `part`. */
export function createBatches(client: DynamoDBDocumentClient, table: string, now: () => number): Batches {
  const update = (key: BatchKey, input: Omit<UpdateCommandInput, 'TableName' | 'Key'>) =>
    client.send(new UpdateCommand({ TableName: table, Key: key, ...input }));
  const updateHead = (id: string, input: Omit<UpdateCommandInput, 'TableName' | 'Key'>) =>
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

  return {
    async create({ id, owner, createdAt, wanted, fetches, lines }) {
      const key = headKey(id)!;
      const made = randomBytes(4).toString('hex');
      const expires_at = expiryOf(createdAt);
      const each = linesOfPart(lines.length);
      const parts = Array.from({ length: Math.ceil(lines.length / each) }, (_, part): BatchPartItem => {
        const own = lines.slice(part * each, (part + 1) * each);
        return { ...partKey(key, made, part), lines: JSON.stringify(own), outcomes: {}, expires_at };
      });
      await batchWrite(
        client,
        table,
        parts.map((Item) => ({ PutRequest: { Item } })),
      );
      const reading = partsToRead(lines);
      const head: BatchHeadItem = {
        ...key,
        ...{ owner, created_at: createdAt, expires_at, made, wanted, reading, fetches },
        touched_at: NOT_BEGUN,
      };
      const put = new PutCommand({ TableName: table, Item: head, ConditionExpression: 'attribute_not_exists(part)' });
      return (await ifConditionHolds(client.send(put))) && reading;
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

    async forget(domain) {
      for (const day of keptDays(now())) {
        // Again, where another domain was forgotten in a part meanwhile.
        for (let isChanged = true; isChanged;) {
          isChanged = false;
          for await (const item of partsWith(client, table, day, domain)) {
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
async function* partsWith(client: DynamoDBDocumentClient, table: string, day: string, domain: string) {
  let start: Record<string, unknown> | undefined;
  do {
    const query = new QueryCommand({
      TableName: table,
      KeyConditionExpression: '#day = :day',
      FilterExpression: 'contains(#lines, :domain)',
      ExpressionAttributeNames: { '#day': 'day', '#lines': 'lines' },
      ExpressionAttributeValues: { ':day': day, ':domain': memberOf(domain) },
      ...(start && { ExclusiveStartKey: start }),
    });
    const page = await client.send(query);
    yield* (page.Items ?? []) as BatchPartItem[];
    start = page.LastEvaluatedKey;
  } while (start);
}

import { DAY_MS } from '../platform/time/day.ts';
import { type DynamoDB, ifConditionHolds, inPartition } from '../platform/dynamodb/dynamodb.ts';
import { deleteItems, queryPages } from '../platform/dynamodb/many-items.ts';
import type { QueueName } from './queues.ts';

const KEPT_DAYS = 30;

/** A failed job: a message whose processing failed in each attempt. */
export interface FailedJob {
  /** Id of the message in its queue. */
  messageId: string;
  body: string;
  queue: QueueName;
  /** Kind of the task; `null`: the message has none. */
  task: string | null;
  /** Domain of the task; `null`: none, or several. */
  domain: string | null;
  /** Code of the error of the last attempt; `null`: the worker ended without reporting it. */
  why: string | null;
  /** When it was sent to its queue, in milliseconds since the epoch. */
  sentAt: number;
}

/** Attributes of a stored failed job, other than the table's TTL. */
export interface FailedJobItem {
  kind: typeof PARTITION;
  id: string;
  body: string;
  queue: QueueName;
  /** Absent if unknown, like the next two. */
  task?: string;
  domain?: string;
  why?: string;
  /** ISO 8601. */
  sent_at: string;
  given_up_at: string;
  /** Seconds since the epoch. */
  expires_at: number;
}

/** Partition of all failed jobs in the `Operations` table; their sort keys are in the order of their times. */
const PARTITION = 'dead-letter' as const;

/** Index with the failed jobs of a domain. */
export const BY_DOMAIN_INDEX = 'by_domain';

/** Listed members of a failed job. */
export type ListedFailedJob = Omit<FailedJobItem, 'kind' | 'body' | 'expires_at'>;

/** Members that are needed to retry a failed job. */
export type RetriableJob = Pick<FailedJobItem, 'id' | 'queue' | 'body'>;

/** A failed job that is read by its id. */
export type StoredJob = RetriableJob & Pick<FailedJobItem, 'task' | 'domain'>;

export type FailedJobs = ReturnType<typeof createFailedJobs>;

const unexpiredJobs = {
  KeyConditionExpression: 'kind = :kind',
  // DynamoDB deletes expired items some days later.
  FilterExpression: 'expires_at > :now',
};

/** Creates the store in the `Operations` table: partition key `kind`, sort key `id`, TTL. */
export function createFailedJobs(db: DynamoDB, table: string, now: () => number) {
  const keyOf = (id: string) => ({ kind: PARTITION, id }) as const;
  const valuesNow = () => ({ ':kind': PARTITION, ':now': Math.floor(now() / 1000) });
  return {
    /** Stores a failed job for thirty days; one that is stored already does not change. */
    async keep(job: FailedJob): Promise<void> {
      const { body, queue, task, domain, why, sentAt } = job;
      const Item: FailedJobItem = {
        ...keyOf(failedJobId(job)),
        body,
        queue,
        ...(task !== null && { task }),
        ...(domain !== null && { domain }),
        ...(why !== null && { why }),
        sent_at: new Date(sentAt).toISOString(),
        given_up_at: new Date(now()).toISOString(),
        expires_at: Math.ceil((now() + KEPT_DAYS * DAY_MS) / 1000),
      };
      const put = db.put(
        { TableName: table, Item, ConditionExpression: 'attribute_not_exists(id)' },
        { repeatable: true },
      );
      await ifConditionHolds(put);
    },

    /** @returns how many are stored, up to `most`, and whether there are more */
    async count(most: number): Promise<{ count: number; more: boolean }> {
      const page = await db.query({
        TableName: table,
        ...unexpiredJobs,
        ExpressionAttributeValues: valuesNow(),
        Select: 'COUNT',
        // One request, which reads 1 MB at most: anything beyond it counts as more.
        Limit: most + 1,
        ScanIndexForward: false,
      });
      const { Count = 0, LastEvaluatedKey } = page;
      return { count: Math.min(Count, most), more: Count > most || LastEvaluatedKey !== undefined };
    },

    /**
     * Returns some failed jobs, newest first.
     *
     * @param after `next` of the previous ones; `null` for the first ones
     */
    async list(after: string | null, limit: number): Promise<{ jobs: ListedFailedJob[]; next: string | null }> {
      const page = await db.query({
        TableName: table,
        ...unexpiredJobs,
        ExpressionAttributeNames: { '#domain': 'domain', '#queue': 'queue' },
        ExpressionAttributeValues: valuesNow(),
        ProjectionExpression: 'id, #queue, task, #domain, why, sent_at, given_up_at',
        Limit: limit,
        ScanIndexForward: false,
        ...(after !== null && { ExclusiveStartKey: keyOf(after) }),
      });
      const { Items = [], LastEvaluatedKey } = page;
      return { jobs: Items as ListedFailedJob[], next: (LastEvaluatedKey?.id as string | undefined) ?? null };
    },

    /**
     * Returns some failed jobs whose messages were sent before a time (ISO 8601), oldest first.
     *
     * @returns `more`: whether there are others after them
     */
    async sentBefore(time: string, limit: number): Promise<{ jobs: RetriableJob[]; more: boolean }> {
      const page = await db.query({
        TableName: table,
        KeyConditionExpression: `${unexpiredJobs.KeyConditionExpression} AND id < :time`,
        FilterExpression: unexpiredJobs.FilterExpression,
        ExpressionAttributeValues: { ...valuesNow(), ':time': time },
        Limit: limit,
        ConsistentRead: true,
      });
      const { Items = [], LastEvaluatedKey } = page;
      return { jobs: Items as RetriableJob[], more: LastEvaluatedKey !== undefined };
    },

    /** @returns `null` if there is none with this id */
    async read(id: string): Promise<StoredJob | null> {
      const { Item } = await db.get({ TableName: table, Key: keyOf(id), ConsistentRead: true });
      return (Item as StoredJob | undefined) ?? null;
    },

    /** Deletes a failed job; nothing happens if it does not exist. */
    async remove(id: string): Promise<void> {
      await db.delete({ TableName: table, Key: keyOf(id) });
    },

    /** Deletes all failed jobs of a domain. */
    async deleteDomain(domain: string): Promise<void> {
      const pages = queryPages(db, {
        TableName: table,
        IndexName: BY_DOMAIN_INDEX,
        ProjectionExpression: 'kind, id',
        ...inPartition({ domain }),
      });
      for await (const { Items = [] } of pages) await deleteItems(db, table, Items);
    },
  };
}

/** @returns the sort key: the same for each delivery of a message */
function failedJobId({ sentAt, messageId }: Pick<FailedJob, 'sentAt' | 'messageId'>): string {
  const sentIso = new Date(sentAt).toISOString();
  return `${sentIso}#${messageId}`;
}

/** Longer than messages stay in the dead-letter queue. */
const FAILURE_DAYS = 15;

/**
 * Creates the store of the error codes of the last failures of messages, which workers store for the function that stores
 * failed jobs, in the `Operations` table, by the id of the message.
 */
export function createLastFailures(db: DynamoDB, table: string, now: () => number) {
  const keyOf = (messageId: string) => ({ kind: 'last-failure', id: messageId });
  return {
    record: async (messageId: string, code: string): Promise<void> => {
      const expires_at = Math.ceil((now() + FAILURE_DAYS * DAY_MS) / 1000);
      await db.put({ TableName: table, Item: { ...keyOf(messageId), why: code, expires_at } });
    },

    /** @returns the code; `null` if there is none */
    async read(messageId: string): Promise<string | null> {
      const { Item } = await db.get({ TableName: table, Key: keyOf(messageId), ConsistentRead: true });
      return (Item?.why as string | undefined) ?? null;
    },
  };
}

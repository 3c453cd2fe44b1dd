import { DAY_MS } from '../platform/time/day.ts';
import type { DynamoDB } from '../platform/dynamodb/dynamodb.ts';
import { absent, lessThan, moreThan } from '../platform/dynamodb/expressions.ts';
import { bindStore } from '../platform/bind-store.ts';
import { deleteItem, getItem, putItem, queryInput, queryPage, type Store } from '../platform/dynamodb/table.ts';
import { deleteFound } from '../platform/dynamodb/many-items.ts';
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

const LISTED = [
  'id',
  'queue',
  'task',
  'domain',
  'why',
  'sent_at',
  'given_up_at',
] as const satisfies (keyof FailedJobItem)[];

type ExpiringJob = ListedFailedJob & Pick<FailedJobItem, 'expires_at'>;

/** Members that are needed to retry a failed job. */
export type RetriableJob = Pick<FailedJobItem, 'id' | 'queue' | 'body'>;

/** A failed job that is read by its id. */
export type StoredJob = RetriableJob & Pick<FailedJobItem, 'task' | 'domain'>;

const keyOf = (id: string) => ({ kind: PARTITION, id }) as const;

/** DynamoDB deletes expired items some days later. */
const unexpired = ({ now }: Store) => ({ expires_at: moreThan(Math.floor(now() / 1000)) });

/** Stores a failed job for thirty days; one that is stored already does not change. */
async function keep(store: Store, job: FailedJob): Promise<void> {
  const { body, queue, task, domain, why, sentAt } = job;
  const item: FailedJobItem = {
    ...keyOf(failedJobId(job)),
    body,
    queue,
    ...(task !== null && { task }),
    ...(domain !== null && { domain }),
    ...(why !== null && { why }),
    sent_at: new Date(sentAt).toISOString(),
    given_up_at: new Date(store.now()).toISOString(),
    expires_at: Math.ceil((store.now() + KEPT_DAYS * DAY_MS) / 1000),
  };
  await putItem(store, item, { when: { id: absent }, repeatable: true });
}

/** @returns how many are stored, up to `most`, and whether there are more */
async function count(store: Store, most: number): Promise<{ count: number; more: boolean }> {
  // One request, which reads 1 MB at most: anything beyond it counts as more.
  const paging = { filter: unexpired(store), limit: most + 1, descending: true };
  const input = queryInput(store, { kind: PARTITION }, paging);
  const { Count = 0, LastEvaluatedKey } = await store.db.query({ ...input, Select: 'COUNT' });
  return { count: Math.min(Count, most), more: Count > most || LastEvaluatedKey !== undefined };
}

/**
 * Returns some failed jobs, newest first.
 *
 * @param after `next` of the previous ones; `null` for the first ones
 */
async function list(store: Store, after: string | null, limit: number) {
  const { items: jobs, next } = await queryPage<ListedFailedJob>(
    store,
    { kind: PARTITION },
    {
      filter: unexpired(store),
      attributes: LISTED,
      limit,
      descending: true,
      after: after === null ? null : keyOf(after),
    },
  );
  return { jobs, next: (next?.id as string | undefined) ?? null };
}

/**
 * Returns some failed jobs of a domain, newest first. The index has only keys: each job is read by its key, and there can
 * be fewer than `limit`, or none, and yet a `next`.
 *
 * @param after `next` of the previous ones; `null` for the first ones
 */
async function listDomain(store: Store, domain: string, after: string | null, limit: number) {
  const { items: keys, next } = await queryPage<Pick<FailedJobItem, 'id'>>(
    store,
    { domain },
    {
      index: BY_DOMAIN_INDEX,
      attributes: ['id'],
      limit,
      descending: true,
      after: after === null ? null : { ...keyOf(after), domain },
    },
  );
  const found = await Promise.all(
    keys.map(({ id }) => getItem<ExpiringJob>(store, keyOf(id), { attributes: [...LISTED, 'expires_at'] })),
  );
  const jobs = found.flatMap((job) => (job && job.expires_at > store.now() / 1000 ? omitExpiry(job) : []));
  return { jobs, next: (next?.id as string | undefined) ?? null };
}

const omitExpiry = ({ expires_at: _, ...job }: ExpiringJob): ListedFailedJob => job;

/**
 * Returns some failed jobs whose messages were sent before a time (ISO 8601), oldest first.
 *
 * @returns `more`: whether there are others after them
 */
async function sentBefore(store: Store, time: string, limit: number) {
  const key = { kind: PARTITION, id: lessThan(time) };
  const paging = { filter: unexpired(store), limit, consistent: true };
  const { items: jobs, next } = await queryPage<RetriableJob>(store, key, paging);
  return { jobs, more: next !== undefined };
}

/** @returns `null` if there is none with this id */
async function read(store: Store, id: string): Promise<StoredJob | null> {
  return (await getItem<StoredJob>(store, keyOf(id), { consistent: true })) ?? null;
}

/** Deletes a failed job; nothing happens if it does not exist. */
async function remove(store: Store, id: string): Promise<void> {
  await deleteItem(store, keyOf(id));
}

/** Deletes all failed jobs of a domain. */
const deleteDomain = (store: Store, domain: string) =>
  deleteFound(store, ['kind', 'id'], { domain }, { index: BY_DOMAIN_INDEX });

export type FailedJobs = ReturnType<typeof createFailedJobs>;

/** Creates the store in the `Operations` table: partition key `kind`, sort key `id`, TTL. */
export function createFailedJobs(db: DynamoDB, table: string, now: () => number) {
  return bindStore({ db, table, now }, { keep, count, list, listDomain, sentBefore, read, remove, deleteDomain });
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
  const store = { db, table };
  const keyOf = (messageId: string) => ({ kind: 'last-failure', id: messageId });
  return {
    record: async (messageId: string, code: string): Promise<void> => {
      const expires_at = Math.ceil((now() + FAILURE_DAYS * DAY_MS) / 1000);
      await putItem(store, { ...keyOf(messageId), why: code, expires_at });
    },

    /** @returns the code; `null` if there is none */
    async read(messageId: string): Promise<string | null> {
      return (await getItem<{ why: string }>(store, keyOf(messageId), { consistent: true }))?.why ?? null;
    },
  };
}

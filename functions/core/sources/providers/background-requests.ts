import type { SourceError } from '../../record/source-answer.ts';
import type { DynamoDB } from '../../platform/dynamodb/dynamodb.ts';
import { present } from '../../platform/dynamodb/expressions.ts';
import { deleteItem, getItem, putItem } from '../../platform/dynamodb/table.ts';

/** How long a request is stored; no caller waits longer for its result. */
const KEPT_MS = 15 * 60_000;

export interface BackgroundRequest {
  task: 'refresh' | 'snapshot';
  /** Milliseconds since the epoch. */
  requestedAt: number;
}

/** Why a background request failed, with code and message of the service's error. */
export interface RequestFailure extends SourceError {
  /** Milliseconds since the epoch. */
  failedAt: number;
}

/** The last background request of the operator for a domain. */
export type BackgroundRequests = ReturnType<typeof createBackgroundRequests>;

/** Attributes of a request in progress, or of one that has failed. */
interface Item {
  task: BackgroundRequest['task'];
  requested_at?: number;
  failed_at?: number;
  failure?: Omit<RequestFailure, 'failedAt'>;
}

/** Creates the access to background requests, which are stored in the `Coordination` table. */
export function createBackgroundRequests(db: DynamoDB, table: string) {
  const store = { db, table };
  const keyOf = (domain: string) => ({ id: `asked#${domain}` });
  const itemFor = (domain: string, since: number, attributes: Partial<Item>) => ({
    ...keyOf(domain),
    ...attributes,
    expires_at: Math.ceil((since + KEPT_MS) / 1000),
  });
  const itemOf = async (domain: string) =>
    (await getItem<Partial<Item>>(store, keyOf(domain), { consistent: true })) ?? {};
  return {
    async add(domain: string, { task, requestedAt }: BackgroundRequest): Promise<void> {
      await putItem(store, itemFor(domain, requestedAt, { task, requested_at: requestedAt }));
    },

    /** @returns the request in progress; `null` if there was none in the last 15 minutes, or it has ended */
    async read(domain: string, now: number): Promise<BackgroundRequest | null> {
      const { task, requested_at: requestedAt } = await itemOf(domain);
      return task && requestedAt !== undefined && now - requestedAt < KEPT_MS ? { task, requestedAt } : null;
    },

    /** Deletes the request, because it has ended. */
    async end(domain: string): Promise<void> {
      await deleteItem(store, keyOf(domain));
    },

    /** Stores why the request failed, unless the domain was deleted in the meantime. */
    async fail(domain: string, { failedAt, ...failure }: RequestFailure): Promise<void> {
      await putItem(store, itemFor(domain, failedAt, { failure, failed_at: failedAt }), { when: { id: present } });
    },

    /** @returns why the last request failed; `null` if none failed in the last 15 minutes */
    async readFailure(domain: string, now: number): Promise<RequestFailure | null> {
      const { failure, failed_at: failedAt } = await itemOf(domain);
      return failure && failedAt !== undefined && now - failedAt < KEPT_MS ? { ...failure, failedAt } : null;
    },
  };
}

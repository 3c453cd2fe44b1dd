import { type DynamoDB, ifConditionHolds } from '../../platform/dynamodb/dynamodb.ts';

/** Past it, nobody waits any more for what was asked for. */
const KEPT_MS = 15 * 60_000;

export interface BackgroundRequest {
  task: 'refresh' | 'snapshot';
  /** Milliseconds since the epoch. */
  askedAt: number;
}

/** Why what was asked for came to nothing. */
export interface RequestFailure {
  /** Code and message of the service's error. */
  code: string;
  message: string;
  /** Whether asking for the same again may succeed. */
  retryable: boolean;
  /** Milliseconds since the epoch. */
  failedAt: number;
}

/** What the operator last asked to be done for a domain in the background. */
export interface BackgroundRequests {
  note(domain: string, request: BackgroundRequest): Promise<void>;
  /** @returns `null` where nothing was asked for in the last quarter of an hour, or it was ended */
  read(domain: string, now: number): Promise<BackgroundRequest | null>;
  /** Nothing more comes of it. */
  end(domain: string): Promise<void>;
  /** The same, with the reason; where the domain was deleted meanwhile, nothing is stored. */
  fail(domain: string, failure: RequestFailure): Promise<void>;
  /** @returns why the last request has failed; `null` where it has not in the last quarter of an hour */
  readFailure(domain: string, now: number): Promise<RequestFailure | null>;
}

/** Attributes of a request in progress, or of one that has failed. */
interface Item {
  task: BackgroundRequest['task'];
  asked_at?: number;
  failed_at?: number;
  failure?: Omit<RequestFailure, 'failedAt'>;
}

/** Kept in the `Coordination` table. */
export function createBackgroundRequests(db: DynamoDB, table: string): BackgroundRequests {
  const keyOf = (domain: string) => ({ id: `asked#${domain}` });
  const itemFor = (domain: string, since: number, attributes: Partial<Item>) => ({
    ...keyOf(domain),
    ...attributes,
    expires_at: Math.ceil((since + KEPT_MS) / 1000),
  });
  async function itemOf(domain: string): Promise<Partial<Item>> {
    const { Item = {} } = await db.get({ TableName: table, Key: keyOf(domain), ConsistentRead: true });
    return Item;
  }
  return {
    async note(domain, { task, askedAt }) {
      const Item = itemFor(domain, askedAt, { task, asked_at: askedAt });
      await db.put({ TableName: table, Item });
    },

    async read(domain, now) {
      const { task, asked_at: askedAt } = await itemOf(domain);
      return task && askedAt !== undefined && now - askedAt < KEPT_MS ? { task, askedAt } : null;
    },

    async end(domain) {
      await db.delete({ TableName: table, Key: keyOf(domain) });
    },

    async fail(domain, { failedAt, ...failure }) {
      const Item = itemFor(domain, failedAt, { failure, failed_at: failedAt });
      const put = db.put({ TableName: table, Item, ConditionExpression: 'attribute_exists(id)' });
      await ifConditionHolds(put);
    },

    async readFailure(domain, now) {
      const { failure, failed_at: failedAt } = await itemOf(domain);
      return failure && failedAt !== undefined && now - failedAt < KEPT_MS ? { ...failure, failedAt } : null;
    },
  };
}

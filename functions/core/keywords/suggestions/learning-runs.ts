import { type DynamoDB, ifConditionHolds, inPartition } from '../../platform/dynamodb/dynamodb.ts';

/** A run whose message was lost counts as in progress no longer than this. */
const MAX_RUN_MS = 15 * 60_000;

/** The state of learning in a language. */
export interface LearningState {
  /** Whether any run is in progress: each may have found keywords with any word. */
  isAny: boolean;
  /** Number that changes whenever a run begins or ends. */
  changes: number;
  /** Number that changes whenever answered queries are requested again. */
  refreshes: number;
}

/** Runs of queries to engines whose answers are not in the index yet. */
export type LearningRuns = ReturnType<typeof createLearningRuns>;

/** Returns the key of a language's list in the `Keywords` table. */
const listOf = (language: string) => `learning:${language}`;

/** Key of the item that counts changes: no seed in the normal form has capitals. */
const COUNTS = 'COUNTS';

/**
 * Creates the store in the `Keywords` table: one item for each run, and one that counts. Cached answers load this file.
 */
export function createLearningRuns(db: DynamoDB, table: string, now: () => number) {
  const keyOf = (language: string, keyword: string) => ({ list: listOf(language), keyword });

  async function count(language: string, isRefresh: boolean): Promise<void> {
    await db.update({
      TableName: table,
      Key: keyOf(language, COUNTS),
      UpdateExpression: 'ADD changes :one, refreshes :refreshes',
      ExpressionAttributeValues: { ':one': 1, ':refreshes': isRefresh ? 1 : 0 },
    });
  }

  const isCurrent = ({ queued_at }: Record<string, unknown>) => (queued_at as number) > now() - MAX_RUN_MS;

  return {
    async read(language: string): Promise<LearningState> {
      const query = { TableName: table, ConsistentRead: true, ...inPartition({ list: listOf(language) }) };
      const { Items = [] } = await db.query(query);
      const { changes = 0, refreshes = 0 } = Items.find(({ keyword }) => keyword === COUNTS) ?? {};
      return { isAny: Items.some(isCurrent), changes: changes as number, refreshes: refreshes as number };
    },

    /** Returns whether the run of a seed is in progress. */
    async isInProgress(language: string, seed: string): Promise<boolean> {
      const ofSeed = inPartition({ list: listOf(language) }, { keyword: seed });
      const { Items = [] } = await db.query({ TableName: table, ConsistentRead: true, ...ofSeed });
      return Items.some((item) => item.keyword === seed && isCurrent(item));
    },

    /**
     * Begins a run, or stores that its queries were sent.
     *
     * @param queuedAt milliseconds since the epoch
     * @param isRefresh whether answered queries are requested again
     */
    async begin(language: string, seed: string, queuedAt: number, isRefresh: boolean): Promise<void> {
      await db.update({
        TableName: table,
        Key: keyOf(language, seed),
        UpdateExpression: 'SET queued_at = :at',
        ExpressionAttributeValues: { ':at': queuedAt },
      });
      await count(language, isRefresh);
    },

    /**
     * Ends a run whose message could not be sent: nothing was added to the index. The item remains, since functions that
     * send messages may not delete any.
     */
    async cancel(language: string, seed: string, queuedAt: number): Promise<void> {
      const update = db.update({
        TableName: table,
        Key: keyOf(language, seed),
        UpdateExpression: 'SET queued_at = :never',
        ConditionExpression: 'queued_at = :at',
        ExpressionAttributeValues: { ':never': 0, ':at': queuedAt },
      });
      await ifConditionHolds(update);
    },

    /** Ends a run, unless it was queued again later with the same seed. */
    async end(language: string, seed: string, queuedAt: number): Promise<void> {
      const remove = db.delete({
        TableName: table,
        Key: keyOf(language, seed),
        ConditionExpression: 'queued_at <= :at',
        ExpressionAttributeValues: { ':at': queuedAt },
      });
      await ifConditionHolds(remove);
      await count(language, false);
    },
  };
}

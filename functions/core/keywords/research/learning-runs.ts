import { type DynamoDB, ifConditionHolds } from '../../platform/dynamodb/dynamodb.ts';

/** A run whose message was lost does not count as in progress for longer. */
const LONGEST_MS = 15 * 60_000;

/** What was requested and learnt in a language. */
export interface LearningState {
  /** Any run is in progress: each may have found keywords with any word. */
  isAny: boolean;
  /** Another number after each run has begun and after it has ended. */
  changes: number;
  /** Another number where questions that had answers were asked again. */
  refreshes: number;
}

/** Runs of questions to engines whose answers are not in the index yet. */
export interface LearningRuns {
  read(language: string): Promise<LearningState>;
  /**
   * Begins a run, or stores that its questions were asked.
   *
   * @param queuedAt milliseconds since the epoch
   * @param isRefresh questions are asked again that had answers
   */
  begin(language: string, seed: string, queuedAt: number, isRefresh: boolean): Promise<void>;
  /** Ends a run, and none that was queued later with the same seed. */
  end(language: string, seed: string, queuedAt: number): Promise<void>;
}

/** The runs in a language are one list of the `Keywords` table. */
const listOf = (language: string) => `learning:${language}`;

/** The item of the list that counts changes: no seed in the normal form has capitals. */
const COUNTS = 'COUNTS';

/** One item a run, and one that counts, in the `Keywords` table. A cached answer loads this file. */
export function createLearningRuns(db: DynamoDB, table: string, now: () => number): LearningRuns {
  const keyOf = (language: string, keyword: string) => ({ list: listOf(language), keyword });

  async function count(language: string, isRefresh: boolean): Promise<void> {
    await db.update({
      TableName: table,
      Key: keyOf(language, COUNTS),
      UpdateExpression: 'ADD changes :one, refreshes :refreshes',
      ExpressionAttributeValues: { ':one': 1, ':refreshes': isRefresh ? 1 : 0 },
    });
  }

  return {
    async read(language) {
      const { Items = [] } = await db.query({
        TableName: table,
        ConsistentRead: true,
        KeyConditionExpression: '#list = :list',
        ExpressionAttributeNames: { '#list': 'list' },
        ExpressionAttributeValues: { ':list': listOf(language) },
      });
      const { changes = 0, refreshes = 0 } = Items.find(({ keyword }) => keyword === COUNTS) ?? {};
      const isAny = Items.some(({ queued_at }) => (queued_at as number) > now() - LONGEST_MS);
      return { isAny, changes: changes as number, refreshes: refreshes as number };
    },

    async begin(language, seed, queuedAt, isRefresh) {
      await db.update({
        TableName: table,
        Key: keyOf(language, seed),
        UpdateExpression: 'SET queued_at = :at',
        ExpressionAttributeValues: { ':at': queuedAt },
      });
      await count(language, isRefresh);
    },

    async end(language, seed, queuedAt) {
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

import { DAY_MS } from '../../time/day.ts';
import { ifConditionHolds } from '../dynamodb/conditional.ts';
import type { ItemClient } from '../dynamodb/item-client.ts';
import { DEAD_LETTERS, type DeadLetter, letterId } from './dead-letter.ts';

const KEPT_DAYS = 30;

export interface DeadLetterKeeper {
  /** Keeps a letter for thirty days; one that is kept already stays as it is. */
  keep(letter: DeadLetter): Promise<void>;
}

/** Writes dead letters into the `Operations` table. */
export function createDeadLetterKeeper(items: ItemClient, table: string, now: () => number): DeadLetterKeeper {
  return {
    async keep(letter) {
      const { body, queue, task, domain, why, sentAt } = letter;
      const put = items.putItem({
        TableName: table,
        Item: {
          kind: { S: DEAD_LETTERS },
          id: { S: letterId(letter) },
          body: { S: body },
          queue: { S: queue },
          ...(task !== null && { task: { S: task } }),
          ...(domain !== null && { domain: { S: domain } }),
          ...(why !== null && { why: { S: why } }),
          sent_at: { S: new Date(sentAt).toISOString() },
          given_up_at: { S: new Date(now()).toISOString() },
          expires_at: { N: String(Math.ceil((now() + KEPT_DAYS * DAY_MS) / 1000)) },
        },
        ConditionExpression: 'attribute_not_exists(id)',
      });
      await ifConditionHolds(put);
    },
  };
}

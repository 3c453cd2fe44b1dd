import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { dayOf } from '../schedule/cadence.ts';
import { ifConditionHolds } from './conditional.ts';

const MICROS = 1_000_000;
const KEPT_DAYS = 40;

/** What paid sources may cost a day (UTC), over all instances. */
export interface DailyBudget {
  /** Sets money aside before a question. @returns false where the day's budget does not allow it */
  reserve(usd: number): Promise<boolean>;
  /** Corrects what was set aside by what the question has really cost. */
  settle(reservedUsd: number, actualUsd: number): Promise<void>;
}

/** The budget, counted in the `Coordination` table in whole millionths of a dollar. */
export function createDailyBudget(
  client: DynamoDBDocumentClient,
  table: string,
  limitUsd: number,
  now: () => number,
): DailyBudget {
  const add = (usd: number, condition?: { most: number }) =>
    client.send(
      new UpdateCommand({
        TableName: table,
        Key: { id: `budget#${dayOf(now())}` },
        UpdateExpression: 'ADD spent_micro_usd :usd SET expires_at = :expiry',
        ExpressionAttributeValues: {
          ':usd': Math.round(usd * MICROS),
          ':expiry': Math.ceil(now() / 1000) + KEPT_DAYS * 86_400,
          ...(condition && { ':most': Math.round(condition.most * MICROS) }),
        },
        ...(condition && {
          ConditionExpression: 'attribute_not_exists(spent_micro_usd) OR spent_micro_usd <= :most',
        }),
      }),
    );

  return {
    async reserve(usd) {
      if (usd > limitUsd) return false;
      return (await ifConditionHolds(add(usd, { most: limitUsd - usd }))) !== null;
    },
    async settle(reservedUsd, actualUsd) {
      if (actualUsd !== reservedUsd) await add(actualUsd - reservedUsd);
    },
  };
}

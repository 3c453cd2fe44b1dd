import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { batchGet } from './dynamodb/batch-get.ts';

const MICROS = 1_000_000;

/**
 * What paid sources have cost, as `daily-budget.ts` counts it in the `Coordination` table, which keeps it for 40 days.
 *
 * @param days `YYYY-MM-DD` (UTC), each once
 * @returns dollars by day; nothing was spent on a day that it does not hold
 */
export async function readSpending(
  client: DynamoDBDocumentClient,
  table: string,
  days: string[],
): Promise<Map<string, number>> {
  const items = await batchGet(
    client,
    table,
    days.map((day) => ({ id: `budget#${day}` })),
  );
  return new Map(items.map(({ id, spent_micro_usd }) => [dayOf(id as string), (spent_micro_usd as number) / MICROS]));
}

const dayOf = (id: string) => id.slice('budget#'.length);

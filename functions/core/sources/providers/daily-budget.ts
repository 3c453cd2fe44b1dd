import { DAY_MS, dayOf } from '../../platform/time/day.ts';
import { type DynamoDB, ifConditionHolds } from '../../platform/dynamodb/dynamodb.ts';
import { getItems } from '../../platform/dynamodb/many-items.ts';

const MICROS = 1_000_000;
const KEPT_DAYS = 40;
const PREFIX = 'budget#';
/** Of the attributes with the cost of one source. */
const BY_SOURCE = 'by_source#';

/** The item of a day (`YYYY-MM-DD`) in the `Coordination` table; amounts are whole millionths of a dollar. */
const keyOf = (day: string) => ({ id: `${PREFIX}${day}` });

/** Money that was set aside for one question. */
export interface Reservation {
  /** Corrects it by what the question has really cost, on the day on which it was set aside. */
  settle(actualUsd: number): Promise<void>;
}

/** What paid sources may cost a day (UTC), over all instances. */
export interface DailyBudget {
  /**
   * Sets money aside before a question.
   *
   * @param source id of who is asked
   * @returns `null` where the day's budget does not allow it
   */
  reserve(usd: number, source: string): Promise<Reservation | null>;
}

/** The budget of each day, counted over all instances. */
export function createDailyBudget(db: DynamoDB, table: string, limitUsd: number, now: () => number): DailyBudget {
  const add = (day: string, source: string, usd: number, condition?: { most: number }) =>
    db.update({
      TableName: table,
      Key: keyOf(day),
      UpdateExpression: 'ADD spent_micro_usd :usd, #source :usd SET expires_at = :expiry',
      ExpressionAttributeNames: { '#source': `${BY_SOURCE}${source}` },
      ExpressionAttributeValues: {
        ':usd': Math.round(usd * MICROS),
        ':expiry': Math.ceil((now() + KEPT_DAYS * DAY_MS) / 1000),
        ...(condition && { ':most': Math.round(condition.most * MICROS) }),
      },
      ...(condition && {
        ConditionExpression: 'attribute_not_exists(spent_micro_usd) OR spent_micro_usd <= :most',
      }),
    });

  return {
    async reserve(usd, source) {
      if (usd > limitUsd) return null;
      const day = dayOf(now());
      const isReserved = (await ifConditionHolds(add(day, source, usd, { most: limitUsd - usd }))) !== null;
      if (!isReserved) return null;
      return {
        async settle(actualUsd) {
          if (actualUsd !== usd) await add(day, source, actualUsd - usd);
        },
      };
    },
  };
}

/** What a day has cost, in dollars. */
export interface DaySpending {
  usd: number;
  /** By the source's id. */
  bySource: Record<string, number>;
}

interface BudgetItem {
  id: string;
  spent_micro_usd: number;
  [other: string]: unknown;
}

/**
 * What paid sources have cost, as far back as it is kept: 40 days.
 *
 * @param days `YYYY-MM-DD` (UTC), each once
 * @returns by day; nothing was spent on a day that it does not hold
 */
export async function readSpending(db: DynamoDB, table: string, days: string[]): Promise<Map<string, DaySpending>> {
  const items = (await getItems(db, table, days.map(keyOf))) as BudgetItem[];
  return new Map(items.map((item) => [item.id.slice(PREFIX.length), spendingOf(item)]));
}

function spendingOf({ spent_micro_usd, ...others }: BudgetItem): DaySpending {
  const ofSources = Object.entries(others).filter(([name]) => name.startsWith(BY_SOURCE));
  const each = ofSources.map(([name, micros]) => [name.slice(BY_SOURCE.length), Number(micros) / MICROS] as const);
  return { usd: spent_micro_usd / MICROS, bySource: Object.fromEntries(each) };
}

import { DAY_MS, dayOf } from '../../platform/time/day.ts';
import type { DynamoDB } from '../../platform/dynamodb/dynamodb.ts';
import { absentOr, atMost, type When } from '../../platform/dynamodb/expressions.ts';
import { updateItem } from '../../platform/dynamodb/table.ts';
import { getItems } from '../../platform/dynamodb/many-items.ts';

const MICROS = 1_000_000;
const KEPT_DAYS = 40;
const PREFIX = 'budget#';
/** Prefix of the attributes with the cost of one source. */
const BY_SOURCE = 'by_source#';

/** The item of a day (`YYYY-MM-DD`) in the `Coordination` table; amounts are whole millionths of a dollar. */
const keyOf = (day: string) => ({ id: `${PREFIX}${day}` });

/** An amount that is reserved for one request. */
export interface Reservation {
  /** Replaces the amount by the actual cost of the request, on the day of the reservation. */
  settle(actualUsd: number): Promise<void>;
}

/** Maximum cost of paid sources per day (UTC), over all instances. */
export type DailyBudget = ReturnType<typeof createDailyBudget>;

/** Creates the budget, which is counted per day over all instances. */
export function createDailyBudget(db: DynamoDB, table: string, limitUsd: number, now: () => number) {
  const add = (day: string, source: string, usd: number, when?: When) => {
    const micros = Math.round(usd * MICROS);
    return updateItem({ db, table }, keyOf(day), {
      add: { spent_micro_usd: micros, [BY_SOURCE + source]: micros },
      set: { expires_at: Math.ceil((now() + KEPT_DAYS * DAY_MS) / 1000) },
      when,
    });
  };

  return {
    /**
     * Reserves an amount before a request.
     *
     * @param source id of the source
     * @returns `null` if the daily budget does not allow it
     */
    async reserve(usd: number, source: string): Promise<Reservation | null> {
      if (usd > limitUsd) return null;
      const day = dayOf(now());
      const when = { spent_micro_usd: absentOr(atMost(Math.round((limitUsd - usd) * MICROS))) };
      if (!(await add(day, source, usd, when))) return null;
      return {
        async settle(actualUsd) {
          if (actualUsd !== usd) await add(day, source, actualUsd - usd);
        },
      };
    },
  };
}

/** Costs of a day, in dollars. */
export interface DaySpending {
  usd: number;
  /** Costs by the source's id. */
  bySource: Record<string, number>;
}

interface BudgetItem {
  id: string;
  spent_micro_usd: number;
  [other: string]: unknown;
}

/**
 * Returns the costs of paid sources, which are stored for 40 days.
 *
 * @param days `YYYY-MM-DD` (UTC), each once
 * @returns costs by day; days without costs are missing
 */
export async function readSpending(db: DynamoDB, table: string, days: string[]): Promise<Map<string, DaySpending>> {
  const items = await getItems<BudgetItem>({ db, table }, days.map(keyOf));
  return new Map(items.map((item) => [item.id.slice(PREFIX.length), spendingOf(item)]));
}

function spendingOf({ spent_micro_usd, ...others }: BudgetItem): DaySpending {
  const ofSources = Object.entries(others).filter(([name]) => name.startsWith(BY_SOURCE));
  const each = ofSources.map(([name, micros]) => [name.slice(BY_SOURCE.length), Number(micros) / MICROS] as const);
  return { usd: spent_micro_usd / MICROS, bySource: Object.fromEntries(each) };
}

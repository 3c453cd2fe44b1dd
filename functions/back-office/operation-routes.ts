import { DAY_MS, dayOf } from '../core/platform/time/day.ts';
import type { FollowCounts } from '../core/domains/schedule/followed-domains.ts';
import type { DaySpending } from '../core/sources/providers/daily-budget.ts';
import type { DeadLetters } from '../core/operations/dead-letters.ts';
import type { QueueOperations } from '../core/platform/queues/queue-operations.ts';
import { callerOf } from './caller.ts';
import type { Costs, Overview, QueueState, Session } from './contract.ts';
import type { GatewayKeys } from './gateway-keys/gateway-keys.ts';
import type { Route } from './router.ts';

/** Days in the costs, including the current one. */
const COST_DAYS = 31;
/** Days of requests in the overview, including the current one. */
const REQUEST_DAYS = 30;
/** Dead letters are counted up to this number. */
const MOST_COUNTED = 1_000;

export interface OperationServices {
  keys: Pick<GatewayKeys, 'requests'>;
  counts: FollowCounts;
  queue: Pick<QueueOperations, 'counts' | 'deadLetters'>;
  letters: Pick<DeadLetters, 'count'>;
  /** @returns what was spent by day (`YYYY-MM-DD`) */
  spending: (days: string[]) => Promise<Map<string, DaySpending>>;
  dailyBudgetUsd: number;
  now: () => number;
}

/** Routes for the session, the queue and the costs. */
export const operationRoutes: Route<OperationServices>[] = [
  {
    method: 'GET',
    pattern: 'session',
    handle: ({ event }) => {
      const { name, role } = callerOf(event);
      return Promise.resolve({ data: { operator: name, role } satisfies Session });
    },
  },
  { method: 'GET', pattern: 'queue', handle: async (_call, services) => ({ data: await readQueue(services) }) },
  { method: 'GET', pattern: 'overview', handle: async (_call, services) => ({ data: await readOverview(services) }) },
  { method: 'GET', pattern: 'costs', handle: async (_call, services) => ({ data: await readCosts(services) }) },
];

async function readQueue({ counts, queue, letters, now }: OperationServices): Promise<QueueState> {
  const [followed, due, { waiting, running }, comingLetters, { count, more }] = await Promise.all([
    counts.followed(),
    counts.due(now()),
    queue.counts(),
    queue.deadLetters(),
    letters.count(MOST_COUNTED),
  ]);
  return { followed, due, waiting, running, dead_letters: count + comingLetters, more_dead_letters: more };
}

async function readOverview(services: OperationServices): Promise<Overview> {
  const { spending, dailyBudgetUsd, keys, now } = services;
  const today = dayOf(now());
  const [queue, spent, requests] = await Promise.all([
    readQueue(services),
    spending([today]),
    keys.requests({ from: dayOf(now() - (REQUEST_DAYS - 1) * DAY_MS), to: today }),
  ]);
  return { queue, spent_usd: spent.get(today)?.usd ?? 0, daily_budget_usd: dailyBudgetUsd, requests };
}

async function readCosts({ spending, dailyBudgetUsd, now }: OperationServices): Promise<Costs> {
  const dates = Array.from({ length: COST_DAYS }, (_, back) => dayOf(now() - back * DAY_MS));
  const spent = await spending(dates);
  return {
    daily_budget_usd: dailyBudgetUsd,
    days: dates.map((date) => {
      const { usd, bySource } = spent.get(date) ?? { usd: 0, bySource: {} };
      return { date, spent_usd: usd, by_source: bySource };
    }),
  };
}

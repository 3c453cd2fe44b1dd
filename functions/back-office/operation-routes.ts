import { DAY_MS, dayOf } from '../shared/time/day.ts';
import type { FollowCounts } from '../shared/storage/domain-schedule/follow-counts.ts';
import type { QueueOperations } from '../shared/storage/queue-operations.ts';
import { callerOf } from './caller.ts';
import type { Costs, QueueState, Retried, Session } from './contract.ts';
import { RetryUnderWay } from './errors.ts';
import type { Route } from './router.ts';

/** Days in the costs, including the current one. */
const COST_DAYS = 31;

export interface OperationServices {
  counts: FollowCounts;
  queue: Pick<QueueOperations, 'counts' | 'deadLetters' | 'retryDeadLetters'>;
  /** @returns dollars by day (`YYYY-MM-DD`) */
  spending: (days: string[]) => Promise<Map<string, number>>;
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
  {
    method: 'POST',
    pattern: 'queue/retry',
    handle: async (_call, { queue }) => ({ data: await retryDeadLetters(queue) }),
  },
  { method: 'GET', pattern: 'costs', handle: async (_call, services) => ({ data: await readCosts(services) }) },
];

async function readQueue({ counts, queue, now }: OperationServices): Promise<QueueState> {
  const [followed, due, { waiting, running }, dead_letters] = await Promise.all([
    counts.followed(),
    counts.due(now()),
    queue.counts(),
    queue.deadLetters(),
  ]);
  return { followed, due, waiting, running, dead_letters };
}

async function retryDeadLetters(queue: OperationServices['queue']): Promise<Retried> {
  const moved = await queue.deadLetters();
  if (moved === 0) return { moved };
  try {
    await queue.retryDeadLetters();
  } catch (error) {
    if ((error as Error).name === 'UnsupportedOperation') throw new RetryUnderWay();
    throw error;
  }
  return { moved };
}

async function readCosts({ spending, dailyBudgetUsd, now }: OperationServices): Promise<Costs> {
  const dates = Array.from({ length: COST_DAYS }, (_, back) => dayOf(now() - back * DAY_MS));
  const spent = await spending(dates);
  return {
    daily_budget_usd: dailyBudgetUsd,
    days: dates.map((date) => ({ date, spent_usd: spent.get(date) ?? 0 })),
  };
}

import type { FailedJob } from '../../../functions/core/operations/failed-jobs.ts';
import { DAY_MS } from '../../../functions/core/platform/time/day.ts';
import { createDailyBudget } from '../../../functions/core/sources/providers/daily-budget.ts';
import { coordinationTable } from '../../support/dynamodb.ts';
import { sampleKeys } from './sample-data.ts';
import type { Stores } from './stores.ts';

const DAILY_BUDGET_USD = 1;
/** Costs of the last days, the newest first. */
const COSTS_USD = [0.42, 0.61, 0, 0.18, 0.97, 0.33, 0.05];

/** Stores costs, fetches of the owners of keys, and failed jobs. */
export async function prepareOperations({ db, allowances, failedJobs }: Stores, now: number): Promise<void> {
  for (const [ago, usd] of COSTS_USD.entries()) {
    const budget = createDailyBudget(db, coordinationTable.name, DAILY_BUDGET_USD, () => now - ago * DAY_MS);
    if (usd > 0) await budget.reserve(usd, 'dataforseo');
  }
  for (const { owner } of sampleKeys()) await allowances.take(owner, 'domains', 1_000, 120);
  for (const job of sampleJobs(now)) await failedJobs.keep(job);
}

function sampleJobs(now: number): FailedJob[] {
  const made = (minutes: number, job: Partial<FailedJob>): FailedJob => ({
    ...{ messageId: `m${minutes}`, body: '{}', queue: 'work', task: 'snapshot', domain: null, why: null },
    ...{ sentAt: now - minutes * 60_000, ...job },
  });
  return [
    made(5, { domain: 'shop.example', why: 'domain_busy' }),
    made(6, { domain: 'failing.example', task: 'refresh' }),
    made(7, { queue: 'learning', task: null, why: 'invalid_message' }),
    made(8, { task: 'of-a-later-version', domain: 'later.example', why: 'later_code' }),
    ...Array.from({ length: 26 }, (_, index) => made(60 + index, { domain: `many-${index}.example`, why: 'timeout' })),
  ];
}

import { ServiceError } from '../core/platform/http/errors.ts';
import { DAY_MS, dayOf } from '../core/platform/time/day.ts';
import { eachAtOnce } from '../core/platform/dynamodb/many-items.ts';
import type { QueueOperations } from '../core/operations/queues.ts';
import type { FailedJobs, ListedFailedJob, RetriableJob, StoredJob } from '../core/operations/failed-jobs.ts';
import type { Journal, JournalNote } from '../core/operations/journal.ts';
import type { GatewayKeys } from '../core/accounts/gateway-keys.ts';
import type { FollowCounts } from '../core/domains/schedule/followed-domains.ts';
import type { DaySpending } from '../core/sources/providers/daily-budget.ts';
import {
  type Costs,
  type DeadLetter,
  operationContract,
  type Overview,
  type QueueState,
  type Retried,
} from './contract/operations.ts';
import type { HostServices } from './contract/entry.ts';
import { callerOf, routesOf } from './router.ts';

export interface OperationServices extends HostServices {
  keys: Pick<GatewayKeys, 'requests'>;
  counts: FollowCounts;
  queue: Pick<QueueOperations, 'counts' | 'countDeadLetters' | 'resend'>;
  failedJobs: Pick<FailedJobs, 'count' | 'list' | 'listDomain' | 'sentBefore' | 'read' | 'remove'>;
  journal: Pick<Journal, 'list'>;
  /** @returns spending by day (`YYYY-MM-DD`) */
  spending: (days: string[]) => Promise<Map<string, DaySpending>>;
  dailyBudgetUsd: number;
  /** Whether the host can load a demo portfolio. */
  hasDemo: boolean;
  now: () => number;
}

/** Days in the costs, including the current one. */
const COST_DAYS = 31;
/** Days of requests in the overview, including the current one. */
const REQUEST_DAYS = 30;
/** Failed jobs are counted up to this number. */
const MAX_COUNTED = 1_000;
const FAILED_JOBS_PER_PAGE = 25;
/** Number of failed jobs that one call puts back into their queues. */
const MAX_RETRIED_PER_CALL = 250;
const JOURNAL_ENTRIES_PER_PAGE = 50;
const NO_JOB = 'There is no failed job with this id: it was retried or deleted, or is older than 30 days.';

/** Routes for the session, the queues, failed jobs, the costs and the journal. */
export const operationRoutes = routesOf<typeof operationContract, OperationServices>(operationContract, {
  session: ({ event }) => {
    const { name, role } = callerOf(event);
    return Promise.resolve({ data: { operator: name, role } });
  },
  overview: async (_call, services) => ({ data: await readOverview(services) }),
  costs: async (_call, services) => ({ data: await readCosts(services) }),
  queue: async (_call, services) => ({ data: await readQueue(services) }),
  deadLetters: async ({ query: { after = null, domain } }, { failedJobs }) => {
    const { jobs, next } = await (domain === undefined
      ? failedJobs.list(after, FAILED_JOBS_PER_PAGE)
      : failedJobs.listDomain(domain, after, FAILED_JOBS_PER_PAGE));
    return { data: { letters: jobs.map(describe), next } };
  },
  retryDeadLetter: async ({ body: { id } }, services) => {
    const job = await services.failedJobs.read(id);
    if (!job) throw new ServiceError('not_found', { message: NO_JOB });
    await requeue(job, services);
    return { data: {}, note: noteOf(job) };
  },
  dropDeadLetter: async ({ body: { id } }, { failedJobs }) => {
    const job = await failedJobs.read(id);
    if (!job) return { data: {} };
    await failedJobs.remove(job.id);
    return { data: {}, note: noteOf(job) };
  },
  retryDeadLetters: async ({ body }, services) => ({
    data: await retryJobs(body?.before ?? new Date(services.now()).toISOString(), services),
  }),
  journal: async ({ query: { after = null, ...filter } }, { journal }) => {
    const { entries, next } = await journal.list(after, JOURNAL_ENTRIES_PER_PAGE, filter);
    const described = entries.map((entry) => ({ ...entry, at: entry.id.slice(0, entry.id.indexOf('#')) }));
    return { data: { entries: described, next } };
  },
});

async function readOverview(services: OperationServices): Promise<Overview> {
  const { spending, dailyBudgetUsd, hasDemo, keys, now } = services;
  const today = dayOf(now());
  const [queue, spent, requests] = await Promise.all([
    readQueue(services),
    spending([today]),
    keys.requests({ from: dayOf(now() - (REQUEST_DAYS - 1) * DAY_MS), to: today }),
  ]);
  return {
    queue,
    spent_usd: spent.get(today)?.usd ?? 0,
    daily_budget_usd: dailyBudgetUsd,
    requests,
    has_demo: hasDemo,
  };
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

async function readQueue({ counts, queue, failedJobs, now }: OperationServices): Promise<QueueState> {
  const [followed, due, { waiting, running }, queuedJobs, { count, more }] = await Promise.all([
    counts.followed(),
    counts.due(now()),
    queue.counts(),
    queue.countDeadLetters(),
    failedJobs.count(MAX_COUNTED),
  ]);
  return { followed, due, waiting, running, dead_letters: count + queuedJobs, more_dead_letters: more };
}

/** @param before time limit of the jobs: a job that fails again was sent later, and is not retried a second time */
async function retryJobs(before: string, services: OperationServices): Promise<Retried> {
  const { jobs, more } = await services.failedJobs.sentBefore(before, MAX_RETRIED_PER_CALL);
  await eachAtOnce(jobs, (job) => requeue(job, services));
  return { moved: jobs.length, next: more ? before : null };
}

/** If the function is terminated in between, the failed job stays, and may be done twice; jobs are idempotent. */
async function requeue(job: RetriableJob, { queue, failedJobs }: OperationServices): Promise<void> {
  await queue.resend(job);
  await failedJobs.remove(job.id);
}

function noteOf({ queue, task, domain }: StoredJob): JournalNote {
  return { name: [domain, task ?? queue].filter((part) => part !== undefined).join(', ') };
}

function describe({ id, queue, task, domain, why, sent_at, given_up_at }: ListedFailedJob): DeadLetter {
  return { id, queue, task: task ?? null, domain: domain ?? null, why: why ?? null, sent_at, given_up_at };
}

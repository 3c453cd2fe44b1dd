import type { FailedJob } from '../../../functions/core/operations/failed-jobs.ts';
import { DAY_MS } from '../../../functions/core/platform/time/day.ts';
import type { TimelineEvent } from '../../../functions/core/watches/store/timeline.ts';
import { createDailyBudget } from '../../../functions/core/sources/providers/daily-budget.ts';
import { coordinationTable } from '../../support/dynamodb.ts';
import { sampleKeys } from './sample-data.ts';
import type { Stores } from './stores.ts';

const DAILY_BUDGET_USD = 1;
/** Costs of the last days, the newest first. */
const COSTS_USD = [0.42, 0.61, 0, 0.18, 0.97, 0.33, 0.05];

/** Stores costs, fetches of the owners of keys, failed jobs, and events. */
export async function prepareOperations({ db, allowances, failedJobs, timeline }: Stores, now: number): Promise<void> {
  for (const [ago, usd] of COSTS_USD.entries()) {
    const budget = createDailyBudget(db, coordinationTable.name, DAILY_BUDGET_USD, () => now - ago * DAY_MS);
    if (usd > 0) await budget.reserve(usd, 'dataforseo');
  }
  for (const { owner } of sampleKeys()) await allowances.take(owner, 'domains', 1_000, 120);
  for (const job of sampleJobs(now)) await failedJobs.keep(job);
  for (const event of sampleEvents(now)) await timeline.add(event);
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

/** More events than are shown at first. */
function sampleEvents(now: number): TimelineEvent[] {
  const made = (hours: number, on: string, event: Partial<TimelineEvent>): TimelineEvent => ({
    ...{ id: `evt_${hours}`, domain: 'shop.example', condition: { on }, name: 'issues', before: null, after: 'x' },
    ...{ measured_at: new Date(now - hours * 3_600_000).toISOString(), ...event },
  });
  const issues = (counts: Record<string, number>, more: number) => ({ counts, occurrences: [], more });
  return [
    made(1, 'drop', { name: 'seo_score', before: 100, after: 77 }),
    made(2, 'new_issues', { domain: 'measured.example', after: issues({ 'broken-link': 3 }, 3) }),
    made(3, 'fixed_issues', { domain: 'measured.example', after: issues({ 'title-missing': 1 }, 1) }),
    made(4, 'unreachable', { domain: 'failing.example', name: 'site_status', before: 'ok', after: 'timeout' }),
    made(5, 'certificate_expires', { name: 'tls_days_remaining', before: 1, after: -1 }),
    ...Array.from({ length: 20 }, (_, day) =>
      made(24 * (day + 1), 'changed', {
        domain: 'measured.example',
        name: 'title',
        before: `Tents ${day}`,
        after: 'Tents',
      }),
    ),
  ];
}

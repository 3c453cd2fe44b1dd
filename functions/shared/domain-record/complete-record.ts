import { holdLease, holdWhenFree } from '../leases/hold-lease.ts';
import { figuresOf, freshSources, SITE, snapshotOf } from '../record/figures.ts';
import { healableSources } from '../record/heal.ts';
import type { DomainRecord } from '../record/record.ts';
import type { HeldLease } from '../storage/fetch-lease.ts';
import type { CompleteRecordTask } from '../storage/work-queue.ts';
import { dayOf } from '../time/day.ts';
import { BACKGROUND_STORE_WAIT_MS } from '../time/limits.ts';
import { busySources, deferTask } from './defer-sources.ts';
import { type FetchPlan, fetchRecord } from './fetch-record.ts';
import type { RecordServices } from './services.ts';

/**
 * Asks sources that were too slow, too busy or down when a caller waited, and merges what they say into the entry. What
 * was stored there meanwhile stays: a refresh that came between is completed, not undone. A task that is delivered again
 * asks only the sources that have not answered since. Paid sources are asked under a lease, so that none is paid twice.
 */
export async function completeRecord(task: CompleteRecordTask, services: RecordServices): Promise<void> {
  const { leases, queue, sources } = services;
  if (!sources.some(({ id, costUsd }) => costUsd > 0 && task.sources.includes(id))) return complete(task, services);
  const name = `paid sources of ${task.domain}`;
  const holder = await leases.acquire(name);
  if (holder) await holdLease({ leases, name, holder }, (lease) => complete(task, services, lease));
  else await deferTask(task, queue);
}

async function complete(task: CompleteRecordTask, services: RecordServices, lease?: HeldLease): Promise<void> {
  const { domain } = task;
  if (await services.followed.isBlocked(domain)) return;
  const entry = await services.cache.read(domain, { consistent: true });
  if (!entry) return;
  await fetchRecord({ domain, entry, ...(lease && { lease }) }, planOf(task, services), services);
}

function planOf(task: CompleteRecordTask, services: RecordServices): FetchPlan {
  const { domain } = task;
  const { history, leases, queue, sources, now } = services;
  return {
    mode: 'background',
    select(before) {
      const open = before ? healableSources(before) : [];
      return sources.filter(({ id }) => task.sources.includes(id) && open.includes(id));
    },
    accepts: () => true,
    renewsEntry: () => false,
    // All that is stored of a domain is stored under its lease: a domain that is forgotten meanwhile stays forgotten.
    underLease: (store) =>
      holdWhenFree({ leases, name: domain, now, deadline: now() + BACKGROUND_STORE_WAIT_MS }, store),
    // A snapshot that says that the site failed stays as it is: when it answers again, that is another snapshot.
    async beforeEntry({ results, record, fetchedAt }) {
      if (!results.some(({ source, answer }) => source.id === SITE && answer.sections?.page)) return;
      await history.add({ domain, captured_at: fetchedAt, origin: 'query', ...snapshotOf(record, new Set([SITE])) });
    },
    async afterEntry({ entry, record, fetchedAt }) {
      const day = fetchedAt.slice(0, 10);
      const others = task.sources.filter((id) => id !== SITE);
      const late = figuresOf(record, measuredOn(day, record, others));
      await history.amend(domain, { day, updatedAt: entry.updatedAt }, late);
    },
    async defer(results) {
      const busy = busySources(results);
      if (busy.length > 0) await deferTask({ ...task, sources: busy }, queue);
    },
  };
}

/** Those of these sources that have answered on a day, in this try of the task or in one before. */
function measuredOn(day: string, record: DomainRecord, ids: string[]): ReadonlySet<string> {
  const isOfDay = (id: string) =>
    record.sources.some((report) => report.id === id && dayOf(Date.parse(report.fetched_at!)) === day);
  return new Set([...freshSources(record)].filter((id) => ids.includes(id) && isOfDay(id)));
}

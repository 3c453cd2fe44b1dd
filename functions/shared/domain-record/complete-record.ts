import { dayOf } from '../time/day.ts';
import type { FetchLeases, HeldLease } from '../storage/fetch-lease.ts';
import type { CompleteRecordTask } from '../storage/work-queue.ts';
import { busySources, putOff } from './ask-later.ts';
import { askSources } from './ask-sources.ts';
import type { SourceResult } from '../record/source-answer.ts';
import { figuresOf, freshSources } from '../record/figures.ts';
import { holdLease, holdWhenFree } from '../leases/hold-lease.ts';
import { healableSources } from '../record/heal.ts';
import { keepKeywords } from './keep-keywords.ts';
import { keepPast } from './keep-past.ts';
import { recordOf } from '../record/make-entry.ts';
import { mergeIntoEntry } from './merge-into-entry.ts';
import type { DomainRecord } from '../record/record.ts';
import type { RecordServices } from './record-services.ts';

/** A fetch under way is waited for before the answers are stored. */
const STORE_WAIT_MS = 60_000;

export interface CompletionServices extends RecordServices {
  leases: FetchLeases;
}

/**
 * Asks sources that were too slow, too busy or down when a caller waited, and puts what they say into the entry. What
 * stands there meanwhile is kept: a refresh that came between is completed, not undone. A task that comes again asks
 * only what has not answered since; where it asks paid sources, one at a time does so, so that none is paid twice.
 */
export async function completeRecord(task: CompleteRecordTask, services: CompletionServices): Promise<void> {
  const { leases, queue, sources } = services;
  if (!sources.some(({ id, costUsd }) => costUsd > 0 && task.sources.includes(id))) return complete(task, services);
  const name = `paid sources of ${task.domain}`;
  const holder = await leases.acquire(name);
  if (holder) await holdLease({ leases, name, holder }, (lease) => complete(task, services, lease));
  else await putOff(task, queue);
}

async function complete(task: CompleteRecordTask, services: CompletionServices, lease?: HeldLease): Promise<void> {
  const { domain } = task;
  const { cache, followed, leases, queue, sources, now } = services;
  if (await followed.isBlocked(domain)) return;
  const entry = await cache.read(domain, { consistent: true });
  if (!entry) return;
  const before = recordOf(entry);
  const open = healableSources(before).filter((id) => task.sources.includes(id));
  const asked = sources.filter(({ id }) => open.includes(id));
  const askedAt = now();
  const limits = { patience: 'background' as const, ...(lease && { lease }) };
  const results = await askSources(domain, asked, before.page?.final_url ?? null, limits, services);
  lease?.signal.throwIfAborted();

  // Under the domain's lease, as all that is stored of it: a domain that is forgotten meanwhile stays forgotten.
  await holdWhenFree({ leases, name: domain, now, deadline: now() + STORE_WAIT_MS }, () =>
    store(task, results, askedAt, services),
  );
  const busy = busySources(results);
  if (busy.length > 0) await putOff({ ...task, sources: busy }, queue);
}

async function store(
  { domain, sources }: CompleteRecordTask,
  results: SourceResult[],
  askedAt: number,
  services: CompletionServices,
): Promise<void> {
  const merged = await mergeIntoEntry(domain, results, { askedAt, updatedAt: null, hadEntry: true }, services);
  if (!merged) return;
  await Promise.all([keepPast(domain, results, services), keepKeywords(domain, results, services)]);
  const { record, entry } = merged;
  const day = dayOf(services.now());
  const late = figuresOf(record, measuredOn(day, record, sources));
  await services.history.amend(domain, { day, updatedAt: entry.updatedAt }, late);
}

/** Those of these sources that have answered on a day, in this try of the task or in one before. */
function measuredOn(day: string, record: DomainRecord, ids: string[]): ReadonlySet<string> {
  const isOfDay = (id: string) =>
    record.sources.some((report) => report.id === id && dayOf(Date.parse(report.fetched_at!)) === day);
  return new Set([...freshSources(record)].filter((id) => ids.includes(id) && isOfDay(id)));
}

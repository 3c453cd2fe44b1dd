import { dayOf } from '../schedule/cadence.ts';
import type { CompleteRecordTask } from '../storage/work-queue.ts';
import { busySources, putOff } from './ask-later.ts';
import { askSources } from './ask-sources.ts';
import { figuresOf, freshSources } from './figures.ts';
import { healableSources } from './heal.ts';
import { keepKeywords } from './keep-keywords.ts';
import { keepPast } from './keep-past.ts';
import { recordOf } from './make-entry.ts';
import { mergeIntoEntry } from './merge-into-entry.ts';
import type { DomainRecord } from './record.ts';
import type { RecordServices } from './refresh-record.ts';

/**
 * Asks sources that were too slow, too busy or down when a caller waited, and puts what they say into the entry. What
 * stands there meanwhile is kept: a refresh that came between is completed, not undone. A task that comes again asks
 * only what has not answered since.
 */
export async function completeRecord(task: CompleteRecordTask, services: RecordServices): Promise<void> {
  const { domain } = task;
  const { cache, followed, history, queue, sources, now } = services;
  if (await followed.isBlocked(domain)) return;
  const entry = await cache.read(domain, { consistent: true });
  if (!entry) return;
  const before = recordOf(entry);
  const open = healableSources(before).filter((id) => task.sources.includes(id));
  const asked = sources.filter(({ id }) => open.includes(id));
  const askedAt = now();
  const results = await askSources(domain, asked, before.page?.final_url ?? null, 'background', services);

  const merged = await mergeIntoEntry(domain, results, { askedAt, updatedAt: null }, services);
  if (!merged) return;
  await Promise.all([keepPast(domain, results, services), keepKeywords(domain, results, services)]);
  const { record } = merged;
  const day = dayOf(now());
  const late = figuresOf(record, measuredOn(day, record, task.sources));
  await history.amend(domain, { day, updatedAt: merged.entry.updatedAt }, late);
  const busy = busySources(results);
  if (busy.length > 0) await putOff({ ...task, sources: busy }, queue);
}

/** Those of these sources that have answered on a day, in this try of the task or in one before. */
function measuredOn(day: string, record: DomainRecord, ids: string[]): ReadonlySet<string> {
  const isOfDay = (id: string) =>
    record.sources.some((report) => report.id === id && dayOf(Date.parse(report.fetched_at!)) === day);
  return new Set([...freshSources(record)].filter((id) => ids.includes(id) && isOfDay(id)));
}

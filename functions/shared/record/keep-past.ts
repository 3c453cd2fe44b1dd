import type { DomainHistory } from '../storage/domain-history.ts';
import type { DomainSchedule } from '../storage/domain-schedule.ts';
import type { SourceResult } from './ask-sources.ts';

/** Keeps what sources know of a domain's past, once a domain and source. */
export async function keepPast(
  domain: string,
  results: SourceResult[],
  { history, schedule }: { history: DomainHistory; schedule: DomainSchedule },
): Promise<void> {
  const withPast = results.filter(({ answer }) => answer.past && answer.past.length > 0);
  if (withPast.length === 0) return;
  const done = await schedule.backfilledSources(domain);
  for (const { source, answer } of withPast.filter(({ source: { id } }) => !done.has(id))) {
    await history.backfill(domain, source.id, answer.past!);
    // Noted when all of it is written: a crash in between writes the same again.
    await schedule.noteBackfilled(domain, source.id);
  }
}

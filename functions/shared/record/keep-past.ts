import type { DomainHistory } from '../storage/domain-history.ts';
import type { FollowedDomains } from '../storage/followed-domains.ts';
import type { SourceResult } from './ask-sources.ts';

/** Keeps what sources know of a domain's past, once a domain and source. Where that fails, the next fetch tries again. */
export async function keepPast(
  domain: string,
  results: SourceResult[],
  { history, followed }: { history: DomainHistory; followed: FollowedDomains },
): Promise<void> {
  const withPast = results.filter(({ answer }) => answer.past && answer.past.length > 0);
  if (withPast.length === 0) return;
  try {
    const done = await followed.backfilledSources(domain);
    for (const { source, answer } of withPast.filter(({ source: { id } }) => !done.has(id))) {
      await history.backfill(domain, source.id, answer.past!);
      // Noted when all of it is written: a crash in between writes the same again.
      await followed.noteBackfilled(domain, source.id);
    }
  } catch (error) {
    console.warn(JSON.stringify({ level: 'WARN', message: 'past not kept', domain, error: (error as Error).name }));
  }
}

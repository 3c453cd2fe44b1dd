import type { PastFigures } from '../sources/source.ts';
import type { DomainHistory } from '../storage/domain-history.ts';
import type { FollowedDomains } from '../storage/followed-domains.ts';
import type { SourceResult } from './ask-sources.ts';

/**
 * Keeps what sources know of a domain's past: of each source the days after the newest one that is kept. Where that
 * fails, the next fetch tries again.
 */
export async function keepPast(
  domain: string,
  results: SourceResult[],
  { history, followed }: { history: DomainHistory; followed: FollowedDomains },
): Promise<void> {
  const told = results.filter(({ answer }) => answer.past && answer.past.length > 0);
  if (told.length === 0) return;
  try {
    const kept = await followed.pastKeptUntil(domain);
    const until: Record<string, string> = {};
    for (const { source, answer } of told) {
      const news = answer.past!.filter(({ date }) => date > (kept[source.id] ?? ''));
      if (news.length === 0) continue;
      await history.backfill(domain, source.id, news);
      until[source.id] = newestOf(news);
    }
    // Noted when all of it is written: a crash in between writes the same again.
    if (Object.keys(until).length > 0) await followed.notePastKept(domain, { ...kept, ...until });
  } catch (error) {
    console.warn(JSON.stringify({ level: 'WARN', message: 'past not kept', domain, error: (error as Error).name }));
  }
}

function newestOf(past: PastFigures[]): string {
  return past.reduce((newest, { date }) => (date > newest ? date : newest), '');
}

import type { PastFigures, SourceResult } from '../record/source-answer.ts';
import type { DomainHistory } from './store/domain-history.ts';
import type { FollowedDomains } from './schedule/followed-domains.ts';

interface Dependencies {
  history: Pick<DomainHistory, 'backfill' | 'amendBackfill'>;
  followed: Pick<FollowedDomains, 'pastKeptUntil' | 'notePastKept'>;
}

/**
 * Adds to the history what sources know of a domain's past: of each figure the days after the newest one that was added
 * before, so that a figure that is read from a source later gets its whole past. Where that fails, the next fetch tries
 * again.
 */
export async function backfillHistory(
  domain: string,
  results: SourceResult[],
  { history, followed }: Dependencies,
): Promise<void> {
  const withPast = results.filter(({ answer }) => answer.past && answer.past.length > 0);
  if (withPast.length === 0) return;
  try {
    const kept = await followed.pastKeptUntil(domain);
    const until: Record<string, string> = {};
    for (const { source, answer } of withPast) {
      const newestDay = kept[source.id] ?? '';
      const news = answer.past!.filter((point) =>
        figuresOf(source.id, point).some((key) => point.date > (kept[key] ?? '')),
      );
      if (news.length === 0) continue;
      const isNewDay = ({ date }: PastFigures) => date > newestDay;
      await history.backfill(domain, source.id, news.filter(isNewDay));
      await history.amendBackfill(
        domain,
        source.id,
        news.filter((point) => !isNewDay(point)),
      );
      for (const point of news) {
        for (const key of [source.id, ...figuresOf(source.id, point)]) {
          until[key] = [until[key] ?? kept[key] ?? '', point.date].toSorted().at(-1)!;
        }
      }
    }
    // Noted after all of it is written: after a crash in between, the next fetch writes the same again.
    if (Object.keys(until).length > 0) await followed.notePastKept(domain, { ...kept, ...until });
  } catch (error) {
    console.warn(JSON.stringify({ level: 'WARN', message: 'past not kept', domain, error: (error as Error).name }));
  }
}

/** Names under which the newest day of each figure is noted. */
function figuresOf(source: string, { figures }: PastFigures): string[] {
  return Object.keys(figures).map((figure) => `${source}.${figure}`);
}

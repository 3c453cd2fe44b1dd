import type { DomainRecord, SourceReport } from '../shared/record/record.ts';
import { DAY_MS, dayOf } from '../shared/time/day.ts';
import type { Source } from '../shared/sources/source.ts';

/** Snapshots are a day apart give or take; an answer of yesterday is a day old. */
const SLACK_MS = 3 * 60 * 60_000;

/** The sources whose answer in the record is too old for a snapshot, or is none. */
export function dueSources(record: DomainRecord | null, sources: Source[], now: number): Source[] {
  return sources.filter((source) => !isCurrent(reportOf(record, source), source, now));
}

/**
 * The sources whose values in the record may stand in a snapshot of today: those that are new enough. A source with
 * figures of its own for each day must have been asked today: the history takes its figure of any other day from the
 * source itself when it is asked next, and that figure may differ.
 */
export function currentSources(record: DomainRecord, sources: Source[], now: number): Source[] {
  return sources.filter((source) => {
    const report = reportOf(record, source);
    if (!isCurrent(report, source, now)) return false;
    return !source.hasDailyFigures || dayOf(Date.parse(report!.fetched_at!)) === dayOf(now);
  });
}

function reportOf(record: DomainRecord | null, { id }: Source): SourceReport | undefined {
  return record?.sources.find((report) => report.id === id);
}

function isCurrent(report: SourceReport | undefined, { maxAgeDays }: Source, now: number): boolean {
  if (!report?.fetched_at) return false;
  return now - Date.parse(report.fetched_at) < maxAgeDays * DAY_MS - SLACK_MS;
}

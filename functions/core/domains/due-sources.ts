import type { DomainRecord, SourceReport } from '../record/record.ts';
import { DAY_MS, dayOf } from '../platform/time/day.ts';
import type { Source } from '../sources/source.ts';

/** Snapshots are not exactly a day apart: an answer that is this much younger counts as a day old. */
const SLACK_MS = 3 * 60 * 60_000;

/** The sources whose answer in the record is missing or too old for a snapshot, or counts down from another day. */
export function dueSources(record: DomainRecord | null, sources: Source[], now: number): Source[] {
  return sources.filter((source) => {
    const report = reportOf(record, source);
    return !isCurrent(report, source, now) || (source.countsDown === true && !isOfDay(report!, now));
  });
}

/**
 * The sources whose values in the record are new enough for a snapshot of today. A source with a figure for each day must
 * have been asked today: its older value belongs to another day, and today's is backfilled when it is asked next. So must
 * one that counts down: where it failed today, today's value is not known.
 */
export function currentSources(record: DomainRecord, sources: Source[], now: number): Source[] {
  return sources.filter((source) => {
    const report = reportOf(record, source);
    if (!isCurrent(report, source, now)) return false;
    const mustBeOfDay = source.hasDailyFigures === true || source.countsDown === true;
    return !mustBeOfDay || isOfDay(report!, now);
  });
}

/** @param report of a source that has answered */
function isOfDay({ fetched_at }: SourceReport, now: number): boolean {
  return dayOf(Date.parse(fetched_at!)) === dayOf(now);
}

function reportOf(record: DomainRecord | null, { id }: Source): SourceReport | undefined {
  return record?.sources.find((report) => report.id === id);
}

function isCurrent(report: SourceReport | undefined, { maxAgeDays }: Source, now: number): boolean {
  if (!report?.fetched_at) return false;
  return now - Date.parse(report.fetched_at) < maxAgeDays * DAY_MS - SLACK_MS;
}

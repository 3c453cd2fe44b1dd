import type { DomainRecord, SourceReport } from '../shared/record/record.ts';
import type { Source } from '../shared/sources/source.ts';

const DAY_MS = 86_400_000;
/** Snapshots are a day apart give or take; an answer of yesterday is a day old. */
const SLACK_MS = 3 * 60 * 60_000;

/** The sources whose answer in the record is too old for a snapshot, or is none. */
export function dueSources(record: DomainRecord | null, sources: Source[], now: number): Source[] {
  return sources.filter((source) => !isCurrent(reportOf(record, source), source, now));
}

/** Ids of the sources whose values in the record may stand in a snapshot of today. */
export function currentSources(record: DomainRecord, sources: Source[], now: number): ReadonlySet<string> {
  const current = sources.filter((source) => isCurrent(reportOf(record, source), source, now));
  return new Set(current.map(({ id }) => id));
}

function reportOf(record: DomainRecord | null, { id }: Source): SourceReport | undefined {
  return record?.sources.find((report) => report.id === id);
}

function isCurrent(report: SourceReport | undefined, { maxAgeDays }: Source, now: number): boolean {
  if (!report?.fetched_at) return false;
  return now - Date.parse(report.fetched_at) < maxAgeDays * DAY_MS - SLACK_MS;
}

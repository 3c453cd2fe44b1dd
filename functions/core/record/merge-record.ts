import type { SourceDescription, SourceResult } from './source-answer.ts';
import type { DomainRecord, SourceReport, SourceStatus } from './record.ts';
import { emptySections, flattenSections, nestSections, withNewerMembers } from './sections.ts';

/** The source returned a result, which may be empty. */
const ANSWERED: SourceStatus[] = ['ok', 'empty', 'partial'];
const FOUND: SourceStatus[] = ['ok', 'partial'];
/** A retry would not change the result. */
const SETTLED: SourceStatus[] = ['ok', 'empty', 'not_configured', 'unsupported', 'skipped'];

/**
 * Merges new results of sources into the previous record. A source that failed keeps its last good sections, marked
 * `from_cache`, so that a failure never deletes data. Sources that were not requested do not change.
 *
 * @param order all sources, in the order in which the record lists them
 */
export function mergeRecord(
  previous: DomainRecord | null,
  results: SourceResult[],
  order: SourceDescription[],
  now: number,
): DomainRecord {
  const sections = previous ? flattenSections(previous) : emptySections();
  const reports = new Map(previous?.sources.map((report) => [report.id, report]));
  for (const { source, answer, durationMs } of results) {
    const before = reports.get(source.id);
    const kept = !ANSWERED.includes(answer.status) && before?.fetched_at ? before : null;
    for (const field of kept ? [] : source.fields) {
      const value = answer.sections?.[field];
      // A section that a partial answer lacks keeps its last good value; `null` means that there is none.
      if (value !== undefined || answer.status !== 'partial') Object.assign(sections, { [field]: value ?? null });
    }
    reports.set(source.id, reportOf({ source, answer, durationMs }, kept, now));
  }
  const known = order.flatMap(({ id }) => reports.get(id) ?? []);
  const unknown = previous?.sources.filter((report) => isOfNewerVersion(report, order)) ?? [];
  return {
    complete: known.every(isSettled),
    ...withNewerMembers(nestSections(sections), previous),
    sources: [...known, ...unknown],
  };
}

/** Whether a settled report is of a source that only a newer version has. This version cannot complete pending ones. */
function isOfNewerVersion(report: SourceReport, order: SourceDescription[]): boolean {
  return !order.some((source) => source.id === report.id) && isSettled(report);
}

function reportOf({ source, answer, durationMs }: SourceResult, kept: SourceReport | null, now: number): SourceReport {
  const wasAsked = answer.status !== 'not_configured';
  return {
    id: source.id,
    status: answer.status,
    fields: source.fields,
    fetched_at: ANSWERED.includes(answer.status) ? new Date(now).toISOString() : (kept?.fetched_at ?? null),
    from_cache: kept !== null,
    http_status: answer.http_status ?? null,
    duration_ms: wasAsked ? durationMs : null,
    error: answer.error ?? null,
    attribution: source.attribution,
  };
}

/** Whether another request to the source is not expected to change the result. */
export function isSettled({ status, error }: SourceReport): boolean {
  return SETTLED.includes(status) && !error?.retryable;
}

/** Whether any source returned a result, which may be empty. */
export function anyAnswered(results: SourceResult[]): boolean {
  return results.some(({ answer }) => ANSWERED.includes(answer.status));
}

/** Whether any source found evidence that the domain exists. */
export function anyFound(results: SourceResult[]): boolean {
  return results.some(
    ({ source, answer }) => source.isEvidence && (FOUND.includes(answer.status) || answer.exists === true),
  );
}

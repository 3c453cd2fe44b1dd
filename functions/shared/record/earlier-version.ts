import { type Members } from '../http/fields.ts';
import { domainMembers } from './members.ts';
import type { DomainRecord, SourceReport } from './record.ts';
import { flattenSections, nestSections, withNewerMembers } from './sections.ts';
import type { SourceDescription } from './source-answer.ts';

/**
 * The sources that are new in version 2 of the record, or fill more of it than they did, each with the sections that are
 * new. `test/unit/record/earlier-version.test.ts` holds them to the sources.
 */
export const additions: Pick<SourceDescription, 'id' | 'fields'>[] = [
  { id: 'site', fields: ['security_headers', 'ai_access.agents'] },
  { id: 'llms_txt', fields: ['ai_access.llms_txt'] },
  { id: 'host_variants', fields: ['host_variants'] },
  { id: 'hreflang', fields: ['hreflang_cluster'] },
];

/**
 * A record of version 1 with all members: those that it lacks are null, and the sources that would fill them are
 * `pending`. Of a record that has them, nothing changes.
 */
export function withLaterMembers(record: DomainRecord): DomainRecord {
  const { complete, sources, ...members } = record;
  const known = sources.map((report) => (isOutdated(report, record) ? askedAgain(report) : report));
  const added = additions.filter(({ id }) => sources.every((report) => report.id !== id)).map(notAskedYet);
  const hasPending = [...known, ...added].some(({ status }) => status === 'pending');
  const { performance, ...others } = withNewerMembers(nestSections(flattenSections(members)), record);
  const field = withNulls(performance.field, fieldMembers);
  return {
    complete: complete && !hasPending,
    ...others,
    performance: { ...performance, field },
    sources: [...known, ...added],
  };
}

const fieldMembers = (domainMembers.performance as { field: Members }).field;

/** Whether a source has answered, and would fill more now. What failed is asked again by itself. */
function isOutdated({ id, status, fields }: SourceReport, { performance: { field } }: DomainRecord): boolean {
  if (status !== 'ok') return false;
  if (fields.includes('performance.field')) return field !== null && !('desktop' in field);
  return additions.some((one) => one.id === id && one.fields.some((path) => !fields.includes(path)));
}

function askedAgain(report: SourceReport): SourceReport {
  const added = additions.find(({ id }) => id === report.id)?.fields ?? [];
  return { ...report, status: 'pending', fields: [...new Set([...report.fields, ...added])], from_cache: true };
}

function notAskedYet({ id, fields }: (typeof additions)[number]): SourceReport {
  return {
    id,
    status: 'pending',
    fields,
    fetched_at: null,
    from_cache: false,
    http_status: null,
    duration_ms: null,
    error: null,
    attribution: null,
  };
}

/** The value with all of its members; those that it lacks are null. */
function withNulls<Value extends object>(value: Value | null, members: Members): Value | null {
  if (value === null) return null;
  return { ...Object.fromEntries(Object.keys(members).map((name) => [name, null])), ...value };
}

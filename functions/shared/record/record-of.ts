import { type CachedRecord, RECORD_VERSION } from './cached-record.ts';
import { withLaterMembers } from './earlier-version.ts';
import { failedStatus } from './page-status.ts';
import type { DomainRecord } from './record.ts';

/**
 * The record of an entry as this version has it: with all members, and without an error that version 0.1 stored in the
 * place of the home page.
 */
export function recordOf({ recordJson, version }: CachedRecord): DomainRecord {
  const stored = JSON.parse(recordJson) as DomainRecord;
  const record = version < RECORD_VERSION ? withLaterMembers(stored) : stored;
  return record.page && failedStatus(record.page.http_status) ? withoutErrorPage(record) : record;
}

/** The entry as this version would have stored it. */
export function currentEntry<Entry extends CachedRecord>(entry: Entry): Entry {
  if (entry.version >= RECORD_VERSION) return entry;
  return { ...entry, recordJson: JSON.stringify(recordOf(entry)) };
}

function withoutErrorPage(record: DomainRecord): DomainRecord {
  const code = `http_${record.page!.http_status}`;
  const error = { code, message: 'The site answered with an error instead of its page', retryable: true };
  return {
    ...record,
    complete: false,
    seo_score: null,
    audit: null,
    page: null,
    top_keywords: null,
    sources: record.sources.map((report) =>
      report.fields.includes('page')
        ? { ...report, status: 'error', fetched_at: null, from_cache: false, error }
        : report,
    ),
  };
}

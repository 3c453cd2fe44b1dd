import { domainToUnicode } from 'node:url';
import type { CachedRecord } from './cached-record.ts';
import { recordJson } from './fit-record.ts';
import { failedStatus } from './page-status.ts';
import { healTime, nextHealing } from './heal.ts';
import type { DomainRecord } from './record.ts';
import type { SourceResult } from './source-answer.ts';

/**
 * Makes the cache entry of a domain that was fetched.
 *
 * @param results of the sources that were asked
 * @param previous the entry that it replaces
 * @param updatedAt ISO 8601 time of the fetch
 * @param now milliseconds since the epoch
 */
export function makeEntry(
  domain: string,
  record: DomainRecord,
  results: SourceResult[],
  previous: CachedRecord | null,
  updatedAt: string,
  now: number,
): CachedRecord {
  const healing = nextHealing(previous?.healing ?? {}, record, results, now);
  return {
    domain,
    domainUnicode: domainToUnicode(domain),
    firstCachedAt: previous?.firstCachedAt ?? updatedAt,
    updatedAt,
    healAfter: healTime(healing),
    healing,
    recordJson: recordJson(record),
  };
}

/** The record of an entry, without an error that version 0.1 stored in the place of the home page. */
export function recordOf({ recordJson }: CachedRecord): DomainRecord {
  const record = JSON.parse(recordJson) as DomainRecord;
  return record.page && failedStatus(record.page.http_status) ? withoutErrorPage(record) : record;
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

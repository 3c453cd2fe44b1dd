import { domainToUnicode } from 'node:url';
import type { CachedRecord } from './cached-record.ts';
import { recordJson } from './fit-record.ts';
import { healTime } from './heal.ts';
import type { DomainRecord } from './record.ts';

/**
 * Makes the cache entry of a domain that was fetched.
 *
 * @param previous the entry that it replaces
 * @param updatedAt ISO 8601 time of the fetch
 * @param now milliseconds since the epoch
 */
export function makeEntry(
  domain: string,
  record: DomainRecord,
  previous: CachedRecord | null,
  updatedAt: string,
  now: number,
): CachedRecord {
  return {
    domain,
    domainUnicode: domainToUnicode(domain),
    firstCachedAt: previous?.firstCachedAt ?? updatedAt,
    updatedAt,
    healAfter: healTime(record, now),
    recordJson: recordJson(record),
  };
}

/** The record of an entry. */
export function recordOf({ recordJson }: CachedRecord): DomainRecord {
  return JSON.parse(recordJson) as DomainRecord;
}

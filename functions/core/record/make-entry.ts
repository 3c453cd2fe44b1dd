import { domainToUnicode } from 'node:url';
import type { CachedRecord } from './cached-record.ts';
import { recordJson } from './fit-record.ts';
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

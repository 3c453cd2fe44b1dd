import type { CachedRecord } from './cached-record.ts';
import type { DomainRecord } from './record.ts';

/** Parses the record of an entry. */
export function recordOf({ recordJson }: Pick<CachedRecord, 'recordJson'>): DomainRecord {
  return JSON.parse(recordJson) as DomainRecord;
}

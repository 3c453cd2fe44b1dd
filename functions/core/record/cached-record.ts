import type { Healing } from './heal.ts';
import type { DomainRecord } from './record.ts';

/** A domain's entry in the permanent cache. */
export interface CachedRecord {
  domain: string;
  domainUnicode: string;
  /** ISO 8601 times. */
  firstCachedAt: string;
  updatedAt: string;
  /** From this time on, a hit has failed sources asked again: milliseconds since the epoch; `null` for never. */
  healAfter: number | null;
  /** When each of them is due. */
  healing: Healing;
  /** The `DomainRecord` as JSON text, ready to be sent. */
  recordJson: string;
}

/** Parses the record of an entry. */
export function recordOf({ recordJson }: Pick<CachedRecord, 'recordJson'>): DomainRecord {
  return JSON.parse(recordJson) as DomainRecord;
}

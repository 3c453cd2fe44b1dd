import type { Healing } from './heal.ts';

/**
 * Version of the record's shape that this code writes. 2 has the sections that `earlier-version.ts` lists; 1 is that of
 * version 0.1.
 */
export const RECORD_VERSION = 2;

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
  /** Version of the record's shape by which it was written. */
  version: number;
  /** The `DomainRecord` as JSON text, ready to be sent where it is of this version. */
  recordJson: string;
}

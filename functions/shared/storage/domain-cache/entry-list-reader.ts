import { batchGet } from '../dynamodb/batch-get.ts';
import { eachAtOnce } from '../dynamodb/each-at-once.ts';
import type { ItemClient } from '../dynamodb/item-client.ts';
import { type CacheItem, entryOf, keyOf, type StoredRecord } from './cache-reader.ts';

/** Keys in one request: entries are large, and a call has little time. */
const KEYS = 50;
/** Requests under way at once. */
const REQUESTS = 4;

export interface EntryListReader {
  /**
   * Reads many entries; it costs the same as reading each of them. `consistent` reads what was written a moment ago, at
   * twice the price.
   *
   * @param domains names as records are stored under them, each as often as one likes
   * @returns entries by domain; a domain that was never fetched has none
   */
  readEntries: (domains: Iterable<string>, options?: { consistent?: boolean }) => Promise<Map<string, StoredRecord>>;
}

/** The part of the `DomainCache` table that lists of domains take. */
export function createEntryListReader(items: ItemClient, table: string): EntryListReader {
  const reader = { batchGet: items.batchGetItem.bind(items) };
  return {
    async readEntries(domains, options = {}) {
      const entries = new Map<string, StoredRecord>();
      const read = async (part: string[]) => {
        const found = await batchGet(reader, table, part.map(keyOf), options);
        for (const item of found) {
          const entry = entryOf(item as unknown as CacheItem);
          entries.set(entry.domain, entry);
        }
      };
      await eachAtOnce(partsOf([...new Set(domains)]), read, REQUESTS);
      return entries;
    },
  };
}

function partsOf(domains: string[]): string[][] {
  const starts = Array.from({ length: Math.ceil(domains.length / KEYS) }, (_, index) => index * KEYS);
  return starts.map((start) => domains.slice(start, start + KEYS));
}

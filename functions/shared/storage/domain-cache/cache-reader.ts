import { brotliDecompressSync } from 'node:zlib';
import type { CachedRecord } from '../../record/cached-record.ts';
import type { ItemClient } from '../dynamodb/item-client.ts';

/** The item of a domain in the `DomainCache` table. Types alone: a cached answer loads this file. */
export type CacheItem = Record<'domain' | 'domain_unicode' | 'first_cached_at' | 'updated_at' | 'revision', Text> & {
  heal_after?: { N: string };
  /** JSON; absent where nothing is due. */
  healing?: Text;
  /** Compressed by Brotli. */
  record: { B: Uint8Array };
};

interface Text {
  S: string;
}

export const keyOf = (domain: string) => ({ domain: { S: domain } });

/** An entry as it stands; each write gives it another revision. */
export interface StoredRecord extends CachedRecord {
  revision: string;
}

export interface CacheReader {
  /**
   * One `GetItem`. `consistent` reads what was written a moment ago, at twice the price.
   *
   * @returns `null` for a domain that was never fetched
   */
  read(domain: string, options?: { consistent?: boolean }): Promise<StoredRecord | null>;
}

/** The part of the `DomainCache` table that a cached answer takes. */
export function createCacheReader(items: ItemClient, table: string): CacheReader {
  return {
    async read(domain, { consistent = false } = {}) {
      const { Item: item } = await items.getItem({
        TableName: table,
        Key: keyOf(domain),
        ConsistentRead: consistent,
      });
      return item ? entryOf(item as unknown as CacheItem) : null;
    },
  };
}

/** The record is decompressed when it is first read: of many entries, few may be. */
export function entryOf(item: CacheItem): StoredRecord {
  let recordJson: string | undefined;
  return {
    domain: item.domain.S,
    domainUnicode: item.domain_unicode.S,
    firstCachedAt: item.first_cached_at.S,
    updatedAt: item.updated_at.S,
    healAfter: item.heal_after ? Number(item.heal_after.N) : null,
    healing: item.healing ? (JSON.parse(item.healing.S) as StoredRecord['healing']) : {},
    revision: item.revision.S,
    get recordJson() {
      return (recordJson ??= brotliDecompressSync(item.record.B).toString());
    },
  };
}

import { brotliDecompressSync } from 'node:zlib';
import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import type { CachedRecord } from '../record/cached-record.ts';
import type { ItemClient } from './dynamodb/item-client.ts';

/** An entry as it stands, with what tells it from every other state of it. */
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
        Key: { domain: { S: domain } },
        ConsistentRead: consistent,
      });
      return item ? entryOf(item) : null;
    },
  };
}

function entryOf(item: Record<string, AttributeValue>): StoredRecord {
  return {
    domain: item.domain!.S!,
    domainUnicode: item.domain_unicode!.S!,
    firstCachedAt: item.first_cached_at!.S!,
    updatedAt: item.updated_at!.S!,
    healAfter: item.heal_after ? Number(item.heal_after.N) : null,
    revision: item.revision!.S!,
    recordJson: brotliDecompressSync(item.record!.B!).toString(),
  };
}

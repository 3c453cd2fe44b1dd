import { randomUUID } from 'node:crypto';
import { brotliDecompressSync } from 'node:zlib';
import type { CachedRecord } from '../../record/cached-record.ts';
import type { DynamoDB } from '../../platform/dynamodb/dynamodb.ts';
import { absent, type When } from '../../platform/dynamodb/expressions.ts';
import { deleteItem, getItem, putItem } from '../../platform/dynamodb/table.ts';
import { eachAtOnce, getItems } from '../../platform/dynamodb/many-items.ts';
import { compressRecord } from '../../platform/text/compress.ts';

/** Keys in one request. It is small because entries are large and the time of a call is limited. */
const KEYS = 50;
/** Maximum number of concurrent requests. */
const REQUESTS = 4;

/** The item of a domain. */
export interface CacheItem {
  domain: string;
  domain_unicode: string;
  first_cached_at: string;
  updated_at: string;
  /** Absent if only snapshots have fetched the domain. */
  all_fetched_at?: string;
  revision: string;
  retry_at?: number;
  /** JSON; absent if no retry is due. */
  retries?: string;
  /** Absent if no source is pending. */
  pending?: string[];
  /** JSON, compressed with Brotli. */
  record: Uint8Array;
}

/** A stored entry. Each write sets a new revision. */
export interface StoredRecord extends CachedRecord {
  revision: string;
}

interface ReadOptions {
  /** Whether the read is strongly consistent, which costs twice as much. */
  consistent?: boolean;
}

export type DomainCache = ReturnType<typeof createDomainCache>;

/**
 * Creates the access to the `DomainCache` table: partition key `domain`, no TTL. The record is stored as compressed text:
 * a read costs one unit for each 4 KB, and most compressed records are smaller than that. A cached answer loads this file.
 */
export function createDomainCache(db: DynamoDB, table: string) {
  const store = { db, table };
  const put = async (record: CachedRecord, when: When) => putItem(store, await itemOf(record), { when });

  return {
    /** Reads an entry with one `GetItem`. @returns `null` for a domain that was never fetched */
    async read(domain: string, { consistent = false }: ReadOptions = {}): Promise<StoredRecord | null> {
      const item = await getItem<CacheItem>(store, { domain }, { consistent });
      return item ? entryOf(item) : null;
    },

    /**
     * Reads many entries, for the same cost as single reads.
     *
     * @param domains ASCII names; duplicates are read once
     * @returns entries by domain, without domains that were never fetched
     */
    async readEntries(domains: Iterable<string>, options?: ReadOptions): Promise<Map<string, StoredRecord>> {
      const entries = new Map<string, StoredRecord>();
      const read = async (part: string[]) => {
        const keys = part.map((domain) => ({ domain }));
        for (const item of await getItems<CacheItem>(store, keys, options)) entries.set(item.domain, entryOf(item));
      };
      await eachAtOnce(partsOf([...new Set(domains)]), read, REQUESTS);
      return entries;
    },

    /** Creates the entry of a domain. @returns false if it has one already */
    create: (record: CachedRecord) => put(record, { revision: absent }),

    /** Overwrites an entry if its revision is that of `record`. @returns false if the entry was changed or deleted */
    amend: (record: StoredRecord) => put(record, { revision: record.revision }),

    async deleteDomain(domain: string): Promise<void> {
      await deleteItem(store, { domain });
    },
  };
}

/** Converts an item. The record is decompressed at its first use, since callers of many entries may use few. */
function entryOf(item: CacheItem): StoredRecord {
  let recordJson: string | undefined;
  return {
    domain: item.domain,
    domainUnicode: item.domain_unicode,
    firstCachedAt: item.first_cached_at,
    updatedAt: item.updated_at,
    allFetchedAt: item.all_fetched_at ?? null,
    retryAt: item.retry_at ?? null,
    retries: item.retries ? (JSON.parse(item.retries) as StoredRecord['retries']) : {},
    pending: item.pending ?? [],
    revision: item.revision,
    get recordJson() {
      return (recordJson ??= brotliDecompressSync(item.record).toString());
    },
  };
}

async function itemOf(entry: CachedRecord): Promise<CacheItem> {
  return {
    domain: entry.domain,
    domain_unicode: entry.domainUnicode,
    first_cached_at: entry.firstCachedAt,
    updated_at: entry.updatedAt,
    ...(entry.allFetchedAt !== null && { all_fetched_at: entry.allFetchedAt }),
    ...(entry.retryAt !== null && { retry_at: entry.retryAt, retries: JSON.stringify(entry.retries) }),
    ...(entry.pending.length > 0 && { pending: entry.pending }),
    revision: randomUUID(),
    record: await compressRecord(entry.recordJson),
  };
}

function partsOf(domains: string[]): string[][] {
  const starts = Array.from({ length: Math.ceil(domains.length / KEYS) }, (_, index) => index * KEYS);
  return starts.map((start) => domains.slice(start, start + KEYS));
}

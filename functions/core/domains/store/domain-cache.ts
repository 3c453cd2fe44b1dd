import { randomUUID } from 'node:crypto';
import { brotliCompress, brotliDecompressSync, constants } from 'node:zlib';
import { promisify } from 'node:util';
import type { CachedRecord } from '../../record/cached-record.ts';
import { type DynamoDB, ifConditionHolds } from '../../platform/dynamodb/dynamodb.ts';
import { eachAtOnce, getItems } from '../../platform/dynamodb/many-items.ts';

/** Keys in one request: entries are large, and a call has little time. */
const KEYS = 50;
/** Requests in progress at once. */
const REQUESTS = 4;

/** The item of a domain. */
export interface CacheItem {
  domain: string;
  domain_unicode: string;
  first_cached_at: string;
  updated_at: string;
  revision: string;
  retry_at?: number;
  /** JSON; absent where nothing is due. */
  retries?: string;
  /** Compressed by Brotli. */
  record: Uint8Array;
}

/** An entry as it is stored; each write gives it another revision. */
export interface StoredRecord extends CachedRecord {
  revision: string;
}

interface ReadOptions {
  /** Reads what was written a moment ago, at twice the price. */
  consistent?: boolean;
}

export interface DomainCache {
  /** One `GetItem`. @returns `null` for a domain that was never fetched */
  read(domain: string, options?: ReadOptions): Promise<StoredRecord | null>;
  /**
   * Reads many entries; it costs the same as reading each of them.
   *
   * @param domains names as records are stored under them, each as often as one likes
   * @returns entries by domain; a domain that was never fetched has none
   */
  readEntries(domains: Iterable<string>, options?: ReadOptions): Promise<Map<string, StoredRecord>>;
  /** Makes the entry of a domain that has none. @returns false where it has one */
  create(record: CachedRecord): Promise<boolean>;
  /** Overwrites the entry where it is still as it was read. @returns false where it is not */
  amend(record: StoredRecord): Promise<boolean>;
  deleteDomain(domain: string): Promise<void>;
}

/**
 * The `DomainCache` table: partition key `domain`, no TTL. The record is kept as compressed text: a read costs one
 * unit for each 4 KB, and most records compress to less than that. A cached answer loads this file.
 */
export function createDomainCache(db: DynamoDB, table: string): DomainCache {
  const put = async (record: CachedRecord, condition: string, values?: Record<string, unknown>) => {
    const input = {
      TableName: table,
      Item: await itemOf(record),
      ConditionExpression: condition,
      ...(values && { ExpressionAttributeValues: values }),
    };
    return (await ifConditionHolds(db.put(input))) !== null;
  };

  return {
    async read(domain, { consistent = false } = {}) {
      const { Item } = await db.get({ TableName: table, Key: { domain }, ConsistentRead: consistent });
      return Item ? entryOf(Item as CacheItem) : null;
    },

    async readEntries(domains, options) {
      const entries = new Map<string, StoredRecord>();
      const read = async (part: string[]) => {
        const keys = part.map((domain) => ({ domain }));
        for (const item of await getItems(db, table, keys, options)) {
          const entry = entryOf(item as unknown as CacheItem);
          entries.set(entry.domain, entry);
        }
      };
      await eachAtOnce(partsOf([...new Set(domains)]), read, REQUESTS);
      return entries;
    },

    create: (record) => put(record, 'attribute_not_exists(revision)'),

    amend: (record) => put(record, 'revision = :revision', { ':revision': record.revision }),

    async deleteDomain(domain) {
      await db.delete({ TableName: table, Key: { domain } });
    },
  };
}

/** The record is decompressed when it is first read: of many entries, few may be. */
function entryOf(item: CacheItem): StoredRecord {
  let recordJson: string | undefined;
  return {
    domain: item.domain,
    domainUnicode: item.domain_unicode,
    firstCachedAt: item.first_cached_at,
    updatedAt: item.updated_at,
    retryAt: item.retry_at ?? null,
    retries: item.retries ? (JSON.parse(item.retries) as StoredRecord['retries']) : {},
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
    ...(entry.retryAt !== null && { retry_at: entry.retryAt, retries: JSON.stringify(entry.retries) }),
    revision: randomUUID(),
    record: await compressRecord(entry.recordJson),
  };
}

function partsOf(domains: string[]): string[][] {
  const starts = Array.from({ length: Math.ceil(domains.length / KEYS) }, (_, index) => index * KEYS);
  return starts.map((start) => domains.slice(start, start + KEYS));
}

const compress = promisify(brotliCompress);

/** Of Brotli. */
const KEPT_QUALITY = 9;
/** A fifth of the work, for a few per cent more bytes. */
const PASSING_QUALITY = 5;

/** @returns a record's JSON text, compressed for its item */
export function compressRecord(json: string): Promise<Buffer> {
  return compressText(json, KEPT_QUALITY);
}

/** @returns the same of what is deleted soon, and is read by the same means */
export function compressPassing(json: string): Promise<Buffer> {
  return compressText(json, PASSING_QUALITY);
}

function compressText(json: string, quality: number): Promise<Buffer> {
  const text = Buffer.from(json);
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: quality,
    [constants.BROTLI_PARAM_SIZE_HINT]: text.length,
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
  };
  return compress(text, { params });
}

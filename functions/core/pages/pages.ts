import { createHash, randomUUID } from 'node:crypto';
import { brotliDecompressSync } from 'node:zlib';
import type { PageAddress } from '../platform/names/page-address.ts';
import type { CachedPage } from '../record/page-record.ts';
import { DAY_MS } from '../platform/time/day.ts';
import { compressRecord } from '../platform/text/compress.ts';
import { type DynamoDB, ifConditionHolds, inPartition } from '../platform/dynamodb/dynamodb.ts';
import { deletePartition } from '../platform/dynamodb/many-items.ts';
import { logWarning } from '../platform/log-warning.ts';

/** How long an entry is kept after it was last requested. */
const KEPT_MS = 90 * DAY_MS;
/** Time limit of storing the time of a request, for which the response waits. */
const NOTE_MS = 1_000;
/** After this time, the item of a fetch that did not end is deleted. */
const FETCH_SECONDS = 600;

/** The key's attributes. A sort key is limited to 1,024 bytes, so it is a hash of the address. */
interface PageKey {
  domain: string;
  page: string;
}

/** The item of a page. */
export interface PageItem extends PageKey {
  url: string;
  /** Seconds since the epoch; an expired item is not read, even if DynamoDB has not deleted it yet. */
  expires_at: number;
  /** Token of the fetch in progress; of several fetches of one page, the last one to begin stores its result. */
  fetch?: string;
  /** The following attributes are absent until the page was fetched once. */
  first_cached_at?: string;
  updated_at?: string;
  revision?: string;
  retry_at?: number;
  page_version?: number;
  /** Compressed by Brotli. */
  record?: Uint8Array;
}

/** A stored entry; each write gives it a new revision. */
export interface StoredPage extends CachedPage {
  revision: string;
  /** Milliseconds since the epoch. */
  expiresAt: number;
}

/** A fetch in progress. */
export interface PageFetch {
  /** For {@link Pages.store}. */
  token: string;
  /** The entry that was stored when it began. */
  previous: StoredPage | null;
}

export type Pages = ReturnType<typeof createPages>;

/**
 * Creates the store in the `Pages` table: partition key `domain`, sort key `page`, TTL. A fetch stores its token in the
 * item before it sends a request, and stores its result only if the token is still there, so not after a deletion.
 * Cached answers load this file.
 */
export function createPages(db: DynamoDB, table: string, now: () => number) {
  return {
    /**
     * Reads an entry with one `GetItem`. `consistent` includes writes of a moment ago, at twice the price.
     *
     * @returns `null` for a page that was never fetched, or was not requested in 90 days
     */
    async read(
      address: PageAddress,
      { consistent = false }: { consistent?: boolean } = {},
    ): Promise<StoredPage | null> {
      const { Item } = await db.get({ TableName: table, Key: pageKey(address), ConsistentRead: consistent });
      return Item ? entryOf(Item as PageItem, now()) : null;
    },

    /** Keeps an entry for 90 days from now; writes at most once a day. A failure is only logged. */
    async recordRequest(entry: StoredPage): Promise<void> {
      if (entry.expiresAt - now() > KEPT_MS - DAY_MS) return;
      const update = db.update(
        {
          TableName: table,
          Key: pageKey(entry),
          UpdateExpression: 'SET expires_at = :expiry',
          // It may have been deleted meanwhile.
          ConditionExpression: 'attribute_exists(#record)',
          ExpressionAttributeNames: { '#record': 'record' },
          ExpressionAttributeValues: { ':expiry': pageExpiry(now()) },
        },
        { repeatable: true, withinMs: NOTE_MS },
      );
      await ifConditionHolds(update).catch(logWarning('request of a page not recorded'));
    },

    /** Stores that a fetch of a page begins. */
    async begin(address: PageAddress): Promise<PageFetch> {
      const token = randomUUID();
      const { Attributes } = await db.update({
        TableName: table,
        Key: pageKey(address),
        // An expired entry stays expired until the result of this fetch replaces it.
        UpdateExpression: 'SET #fetch = :fetch, #url = :url, expires_at = if_not_exists(expires_at, :expiry)',
        ExpressionAttributeNames: { '#fetch': 'fetch', '#url': 'url' },
        ExpressionAttributeValues: {
          ':fetch': token,
          ':url': address.url,
          ':expiry': Math.ceil(now() / 1000) + FETCH_SECONDS,
        },
        ReturnValues: 'ALL_OLD',
      });
      return { token, previous: Attributes ? entryOf(Attributes as PageItem, now()) : null };
    },

    /**
     * @param token of the fetch
     * @returns false if the entry was deleted since the fetch began, or another fetch has begun
     */
    async store(entry: CachedPage, token: string): Promise<boolean> {
      const retries = entry.retryAt === null ? ' REMOVE #fetch, retry_at' : ', retry_at = :retry REMOVE #fetch';
      const update = db.update({
        TableName: table,
        Key: pageKey(entry),
        UpdateExpression: `SET first_cached_at = :first, updated_at = :updated, revision = :revision,
          page_version = :version, #record = :record, expires_at = :expiry${retries}`,
        ConditionExpression: '#fetch = :fetch',
        ExpressionAttributeNames: { '#fetch': 'fetch', '#record': 'record' },
        ExpressionAttributeValues: {
          ':fetch': token,
          ':first': entry.firstCachedAt,
          ':updated': entry.updatedAt,
          ':revision': randomUUID(),
          ':version': entry.version,
          ':record': await compressRecord(entry.recordJson),
          ':expiry': pageExpiry(now()),
          ...(entry.retryAt !== null && { ':retry': entry.retryAt }),
        },
      });
      return (await ifConditionHolds(update)) !== null;
    },

    /** Defers the retry of an entry; `retryAt` in milliseconds since the epoch. */
    async deferRetry(entry: StoredPage, retryAt: number): Promise<void> {
      const update = db.update({
        TableName: table,
        Key: pageKey(entry),
        UpdateExpression: 'SET retry_at = :retry',
        // It may have been deleted, or read, meanwhile.
        ConditionExpression: 'revision = :revision',
        ExpressionAttributeValues: { ':retry': retryAt, ':revision': entry.revision },
      });
      await ifConditionHolds(update);
    },

    /**
     * Returns some pages of a domain, as many as DynamoDB reads at once (1 MB), in no particular order.
     *
     * @param after `next` of the previous pages; `null` for the first ones
     */
    async list(domain: string, after: string | null): Promise<{ pages: StoredPage[]; next: string | null }> {
      const { Items = [], LastEvaluatedKey: last } = await db.query({
        TableName: table,
        ...inPartition({ domain }),
        ...(after !== null && { ExclusiveStartKey: { domain, page: after } satisfies PageKey }),
      });
      const pages = Items.flatMap((item) => entryOf(item as PageItem, now()) ?? []);
      return { pages, next: (last as PageKey | undefined)?.page ?? null };
    },

    /** Deletes all pages of a domain. The results of fetches in progress will not be stored. */
    deleteDomain: (domain: string) =>
      deletePartition(db, { table, partitionKey: 'domain', sortKey: 'page', value: domain }),
  };
}

export function pageKey({ url, domain }: PageAddress): PageKey {
  return { domain, page: createHash('sha256').update(url).digest('base64url') };
}

/** @returns when a page expires that is requested now, in seconds since the epoch */
const pageExpiry = (now: number) => Math.ceil((now + KEPT_MS) / 1000);

/** @returns `null` if the page was never fetched, or the entry has expired */
function entryOf(item: PageItem, now: number): StoredPage | null {
  const expiresAt = item.expires_at * 1000;
  if (!item.record || expiresAt <= now) return null;
  return {
    url: item.url,
    domain: item.domain,
    firstCachedAt: item.first_cached_at!,
    updatedAt: item.updated_at!,
    retryAt: item.retry_at ?? null,
    version: item.page_version!,
    revision: item.revision!,
    expiresAt,
    recordJson: brotliDecompressSync(item.record).toString(),
  };
}

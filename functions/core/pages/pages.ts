import { createHash, randomUUID } from 'node:crypto';
import { brotliDecompressSync } from 'node:zlib';
import type { PageAddress } from '../platform/names/page-address.ts';
import type { CachedPage } from '../record/page-record.ts';
import { DAY_MS } from '../platform/time/day.ts';
import { compressRecord } from '../domains/store/domain-cache.ts';
import { type DynamoDB, ifConditionHolds } from '../platform/dynamodb/dynamodb.ts';
import { deletePartition } from '../platform/dynamodb/many-items.ts';

/** An entry is kept for so long after it was last requested. */
const KEPT_MS = 90 * DAY_MS;
/** The response waits for the note that it was requested; where the table is in trouble, not for longer than this. */
const NOTE_MS = 1_000;
/** What a fetch leaves behind that did not end: it is gone after this time. */
const FETCH_SECONDS = 600;

/** Names of the key's attributes. A sort key has 1,024 bytes at most, so that it is a hash of the address. */
interface PageKey {
  domain: string;
  page: string;
}

/** The item of a page. */
export interface PageItem extends PageKey {
  url: string;
  /** Seconds since the epoch; what has expired is not read, even where DynamoDB has not deleted it yet. */
  expires_at: number;
  /** Set while it is fetched; of the fetches of one page, the last that has begun stores its result. */
  fetch?: string;
  /** The rest is absent until the page was fetched once. */
  first_cached_at?: string;
  updated_at?: string;
  revision?: string;
  ask_again_after?: number;
  page_version?: number;
  /** Compressed by Brotli. */
  record?: Uint8Array;
}

/** An entry as it is stored; each write gives it another revision. */
export interface StoredPage extends CachedPage {
  revision: string;
  /** Milliseconds since the epoch. */
  expiresAt: number;
}

/** A fetch that has begun. */
export interface PageFetch {
  /** For {@link Pages.store}. */
  token: string;
  /** The entry as it was stored then. */
  previous: StoredPage | null;
}

export interface Pages {
  /**
   * One `GetItem`. `consistent` reads what was written a moment ago, at twice the price.
   *
   * @returns `null` for a page that was never fetched, or was not requested in 90 days
   */
  read(address: PageAddress, options?: { consistent?: boolean }): Promise<StoredPage | null>;
  /** Keeps an entry for 90 days from now; written once a day at most. A failure is logged: the next query notes it. */
  noteAsked(entry: StoredPage): Promise<void>;
  /** Notes that a page is about to be fetched. */
  begin(address: PageAddress): Promise<PageFetch>;
  /**
   * @param token of the fetch
   * @returns false where it was deleted since the fetch has begun, or is fetched by another
   */
  store(entry: CachedPage, token: string): Promise<boolean>;
  /** Has an entry refetched later than it states; `healAfter` in milliseconds since the epoch. */
  putOff(entry: StoredPage, healAfter: number): Promise<void>;
  /**
   * Some pages of a domain, as many as DynamoDB reads at once (1 MB), in no order that means anything.
   *
   * @param after `next` of the pages before; `null` for the first ones
   */
  list(domain: string, after: string | null): Promise<{ pages: StoredPage[]; next: string | null }>;
  /** Deletes all pages of a domain. What is being fetched will not be stored. */
  deleteDomain(domain: string): Promise<void>;
}

/**
 * The `Pages` table: partition key `domain`, sort key `page`, TTL. A fetch leaves its token in the item before it sends a
 * request, and stores its result where the token is still there: after a deletion it is not. A cached answer loads this
 * file.
 */
export function createPages(db: DynamoDB, table: string, now: () => number): Pages {
  return {
    async read(address, { consistent = false } = {}) {
      const { Item } = await db.get({ TableName: table, Key: pageKey(address), ConsistentRead: consistent });
      return Item ? entryOf(Item as PageItem, now()) : null;
    },

    async noteAsked(entry) {
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
      await ifConditionHolds(update).catch(warn);
    },

    async begin(address) {
      const token = randomUUID();
      const { Attributes } = await db.update({
        TableName: table,
        Key: pageKey(address),
        // An entry that has expired stays so, until the result of this fetch is stored over it.
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

    async store(entry, token) {
      const healing =
        entry.healAfter === null ? ' REMOVE #fetch, ask_again_after' : ', ask_again_after = :heal REMOVE #fetch';
      const update = db.update({
        TableName: table,
        Key: pageKey(entry),
        UpdateExpression: `SET first_cached_at = :first, updated_at = :updated, revision = :revision,
          page_version = :version, #record = :record, expires_at = :expiry${healing}`,
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
          ...(entry.healAfter !== null && { ':heal': entry.healAfter }),
        },
      });
      return (await ifConditionHolds(update)) !== null;
    },

    async putOff(entry, healAfter) {
      const update = db.update({
        TableName: table,
        Key: pageKey(entry),
        UpdateExpression: 'SET ask_again_after = :heal',
        // It may have been deleted, or read, meanwhile.
        ConditionExpression: 'revision = :revision',
        ExpressionAttributeValues: { ':heal': healAfter, ':revision': entry.revision },
      });
      await ifConditionHolds(update);
    },

    async list(domain, after) {
      const { Items = [], LastEvaluatedKey: last } = await db.query({
        TableName: table,
        KeyConditionExpression: '#domain = :domain',
        ExpressionAttributeNames: { '#domain': 'domain' },
        ExpressionAttributeValues: { ':domain': domain },
        ...(after !== null && { ExclusiveStartKey: { domain, page: after } satisfies PageKey }),
      });
      const pages = Items.flatMap((item) => entryOf(item as PageItem, now()) ?? []);
      return { pages, next: (last as PageKey | undefined)?.page ?? null };
    },

    deleteDomain: (domain) => deletePartition(db, { table, partitionKey: 'domain', sortKey: 'page', value: domain }),
  };
}

function warn(error: unknown) {
  console.warn(JSON.stringify({ level: 'WARN', message: 'page not noted as asked', error: (error as Error).name }));
}

export function pageKey({ url, domain }: PageAddress): PageKey {
  return { domain, page: createHash('sha256').update(url).digest('base64url') };
}

/** @returns seconds since the epoch at which a page expires that is requested now */
const pageExpiry = (now: number) => Math.ceil((now + KEPT_MS) / 1000);

/** @returns `null` where the page was never fetched, or the entry has expired */
function entryOf(item: PageItem, now: number): StoredPage | null {
  const expiresAt = item.expires_at * 1000;
  if (!item.record || expiresAt <= now) return null;
  return {
    url: item.url,
    domain: item.domain,
    firstCachedAt: item.first_cached_at!,
    updatedAt: item.updated_at!,
    healAfter: item.ask_again_after ?? null,
    version: item.page_version!,
    revision: item.revision!,
    expiresAt,
    recordJson: brotliDecompressSync(item.record).toString(),
  };
}

import { createHash } from 'node:crypto';
import { brotliDecompressSync } from 'node:zlib';
import type { PageAddress } from '../../domain/page-address.ts';
import type { CachedPage } from '../../record/page-record.ts';
import { DAY_MS } from '../../time/day.ts';
import { ifConditionHolds } from '../dynamodb/conditional.ts';
import type { ItemClient } from '../dynamodb/item-client.ts';

/** An entry is kept for so long after it was last asked for. */
const KEPT_MS = 90 * DAY_MS;
/** The response waits for the note that it was asked for; where the table is in trouble, not for longer than this. */
const NOTE_MS = 1_000;

/** Names of the key's attributes. A sort key has 1,024 bytes at most, so that it is a hash of the address. */
export interface PageKey {
  domain: { S: string };
  page: { S: string };
}

/** The item of a page in the `Pages` table. Types alone: a cached answer loads this file. */
export type PageItem = PageKey & {
  url: { S: string };
  /** Seconds since the epoch; what has expired is not read, even where DynamoDB has not deleted it yet. */
  expires_at: { N: string };
  /** Set while it is fetched; of the fetches of one page, the last that has begun stores its result. */
  fetch?: { S: string };
  /** The rest is absent until the page was fetched once. */
  first_cached_at?: { S: string };
  updated_at?: { S: string };
  revision?: { S: string };
  ask_again_after?: { N: string };
  page_version?: { N: string };
  /** Compressed by Brotli. */
  record?: { B: Uint8Array };
};

/** An entry as it stands; each write gives it another revision. */
export interface StoredPage extends CachedPage {
  revision: string;
  /** Milliseconds since the epoch. */
  expiresAt: number;
}

export interface PageReader {
  /**
   * One `GetItem`. `consistent` reads what was written a moment ago, at twice the price.
   *
   * @returns `null` for a page that was never fetched, or was not asked for in 90 days
   */
  read(address: PageAddress, options?: { consistent?: boolean }): Promise<StoredPage | null>;
  /** Keeps an entry for 90 days from now; written once a day at most. */
  noteAsked(entry: StoredPage): Promise<void>;
}

export function pageKey({ url, domain }: PageAddress): PageKey {
  return { domain: { S: domain }, page: { S: createHash('sha256').update(url).digest('base64url') } };
}

/** @returns seconds since the epoch at which a page expires that is asked for now */
export const pageExpiry = (now: number) => Math.ceil((now + KEPT_MS) / 1000);

/** The part of the `Pages` table that a cached answer takes. */
export function createPageReader(items: ItemClient, table: string, now: () => number): PageReader {
  return {
    async read(address, { consistent = false } = {}) {
      const { Item } = await items.getItem({
        TableName: table,
        Key: { ...pageKey(address) },
        ConsistentRead: consistent,
      });
      return Item ? entryOf(Item as unknown as PageItem, now()) : null;
    },

    async noteAsked(entry) {
      if (entry.expiresAt - now() > KEPT_MS - DAY_MS) return;
      const update = items.updateItem(
        {
          TableName: table,
          Key: { ...pageKey(entry) },
          UpdateExpression: 'SET expires_at = :expiry',
          // It may have been forgotten meanwhile.
          ConditionExpression: 'attribute_exists(#record)',
          ExpressionAttributeNames: { '#record': 'record' },
          ExpressionAttributeValues: { ':expiry': { N: String(pageExpiry(now())) } },
        },
        { withinMs: NOTE_MS },
      );
      await ifConditionHolds(update);
    },
  };
}

/** @returns `null` where it was never fetched, or has expired */
export function entryOf(item: PageItem, now: number): StoredPage | null {
  const { url, domain, first_cached_at, updated_at, revision, ask_again_after, page_version, record } = item;
  const expiresAt = Number(item.expires_at.N) * 1000;
  if (!record || expiresAt <= now) return null;
  return {
    url: url.S,
    domain: domain.S,
    firstCachedAt: first_cached_at!.S,
    updatedAt: updated_at!.S,
    healAfter: ask_again_after ? Number(ask_again_after.N) : null,
    version: Number(page_version!.N),
    revision: revision!.S,
    expiresAt,
    recordJson: brotliDecompressSync(record.B).toString(),
  };
}

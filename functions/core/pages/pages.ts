import { createHash, randomUUID } from 'node:crypto';
import { brotliDecompressSync } from 'node:zlib';
import type { PageAddress } from '../platform/names/page-address.ts';
import type { CachedPage } from '../record/page-record.ts';
import { DAY_MS } from '../platform/time/day.ts';
import { compressRecord } from '../platform/text/compress.ts';
import type { DynamoDB } from '../platform/dynamodb/dynamodb.ts';
import { ifAbsent, present } from '../platform/dynamodb/expressions.ts';
import { bindStore } from '../platform/bind-store.ts';
import { getItem, queryPage, type Store, updateAndReturn, updateItem } from '../platform/dynamodb/table.ts';
import { deleteFound } from '../platform/dynamodb/many-items.ts';
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

/**
 * Reads an entry with one `GetItem`. `consistent` includes writes of a moment ago, at twice the price.
 *
 * @returns `null` for a page that was never fetched, or was not requested in 90 days
 */
async function read(
  store: Store,
  address: PageAddress,
  options?: { consistent?: boolean },
): Promise<StoredPage | null> {
  const item = await getItem<PageItem>(store, pageKey(address), options);
  return item ? entryOf(item, store.now()) : null;
}

/** Keeps an entry for 90 days from now; writes at most once a day. A failure is only logged. */
async function recordRequest(store: Store, entry: StoredPage): Promise<void> {
  const now = store.now();
  if (entry.expiresAt - now > KEPT_MS - DAY_MS) return;
  // It may have been deleted meanwhile.
  const update = { set: { expires_at: pageExpiry(now) }, when: { record: present } };
  await updateItem(store, pageKey(entry), { ...update, repeatable: true, withinMs: NOTE_MS }).catch(
    logWarning('request of a page not recorded'),
  );
}

/** Stores that a fetch of a page begins. */
async function begin(store: Store, address: PageAddress): Promise<PageFetch> {
  const token = randomUUID();
  // An expired entry stays expired until the result of this fetch replaces it.
  const expires_at = ifAbsent(Math.ceil(store.now() / 1000) + FETCH_SECONDS);
  const set = { fetch: token, url: address.url, expires_at };
  const before = await updateAndReturn<PageItem>(store, pageKey(address), { set }, 'ALL_OLD');
  return { token, previous: before && entryOf(before, store.now()) };
}

/**
 * @param token of the fetch
 * @returns false if the entry was deleted since the fetch began, or another fetch has begun
 */
async function storeResult(store: Store, entry: CachedPage, token: string): Promise<boolean> {
  const set = {
    first_cached_at: entry.firstCachedAt,
    updated_at: entry.updatedAt,
    revision: randomUUID(),
    page_version: entry.version,
    record: await compressRecord(entry.recordJson),
    expires_at: pageExpiry(store.now()),
    retry_at: entry.retryAt ?? undefined,
    fetch: undefined,
  } satisfies { [Name in keyof PageItem]?: PageItem[Name] | undefined };
  return updateItem(store, pageKey(entry), { set, when: { fetch: token } });
}

/** Defers the retry of an entry; `retryAt` in milliseconds since the epoch. */
async function deferRetry(store: Store, entry: StoredPage, retryAt: number): Promise<void> {
  // It may have been deleted, or read, meanwhile.
  await updateItem(store, pageKey(entry), { set: { retry_at: retryAt }, when: { revision: entry.revision } });
}

/**
 * Returns some pages of a domain, as many as DynamoDB reads at once (1 MB), in no particular order.
 *
 * @param after `next` of the previous pages; `null` for the first ones
 */
async function list(store: Store, domain: string, after: string | null) {
  const start = after === null ? null : ({ domain, page: after } satisfies PageKey);
  const { items, next } = await queryPage<PageItem>(store, { domain }, { after: start });
  const pages = items.flatMap((item) => entryOf(item, store.now()) ?? []);
  return { pages, next: (next as PageKey | undefined)?.page ?? null };
}

/** Deletes all pages of a domain. The results of fetches in progress will not be stored. */
const deleteDomain = (store: Store, domain: string) => deleteFound(store, ['domain', 'page'], { domain });

export type Pages = ReturnType<typeof createPages>;

/**
 * Creates the store in the `Pages` table: partition key `domain`, sort key `page`, TTL. A fetch stores its token in the
 * item before it sends a request, and stores its result only if the token is still there, so not after a deletion.
 * Cached answers load this file.
 */
export function createPages(db: DynamoDB, table: string, now: () => number) {
  const functions = { read, recordRequest, begin, store: storeResult, deferRetry, list, deleteDomain };
  return bindStore({ db, table, now }, functions);
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

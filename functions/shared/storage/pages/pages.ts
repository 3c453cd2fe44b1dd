import { randomUUID } from 'node:crypto';
import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import type { PageAddress } from '../../domain/page-address.ts';
import type { CachedPage } from '../../record/page-record.ts';
import { compressRecord } from '../compress-record.ts';
import { sdkItemClient } from '../dynamodb/client.ts';
import { ifConditionHolds } from '../dynamodb/conditional.ts';
import { deletePartition } from '../dynamodb/delete-partition.ts';
import { createDocumentClient } from '../dynamodb/document-client.ts';
import {
  createPageReader,
  entryOf,
  pageExpiry,
  type PageItem,
  pageKey,
  type PageReader,
  type StoredPage,
} from './page-reader.ts';

/** What a fetch leaves behind that did not end: it is gone after this time. */
const FETCH_SECONDS = 600;

/** A fetch that has begun. */
export interface PageFetch {
  /** For {@link Pages.store}. */
  token: string;
  /** The entry as it stood then. */
  previous: StoredPage | null;
}

export interface Pages extends PageReader {
  /** Notes that a page is about to be fetched. */
  begin(address: PageAddress): Promise<PageFetch>;
  /**
   * @param token of the fetch
   * @returns false where it was forgotten since the fetch has begun, or is fetched by another
   */
  store(entry: CachedPage, token: string): Promise<boolean>;
  /** Has an entry asked for again later than it says; `healAfter` in milliseconds since the epoch. */
  putOff(entry: StoredPage, healAfter: number): Promise<void>;
  /**
   * Some pages of a domain, as many as DynamoDB reads at once (1 MB), in no order that means anything.
   *
   * @param after `next` of the pages before; `null` for the first ones
   */
  list(domain: string, after: string | null): Promise<{ pages: StoredPage[]; next: string | null }>;
  /** Deletes all pages of a domain. What is being fetched will not be stored. */
  forget(domain: string): Promise<void>;
}

/**
 * The `Pages` table: partition key `domain`, sort key `page`, TTL. A fetch leaves its token in the item before it sends a
 * request, and stores its result where the token still stands: after a deletion it does not.
 */
export function createPages(client: DynamoDBClient, table: string, now: () => number): Pages {
  const items = sdkItemClient(client);
  const documents = createDocumentClient(client);
  return {
    ...createPageReader(items, table, now),

    async begin(address) {
      const token = randomUUID();
      const { Attributes } = await items.updateItem({
        TableName: table,
        Key: { ...pageKey(address) },
        // An entry that has expired stays so, until the result of this fetch is stored over it.
        UpdateExpression: 'SET #fetch = :fetch, #url = :url, expires_at = if_not_exists(expires_at, :expiry)',
        ExpressionAttributeNames: { '#fetch': 'fetch', '#url': 'url' },
        ExpressionAttributeValues: {
          ':fetch': { S: token },
          ':url': { S: address.url },
          ':expiry': { N: String(Math.ceil(now() / 1000) + FETCH_SECONDS) },
        },
        ReturnValues: 'ALL_OLD',
      });
      return { token, previous: Attributes ? entryOf(Attributes as unknown as PageItem, now()) : null };
    },

    async store(entry, token) {
      const healing =
        entry.healAfter === null ? ' REMOVE #fetch, ask_again_after' : ', ask_again_after = :heal REMOVE #fetch';
      const update = items.updateItem({
        TableName: table,
        Key: { ...pageKey(entry) },
        UpdateExpression: `SET first_cached_at = :first, updated_at = :updated, revision = :revision,
          page_version = :version, #record = :record, expires_at = :expiry${healing}`,
        ConditionExpression: '#fetch = :fetch',
        ExpressionAttributeNames: { '#fetch': 'fetch', '#record': 'record' },
        ExpressionAttributeValues: {
          ':fetch': { S: token },
          ':first': { S: entry.firstCachedAt },
          ':updated': { S: entry.updatedAt },
          ':revision': { S: randomUUID() },
          ':version': { N: String(entry.version) },
          ':record': { B: await compressRecord(entry.recordJson) },
          ':expiry': { N: String(pageExpiry(now())) },
          ...(entry.healAfter !== null && { ':heal': { N: String(entry.healAfter) } }),
        },
      });
      return (await ifConditionHolds(update)) !== null;
    },

    async putOff(entry, healAfter) {
      const update = items.updateItem({
        TableName: table,
        Key: { ...pageKey(entry) },
        UpdateExpression: 'SET ask_again_after = :heal',
        // It may have been forgotten, or read, meanwhile.
        ConditionExpression: 'revision = :revision',
        ExpressionAttributeValues: { ':heal': { N: String(healAfter) }, ':revision': { S: entry.revision } },
      });
      await ifConditionHolds(update);
    },

    async list(domain, after) {
      const { Items = [], LastEvaluatedKey: last } = await items.query({
        TableName: table,
        KeyConditionExpression: '#domain = :domain',
        ExpressionAttributeNames: { '#domain': 'domain' },
        ExpressionAttributeValues: { ':domain': { S: domain } },
        ...(after !== null && { ExclusiveStartKey: { domain: { S: domain }, page: { S: after } } }),
      });
      const pages = Items.flatMap((item) => entryOf(item as unknown as PageItem, now()) ?? []);
      return { pages, next: last?.page?.S ?? null };
    },

    forget: (domain) => deletePartition(documents, { table, partitionKey: 'domain', sortKey: 'page', value: domain }),
  };
}

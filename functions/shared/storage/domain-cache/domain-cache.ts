import { randomUUID } from 'node:crypto';
import { DeleteItemCommand, PutItemCommand } from '@aws-sdk/client-dynamodb';
import type { AttributeValue, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { type CacheItem, type CacheReader, createCacheReader, keyOf, type StoredRecord } from './cache-reader.ts';
import type { CachedRecord } from '../../record/cached-record.ts';
import { compressRecord } from '../compress-record.ts';
import { ifConditionHolds } from '../dynamodb/conditional.ts';
import { sdkItemClient } from '../dynamodb/client.ts';

export interface DomainCache extends CacheReader {
  /** Makes the entry of a domain that has none. @returns false where it has one */
  create(record: CachedRecord): Promise<boolean>;
  /** Overwrites the entry where it is still as it was read. @returns false where it is not */
  amend(record: StoredRecord): Promise<boolean>;
  forget(domain: string): Promise<void>;
}

/**
 * The `DomainCache` table: partition key `domain`, no TTL. The record is kept as compressed text: a read costs one
 * unit for each 4 KB, and most records compress to less than that.
 */
export function createDomainCache(client: DynamoDBClient, table: string): DomainCache {
  const put = async (record: CachedRecord, condition: string, values?: Record<string, AttributeValue>) => {
    const command = new PutItemCommand({
      TableName: table,
      Item: await itemOf(record),
      ConditionExpression: condition,
      ...(values && { ExpressionAttributeValues: values }),
    });
    return (await ifConditionHolds(client.send(command))) !== null;
  };

  return {
    ...createCacheReader(sdkItemClient(client), table),
    create: (record) => put(record, 'attribute_not_exists(revision)'),
    amend: (record) => put(record, 'revision = :revision', { ':revision': { S: record.revision } }),
    async forget(domain) {
      await client.send(new DeleteItemCommand({ TableName: table, Key: keyOf(domain) }));
    },
  };
}

async function itemOf(entry: CachedRecord): Promise<CacheItem> {
  return {
    ...keyOf(entry.domain),
    domain_unicode: { S: entry.domainUnicode },
    first_cached_at: { S: entry.firstCachedAt },
    updated_at: { S: entry.updatedAt },
    ...(entry.healAfter !== null && { heal_after: { N: String(entry.healAfter) } }),
    ...(entry.healAfter !== null && { healing: { S: JSON.stringify(entry.healing) } }),
    revision: { S: randomUUID() },
    record: { B: await compressRecord(entry.recordJson) },
  };
}

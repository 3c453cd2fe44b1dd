import { randomUUID } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, brotliDecompressSync, constants } from 'node:zlib';
import { GetItemCommand, PutItemCommand } from '@aws-sdk/client-dynamodb';
import type { AttributeValue, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { ifConditionHolds } from './conditional.ts';

const compress = promisify(brotliCompress);

/** Version of the record's shape that this code writes. */
export const RECORD_VERSION = 1;

/** The permanent cache's entry of one domain. */
export interface CachedRecord {
  domain: string;
  domainUnicode: string;
  /** ISO 8601 times. */
  firstCachedAt: string;
  updatedAt: string;
  /** When a hit is to have failed sources asked again: milliseconds since the epoch, `null` for never. */
  healAfter: number | null;
  /** The `DomainRecord` as JSON text, ready to be sent. */
  recordJson: string;
}

/** An entry as it stands, with what tells it from every other state of it. */
export interface StoredRecord extends CachedRecord {
  revision: string;
}

export interface DomainCache {
  /**
   * One `GetItem`. `consistent` reads what was written a moment ago, at twice the price.
   *
   * @returns `null` for a domain that was never fetched
   */
  read(domain: string, options?: { consistent?: boolean }): Promise<StoredRecord | null>;
  /** Makes the entry of a domain that has none. @returns false where it has one */
  create(record: CachedRecord): Promise<boolean>;
  /** Overwrites the entry where it is still as it was read. @returns false where it is not */
  amend(record: StoredRecord): Promise<boolean>;
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
    async read(domain, { consistent = false } = {}) {
      const { Item: item } = await client.send(
        new GetItemCommand({ TableName: table, Key: { domain: { S: domain } }, ConsistentRead: consistent }),
      );
      return item ? entryOf(item) : null;
    },

    create: (record) => put(record, 'attribute_not_exists(revision)'),
    amend: (record) => put(record, 'revision = :revision', { ':revision': { S: record.revision } }),
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

async function itemOf(entry: CachedRecord): Promise<Record<string, AttributeValue>> {
  const text = Buffer.from(entry.recordJson);
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: 9,
    [constants.BROTLI_PARAM_SIZE_HINT]: text.length,
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
  };
  return {
    domain: { S: entry.domain },
    domain_unicode: { S: entry.domainUnicode },
    first_cached_at: { S: entry.firstCachedAt },
    updated_at: { S: entry.updatedAt },
    ...(entry.healAfter !== null && { heal_after: { N: String(entry.healAfter) } }),
    revision: { S: randomUUID() },
    record_version: { N: String(RECORD_VERSION) },
    record: { B: await compress(text, { params }) },
  };
}

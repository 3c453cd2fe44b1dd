import { promisify } from 'node:util';
import { brotliCompress, brotliDecompressSync, constants } from 'node:zlib';
import { GetItemCommand, PutItemCommand, ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';

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
  /** The `DomainRecord` as JSON text, ready to be sent. */
  recordJson: string;
}

export interface DomainCache {
  /**
   * One `GetItem`. `consistent` reads what was written a moment ago, at twice the price.
   *
   * @returns `null` for a domain that was never fetched
   */
  read(domain: string, options?: { consistent?: boolean }): Promise<CachedRecord | null>;
  /** Overwrites the entry, unless one stands there that was fetched later. */
  write(record: CachedRecord): Promise<void>;
}

/**
 * The `DomainCache` table: partition key `domain`, no TTL. The record is kept as compressed text: a read costs one
 * unit for each 4 KB, and most records compress to less than that.
 */
export function createDomainCache(client: DynamoDBClient, table: string): DomainCache {
  return {
    async read(domain, { consistent = false } = {}) {
      const { Item: item } = await client.send(
        new GetItemCommand({ TableName: table, Key: { domain: { S: domain } }, ConsistentRead: consistent }),
      );
      if (!item) return null;
      return {
        domain,
        domainUnicode: item.domain_unicode!.S!,
        firstCachedAt: item.first_cached_at!.S!,
        updatedAt: item.updated_at!.S!,
        recordJson: brotliDecompressSync(item.record!.B!).toString(),
      };
    },

    async write(record) {
      const text = Buffer.from(record.recordJson);
      const params = {
        [constants.BROTLI_PARAM_QUALITY]: 9,
        [constants.BROTLI_PARAM_SIZE_HINT]: text.length,
        [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      };
      const command = new PutItemCommand({
        TableName: table,
        Item: {
          domain: { S: record.domain },
          domain_unicode: { S: record.domainUnicode },
          first_cached_at: { S: record.firstCachedAt },
          updated_at: { S: record.updatedAt },
          record_version: { N: String(RECORD_VERSION) },
          record: { B: await compress(text, { params }) },
        },
        ConditionExpression: 'attribute_not_exists(updated_at) OR updated_at <= :updated_at',
        ExpressionAttributeValues: { ':updated_at': { S: record.updatedAt } },
      });
      await client.send(command).catch((error: unknown) => {
        if (!(error instanceof ConditionalCheckFailedException)) throw error;
      });
    },
  };
}

import { DeleteCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { ifConditionHolds } from '../dynamodb/conditional.ts';
import { sdkDocumentReader } from '../dynamodb/document-client.ts';
import {
  createDomainKeywordReader,
  type DomainKeywordReader,
  type DomainKeywords,
  keyOf,
} from './domain-keyword-reader.ts';

export interface DomainKeywordLists extends DomainKeywordReader {
  /** Overwrites what an earlier crawl found; with `onlyFirst`, leaves it. */
  write(domain: string, found: DomainKeywords, options?: { onlyFirst?: boolean }): Promise<void>;
  forget(domain: string): Promise<void>;
}

/** The keywords of each domain, in one item of the `Keywords` table. */
export function createDomainKeywords(client: DynamoDBDocumentClient, table: string): DomainKeywordLists {
  return {
    ...createDomainKeywordReader(sdkDocumentReader(client), table),

    async write(domain, { at, http_status, keywords }, { onlyFirst = false } = {}) {
      const Item = { ...keyOf(domain), at, http_status, keywords: JSON.stringify(keywords) };
      const isFirst = { ConditionExpression: 'attribute_not_exists(#at)', ExpressionAttributeNames: { '#at': 'at' } };
      await ifConditionHolds(client.send(new PutCommand({ TableName: table, Item, ...(onlyFirst && isFirst) })));
    },

    async forget(domain) {
      await client.send(new DeleteCommand({ TableName: table, Key: keyOf(domain) }));
    },
  };
}

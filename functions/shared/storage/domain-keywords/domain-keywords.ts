import {
  createDomainKeywordReader,
  type DomainKeywordReader,
  type DomainKeywords,
  keyOf,
} from './domain-keyword-reader.ts';
import { type DynamoDB, ifConditionHolds } from '../dynamodb/dynamodb.ts';

export interface DomainKeywordLists extends DomainKeywordReader {
  /** Overwrites what an earlier crawl found; with `onlyFirst`, leaves it. */
  write(domain: string, found: DomainKeywords, options?: { onlyFirst?: boolean }): Promise<void>;
  forget(domain: string): Promise<void>;
}

/** The keywords of each domain, in one item of the `Keywords` table. */
export function createDomainKeywords(db: DynamoDB, table: string): DomainKeywordLists {
  return {
    ...createDomainKeywordReader(db, table),

    async write(domain, { at, http_status, keywords }, { onlyFirst = false } = {}) {
      const Item = { ...keyOf(domain), at, http_status, keywords: JSON.stringify(keywords) };
      const isFirst = { ConditionExpression: 'attribute_not_exists(#at)', ExpressionAttributeNames: { '#at': 'at' } };
      await ifConditionHolds(db.put({ TableName: table, Item, ...(onlyFirst && isFirst) }));
    },

    async forget(domain) {
      await db.delete({ TableName: table, Key: keyOf(domain) });
    },
  };
}

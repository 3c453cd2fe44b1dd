import { DeleteCommand, GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type { PageKeyword } from '../keywords/page-keyword.ts';
import { ifConditionHolds } from './dynamodb/conditional.ts';

/** What the home page of a domain is about. */
export interface DomainKeywords {
  /** When the page was fetched; ISO 8601 time. */
  at: string;
  http_status: number | null;
  /** Best first. */
  keywords: PageKeyword[];
}

export interface DomainKeywordLists {
  /** @returns `null` for a domain whose page was never read */
  read(domain: string): Promise<DomainKeywords | null>;
  /** Overwrites what an earlier crawl found; with `onlyFirst`, leaves it. */
  write(domain: string, found: DomainKeywords, options?: { onlyFirst?: boolean }): Promise<void>;
  forget(domain: string): Promise<void>;
}

/** The keywords of each domain, in one item of the `Keywords` table. */
export function createDomainKeywords(client: DynamoDBDocumentClient, table: string): DomainKeywordLists {
  const keyOf = (domain: string) => ({ list: `domain:${domain}`, keyword: domain });
  return {
    async read(domain) {
      const get = new GetCommand({ TableName: table, Key: keyOf(domain), ConsistentRead: true });
      const { Item } = await client.send(get);
      if (!Item) return null;
      const { at, http_status = null, keywords } = Item as Record<string, string | number>;
      return { at, http_status, keywords: JSON.parse(String(keywords)) as PageKeyword[] } as DomainKeywords;
    },

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

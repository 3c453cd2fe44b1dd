import type { PageKeyword } from '../../keywords/page-keyword.ts';
import type { DynamoDB } from '../dynamodb/dynamodb.ts';

/** What the home page of a domain is about. */
export interface DomainKeywords {
  /** When the page was fetched; ISO 8601 time. */
  at: string;
  http_status: number | null;
  /** Best first. */
  keywords: PageKeyword[];
}

export interface DomainKeywordReader {
  /** @returns `null` for a domain whose page was never read */
  read(domain: string): Promise<DomainKeywords | null>;
}

export const keyOf = (domain: string) => ({ list: `domain:${domain}`, keyword: domain });

/** Reads the keywords of a domain from the `Keywords` table; a cached answer loads this file. */
export function createDomainKeywordReader(db: DynamoDB, table: string): DomainKeywordReader {
  return {
    async read(domain) {
      const { Item } = await db.get({ TableName: table, Key: keyOf(domain), ConsistentRead: true });
      if (!Item) return null;
      const { at, http_status = null, keywords } = Item as Record<string, string | number>;
      return { at, http_status, keywords: JSON.parse(String(keywords)) as PageKeyword[] } as DomainKeywords;
    },
  };
}

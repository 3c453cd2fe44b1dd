import type { PageKeyword } from '../../record/source-answer.ts';
import type { DynamoDB } from '../../platform/dynamodb/dynamodb.ts';
import { absent } from '../../platform/dynamodb/expressions.ts';
import { deleteItem, getItem, putItem } from '../../platform/dynamodb/table.ts';

/** Keywords of the home page of a domain. */
export interface DomainKeywords {
  /** When the page was fetched; ISO 8601 time. */
  at: string;
  http_status: number | null;
  /** Best first. */
  keywords: PageKeyword[];
}

/** The item of a domain. */
interface DomainKeywordsItem {
  at: string;
  http_status?: number | null;
  /** JSON. */
  keywords: string;
}

export type DomainKeywordLists = ReturnType<typeof createDomainKeywords>;

/** Creates the access to keywords of domains: one item of the `Keywords` table each. A cached answer loads this file. */
export function createDomainKeywords(db: DynamoDB, table: string) {
  const store = { db, table };
  const keyOf = (domain: string) => ({ list: `domain:${domain}`, keyword: domain });
  return {
    /** @returns `null` for a domain whose page was never read */
    async read(domain: string): Promise<DomainKeywords | null> {
      const item = await getItem<DomainKeywordsItem>(store, keyOf(domain), { consistent: true });
      if (!item) return null;
      const { at, http_status = null, keywords } = item;
      return { at, http_status, keywords: JSON.parse(keywords) as PageKeyword[] };
    },

    /** Stores keywords. With `onlyFirst`, keywords of an earlier fetch are not overwritten. */
    async write(
      domain: string,
      { at, http_status, keywords }: DomainKeywords,
      { onlyFirst = false }: { onlyFirst?: boolean } = {},
    ): Promise<void> {
      const item = { ...keyOf(domain), at, http_status, keywords: JSON.stringify(keywords) };
      await putItem(store, item, onlyFirst ? { when: { at: absent } } : {});
    },

    async deleteDomain(domain: string): Promise<void> {
      await deleteItem(store, keyOf(domain));
    },
  };
}

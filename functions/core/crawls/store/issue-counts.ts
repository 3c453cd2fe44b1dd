import type { CrawlName } from './item.ts';
import type { DynamoDB } from '../../platform/dynamodb/dynamodb.ts';
import { absentOr, atMost } from '../../platform/dynamodb/expressions.ts';
import { deleteItem, putItem, queryItems } from '../../platform/dynamodb/table.ts';

/** Numbers of affected pages in the last complete crawl of a site. */
export interface SiteIssueCounts {
  domain: string;
  /** By id of the issue. */
  pages: Record<string, number>;
}

/** Not a valid domain, since it is a single label. */
const LIST = 'issue-counts';

export type IssueCounts = ReturnType<typeof createIssueCounts>;

/**
 * Stores the numbers of affected pages by issue, one item of at most about 3 KB for each crawled domain, in a partition of
 * the `SiteCrawls` table that belongs to no domain, so that one query reads those of all sites.
 */
export function createIssueCounts(db: DynamoDB, table: string) {
  const store = { db, table };
  const keyOf = (domain: string) => ({ domain: LIST, part: domain });
  return {
    /** Stores the counts of a crawl. Those of a later crawl are not overwritten: ids of crawls sort by time. */
    async write({ domain, id }: CrawlName, pages: Record<string, number>): Promise<void> {
      await putItem(store, { ...keyOf(domain), id, pages }, { when: { id: absentOr(atMost(id)) } });
    },

    /** Deletes the counts of a crawl, unless a later one has replaced them. */
    async remove({ domain, id }: CrawlName): Promise<void> {
      await deleteItem(store, keyOf(domain), { id });
    },

    /** Reads the counts of all sites, by name. For 5,000 sites with 20 issues each, the query reads about 3 MB. */
    async readAll(): Promise<SiteIssueCounts[]> {
      const items = await queryItems<{ part: string; pages: SiteIssueCounts['pages'] }>(store, { domain: LIST });
      return items.map(({ part: domain, pages }) => ({ domain, pages }));
    },

    /** Deletes the counts of a domain. */
    async deleteDomain(domain: string): Promise<void> {
      await deleteItem(store, keyOf(domain));
    },
  };
}

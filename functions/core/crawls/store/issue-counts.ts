import type { CrawlName } from './item.ts';
import type { DynamoDB } from '../../platform/dynamodb/dynamodb.ts';
import { absentOr, atMost, member } from '../../platform/dynamodb/expressions.ts';
import { deleteItem, putItem, queryItems, queryPage, type StartKey } from '../../platform/dynamodb/table.ts';

/** Numbers of affected pages in the last complete crawl of a site. */
export interface SiteIssueCounts {
  domain: string;
  /** By id of the issue. */
  pages: Record<string, number>;
}

/** A part of the sites, by name, with their numbers of pages with one issue. */
export interface IssueCountPart {
  /** 0: the crawl did not find the issue. */
  sites: { domain: string; pages: number }[];
  /** Name after which the next part begins; `null`: this is the last. */
  next: string | null;
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

    /**
     * Reads the counts of one issue: those of the next `limit` sites, with a query for each 1 MB of their items.
     *
     * @param after name after which they begin; `null`: at the first
     */
    async readIssue(issue: string, after: string | null, limit: number): Promise<IssueCountPart> {
      const attributes = ['part', member('pages', issue)];
      const sites: IssueCountPart['sites'] = [];
      let start: StartKey = after === null ? undefined : keyOf(after);
      do {
        const rest = { attributes, limit: limit - sites.length, after: start };
        const { items, next } = await queryPage<{ part: string; pages?: SiteIssueCounts['pages'] }>(
          store,
          { domain: LIST },
          rest,
        );
        sites.push(...items.map(({ part: domain, pages }) => ({ domain, pages: pages?.[issue] ?? 0 })));
        start = next;
      } while (start && sites.length < limit);
      return { sites, next: start ? (start.part as string) : null };
    },

    /** Deletes the counts of a domain. */
    async deleteDomain(domain: string): Promise<void> {
      await deleteItem(store, keyOf(domain));
    },
  };
}

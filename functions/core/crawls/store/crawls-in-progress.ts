import type { CrawlKey, CrawlName } from './item.ts';
import { type DynamoDB, inPartition } from '../../platform/dynamodb/dynamodb.ts';
import { queryItems } from '../../platform/dynamodb/many-items.ts';

/** List of all crawls in progress, in which the scheduler finds those whose message was lost. */
export interface OpenCrawls {
  add(crawl: CrawlName): Promise<void>;
  remove(crawl: CrawlName): Promise<void>;
  list(): Promise<CrawlName[]>;
}

/** Not a valid domain, since it is a single label. */
const LIST = 'open-crawls';

/**
 * Stores one item for each crawl, in a partition of the `SiteCrawls` table that belongs to no domain. The key contains
 * the id of the crawl, so that the end of a crawl does not remove a later one of the same domain.
 */
export function createOpenCrawls(db: DynamoDB, table: string): OpenCrawls {
  const TableName = table;
  const keyOf = ({ domain, id }: CrawlName): CrawlKey => ({ domain: LIST, part: `${id} ${domain}` });
  return {
    async add(crawl) {
      await db.put({ TableName, Item: keyOf(crawl) });
    },
    async remove(crawl) {
      await db.delete({ TableName, Key: keyOf(crawl) });
    },
    async list() {
      const items = await queryItems(db, { TableName, ConsistentRead: true, ...inPartition({ domain: LIST }) });
      return (items as unknown as CrawlKey[]).map(({ part }) => {
        const [id, domain] = part.split(' ') as [string, string];
        return { domain, id };
      });
    },
  };
}

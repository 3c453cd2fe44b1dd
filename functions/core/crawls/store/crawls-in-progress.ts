import type { CrawlKey, CrawlName } from './item.ts';
import type { DynamoDB } from '../../platform/dynamodb/dynamodb.ts';
import { deleteItem, putItem, queryItems } from '../../platform/dynamodb/table.ts';

/** List of all crawls in progress, in which the scheduler finds those whose message was lost. */
export interface CrawlsInProgress {
  add(crawl: CrawlName): Promise<void>;
  remove(crawl: CrawlName): Promise<void>;
  list(): Promise<CrawlName[]>;
}

/** Not a valid domain, since it is a single label. */
const LIST = 'crawls-in-progress';

/**
 * Stores one item for each crawl, in a partition of the `SiteCrawls` table that belongs to no domain. The key contains
 * the id of the crawl, so that the end of a crawl does not remove a later one of the same domain.
 */
export function createCrawlsInProgress(db: DynamoDB, table: string): CrawlsInProgress {
  const store = { db, table };
  const keyOf = ({ domain, id }: CrawlName): CrawlKey => ({ domain: LIST, part: `${id} ${domain}` });
  return {
    async add(crawl) {
      await putItem(store, keyOf(crawl));
    },
    async remove(crawl) {
      await deleteItem(store, keyOf(crawl));
    },
    async list() {
      const items = await queryItems<CrawlKey>(store, { domain: LIST }, { consistent: true });
      return items.map(({ part }) => {
        const [id, domain] = part.split(' ') as [string, string];
        return { domain, id };
      });
    },
  };
}

import type { ItemClient } from '../dynamodb/item-client.ts';
import type { CrawlName } from './crawl-reader.ts';

/** The crawls that are under way, over all instances: who looks after them finds those that nobody works on. */
export interface OpenCrawls {
  add(crawl: CrawlName): Promise<void>;
  remove(crawl: CrawlName): Promise<void>;
  list(): Promise<CrawlName[]>;
}

/**
 * One item of the `Coordination` table, with a set of names. A crawl stands in it by its id as well, so that the end of
 * one takes away none that has begun meanwhile.
 */
export function createOpenCrawls(items: ItemClient, table: string): OpenCrawls {
  const Key = { id: { S: 'open-crawls' } };
  const update = async (action: 'ADD' | 'DELETE', { domain, id }: CrawlName) => {
    await items.updateItem({
      TableName: table,
      Key,
      UpdateExpression: `${action} crawls :crawls`,
      ExpressionAttributeValues: { ':crawls': { SS: [`${domain} ${id}`] } },
    });
  };
  return {
    add: (crawl) => update('ADD', crawl),
    remove: (crawl) => update('DELETE', crawl),
    async list() {
      const { Item } = await items.getItem({ TableName: table, Key, ConsistentRead: true });
      return (Item?.crawls?.SS ?? []).map((name) => {
        const [domain, id] = name.split(' ') as [string, string];
        return { domain, id };
      });
    },
  };
}

import { DeleteCommand, type DynamoDBDocumentClient, paginateQuery, PutCommand } from '@aws-sdk/lib-dynamodb';
import type { CrawlName } from './crawl-reader.ts';
import type { CrawlKey } from './item.ts';

/** All crawls in progress: the scheduler finds those on which no instance works. */
export interface OpenCrawls {
  add(crawl: CrawlName): Promise<void>;
  remove(crawl: CrawlName): Promise<void>;
  list(): Promise<CrawlName[]>;
}

/** A name that no domain has, since it is a single label. */
const LIST = 'open-crawls';

/**
 * An item for each crawl, in a partition of the `SiteCrawls` table that belongs to no domain. A crawl is in it by its id
 * as well, so that the end of one does not remove another one that has begun since.
 */
export function createOpenCrawls(client: DynamoDBDocumentClient, table: string): OpenCrawls {
  const TableName = table;
  const keyOf = ({ domain, id }: CrawlName): CrawlKey => ({ domain: LIST, part: `${id} ${domain}` });
  return {
    async add(crawl) {
      await client.send(new PutCommand({ TableName, Item: keyOf(crawl) }));
    },
    async remove(crawl) {
      await client.send(new DeleteCommand({ TableName, Key: keyOf(crawl) }));
    },
    async list() {
      const pages = paginateQuery(
        { client },
        {
          TableName,
          KeyConditionExpression: '#domain = :list',
          ExpressionAttributeNames: { '#domain': 'domain' },
          ExpressionAttributeValues: { ':list': LIST },
          ConsistentRead: true,
        },
      );
      const items = (await Array.fromAsync(pages)).flatMap(({ Items = [] }) => Items as CrawlKey[]);
      return items.map(({ part }) => {
        const [id, domain] = part.split(' ') as [string, string];
        return { domain, id };
      });
    },
  };
}

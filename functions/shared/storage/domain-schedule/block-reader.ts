import type { ItemClient } from '../dynamodb/item-client.ts';
import type { FollowedDomains } from './followed-domains.ts';
import type { ScheduleItem } from './item.ts';

const IS_BLOCKED: keyof ScheduleItem = 'is_blocked';

/** The part of the `DomainSchedule` table that is read before each request of a crawl. */
export function createBlockReader(items: ItemClient, table: string): Pick<FollowedDomains, 'isBlocked'> {
  return {
    async isBlocked(domain) {
      const { Item } = await items.getItem({
        TableName: table,
        Key: { domain: { S: domain } },
        ConsistentRead: true,
        ProjectionExpression: IS_BLOCKED,
      });
      return Item?.[IS_BLOCKED]?.BOOL === true;
    },
  };
}

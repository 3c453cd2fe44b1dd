import { randomInt } from 'node:crypto';
import { registrableDomain } from '../platform/names/domain-name.ts';
import { rateLimitKey } from '../platform/rate-limit.ts';
import { type DynamoDB, ifConditionHolds } from '../platform/dynamodb/dynamodb.ts';
import type { AddressSlot, AddressSlots } from '../platform/network/guarded-connection.ts';

/** Key of the pace that the hosts of a registrable domain share. */
export const siteRateLimitKey = (host: string) => `site ${registrableDomain(host)}`;

interface SiteRateLimits {
  /** Deletes that of a domain. */
  deleteDomain(domain: string): Promise<void>;
}

/** The paces of sites, which the rate limit keeps for two days. */
export function createSiteRateLimits(db: DynamoDB, table: string): SiteRateLimits {
  return {
    async deleteDomain(domain) {
      await db.delete({ TableName: table, Key: rateLimitKey(siteRateLimitKey(domain)) });
    },
  };
}

/** Most requests at once to one address, over all instances. */
const AT_ONCE = 10;
/** Longer than a caller waits for a fetch: the slots of an instance that was killed are free again then. */
const CLAIM_MS = 30_000;

/**
 * Slots of addresses in the `Coordination` table: an item an address, with until when each of its slots is taken.
 * Taking one of few that are taken costs one write, and so does giving it back.
 */
export function createAddressSlots(db: DynamoDB, table: string, now: () => number): AddressSlots {
  const keyOf = (address: string) => ({ id: `address#${address}` });

  async function claim(address: string, slot: string): Promise<AddressSlot | null> {
    const until = now() + CLAIM_MS;
    const update = db.update({
      TableName: table,
      Key: keyOf(address),
      UpdateExpression: 'SET #slot = :until, expires_at = :expiry',
      ConditionExpression: 'attribute_not_exists(#slot) OR #slot <= :now',
      ExpressionAttributeNames: { '#slot': slot },
      ExpressionAttributeValues: {
        ':until': until,
        ':now': now(),
        ':expiry': Math.ceil(until / 1000),
      },
    });
    return (await ifConditionHolds(update)) && { until, end: () => end(address, slot, until) };
  }

  async function end(address: string, slot: string, until: number): Promise<void> {
    const update = db.update({
      TableName: table,
      Key: keyOf(address),
      UpdateExpression: 'REMOVE #slot',
      // When its time is over, it may be another's.
      ConditionExpression: '#slot = :until',
      ExpressionAttributeNames: { '#slot': slot },
      ExpressionAttributeValues: { ':until': until },
    });
    await ifConditionHolds(update);
  }

  async function freeSlots(address: string): Promise<string[]> {
    const { Item: item = {} } = await db.get({ TableName: table, Key: keyOf(address), ConsistentRead: true });
    return names.filter((name) => ((item[name] as number | undefined) ?? 0) <= now());
  }

  return {
    async take(address) {
      const slot = await claim(address, oneOf(names));
      if (slot) return slot;
      const free = await freeSlots(address);
      return free.length === 0 ? null : claim(address, oneOf(free));
    },
  };
}

const names = Array.from({ length: AT_ONCE }, (_, index) => `slot_${index}`);
const oneOf = (list: string[]) => list[randomInt(list.length)]!;

import { randomInt } from 'node:crypto';
import { registrableDomain } from '../platform/names/domain-name.ts';
import { rateLimitKey } from '../platform/rate-limit.ts';
import { type DynamoDB, ifConditionHolds } from '../platform/dynamodb/dynamodb.ts';
import type { AddressSlot, AddressSlots } from '../platform/network/guarded-connection.ts';

/** Returns the key of the rate limit that all hosts of a registrable domain share. */
export const siteRateLimitKey = (host: string) => `site ${registrableDomain(host)}`;

/** Rate limits of sites, which are stored for two days. */
export function createSiteRateLimits(db: DynamoDB, table: string) {
  return {
    /** Deletes the rate limit of a registrable domain. That of another domain is shared with other hosts, and remains. */
    async deleteDomain(domain: string): Promise<void> {
      if (domain !== registrableDomain(domain)) return;
      await db.delete({ TableName: table, Key: rateLimitKey(siteRateLimitKey(domain)) });
    },
  };
}

/** Maximum number of concurrent requests to one address, over all instances. */
const AT_ONCE = 10;
/** Slots are free after this time if their instance was killed. It is longer than a caller waits for a fetch. */
const CLAIM_MS = 30_000;

/**
 * Slots of addresses in the `Coordination` table: one item per address, with the time until which each slot is taken.
 * While most slots are free, taking a slot costs one write, and so does releasing it.
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
      // After its time has expired, the slot may have another owner.
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

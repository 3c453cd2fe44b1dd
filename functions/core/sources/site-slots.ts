import { randomInt } from 'node:crypto';
import { registrableDomain } from '../platform/names/domain-name.ts';
import { rateLimitKey } from '../platform/rate-limit.ts';
import type { DynamoDB } from '../platform/dynamodb/dynamodb.ts';
import { absentOr, atMost } from '../platform/dynamodb/expressions.ts';
import { deleteItem, getItem, updateItem } from '../platform/dynamodb/table.ts';
import type { AddressSlot, AddressSlots } from '../platform/network/guarded-connection.ts';

/** Returns the key of the rate limit that all hosts of a registrable domain share. */
export const siteRateLimitKey = (host: string) => `site ${registrableDomain(host)}`;

/** Rate limits of sites, which are stored for two days. */
export function createSiteRateLimits(db: DynamoDB, table: string) {
  return {
    /** Deletes the rate limit of a registrable domain. That of another domain is shared with other hosts, and remains. */
    async deleteDomain(domain: string): Promise<void> {
      if (domain !== registrableDomain(domain)) return;
      await deleteItem({ db, table }, rateLimitKey(siteRateLimitKey(domain)));
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
  const store = { db, table };
  const keyOf = (address: string) => ({ id: `address#${address}` });

  async function claim(address: string, slot: string): Promise<AddressSlot | null> {
    const until = now() + CLAIM_MS;
    const set = { [slot]: until, expires_at: Math.ceil(until / 1000) };
    const isTaken = await updateItem(store, keyOf(address), { set, when: { [slot]: absentOr(atMost(now())) } });
    return isTaken ? { until, end: () => end(address, slot, until) } : null;
  }

  async function end(address: string, slot: string, until: number): Promise<void> {
    // After its time has expired, the slot may have another owner.
    await updateItem(store, keyOf(address), { remove: [slot], when: { [slot]: until } });
  }

  async function freeSlots(address: string): Promise<string[]> {
    const item = await getItem<Record<string, number>>(store, keyOf(address), { consistent: true });
    return names.filter((name) => (item?.[name] ?? 0) <= now());
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

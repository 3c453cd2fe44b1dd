import { randomInt } from 'node:crypto';
import { createFetchLeases } from '../platform/coordination.ts';
import type { DynamoDB } from '../platform/dynamodb/dynamodb.ts';
import { AT_ONCE_PER_HOST, SENDER_MS } from './limits.ts';

/** Returns the name of the host of an address, in lower case and without a trailing dot: the name of its limits. */
export function receiverHost(url: string): string {
  return URL.parse(url)?.hostname.replace(/\.$/, '') ?? '';
}

export type ReceiverSlots = ReturnType<typeof createReceiverSlots>;

/** Creates the slots that limit the number of concurrent requests to one host, in the `Coordination` table. */
export function createReceiverSlots(db: DynamoDB, table: string, now: () => number) {
  // A slot is not renewed: it expires after the time limit of its sender.
  const leases = createFetchLeases(db, table, now, SENDER_MS);
  return {
    /**
     * @param host as {@link receiverHost} returns it
     * @returns a function that releases the slot; `null` if none is free
     */
    async take(host: string): Promise<(() => Promise<void>) | null> {
      const first = randomInt(AT_ONCE_PER_HOST);
      for (let index = 0; index < AT_ONCE_PER_HOST; index += 1) {
        const name = `receiver#${host}#${(first + index) % AT_ONCE_PER_HOST}`;
        const holder = await leases.acquire(name);
        if (holder) return () => leases.release(name, holder);
      }
      return null;
    },
  };
}

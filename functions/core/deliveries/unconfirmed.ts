import type { DynamoDB } from '../platform/dynamodb/dynamodb.ts';
import { moreThan } from '../platform/dynamodb/expressions.ts';
import { deleteItem, putItem, queryItems } from '../platform/dynamodb/table.ts';
import { ServiceError } from '../platform/http/errors.ts';
import type { NewDelivery } from './delivery.ts';
import { createDeliveryOutcomes, hashOf } from './delivery-outcomes.ts';
import { RETRIED_FOR_MS } from './retry-plan.ts';

/** An owner with this number of pending deliveries of batches and crawls to unconfirmed addresses can request no more. */
export const MOST_UNCONFIRMED = 100;
/** Those of batches and crawls that were accepted before are added up to this number. */
export const MOST_ADDED = 1_000;

/** Longer than a delivery is pending: what a terminated function has left does not count for longer. */
const COUNTED_MS = RETRIED_FOR_MS + 3_600_000;

export type UnconfirmedDeliveries = ReturnType<typeof createUnconfirmedDeliveries>;

/**
 * Creates the list, by owner, of pending deliveries of batches and crawls whose address has not answered a challenge, in
 * the `Watches` table: otherwise an owner could keep any number of deliveries pending that are never sent.
 */
export function createUnconfirmedDeliveries(db: DynamoDB, table: string, now: () => number) {
  const store = { db, table };
  const outcomes = createDeliveryOutcomes(db, table);
  const partitionOf = (owner: string) => `unconfirmed#${owner}`;

  /** @returns the number of deliveries to unconfirmed addresses; `null`: this address is confirmed */
  async function pending(owner: string, url: string): Promise<number | null> {
    const state = await outcomes.readSigner({ owner, watch: null });
    if (state?.confirmed?.has(url)) return null;
    const filter = { expires_at: moreThan(now() / 1000) };
    const items = await queryItems<{ address: string }>(store, { partition: partitionOf(owner) }, { filter });
    const confirmed = new Set(Array.from(state?.confirmed ?? [], hashOf));
    return items.filter(({ address }) => !confirmed.has(address)).length;
  }

  return {
    /** @throws {ServiceError} deliveries_full if a batch or crawl cannot have this receiver now */
    async requireRoom(owner: string, url: string): Promise<void> {
      const count = await pending(owner, url);
      if (count !== null && count >= MOST_UNCONFIRMED) {
        throw new ServiceError('deliveries_full', { values: { max: MOST_UNCONFIRMED } });
      }
    },

    /** Counts a delivery of a batch or crawl that is about to be added, unless its address is confirmed. */
    async count({ id, url, signer }: NewDelivery): Promise<'confirmed' | 'counted' | 'full'> {
      const count = await pending(signer.owner, url);
      if (count === null) return 'confirmed';
      if (count >= MOST_ADDED) return 'full';
      const expires_at = Math.ceil((now() + COUNTED_MS) / 1000);
      await putItem(store, { partition: partitionOf(signer.owner), sort: id, address: hashOf(url), expires_at });
      return 'counted';
    },

    async remove({ id, signer }: Pick<NewDelivery, 'id' | 'signer'>): Promise<void> {
      await deleteItem(store, { partition: partitionOf(signer.owner), sort: id });
    },
  };
}

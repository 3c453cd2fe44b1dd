import type { Deliveries } from '../deliveries/deliveries.ts';
import type { BatchOptions } from './batch.ts';
import type { BatchEnded } from './delivery-schema.ts';
import type { Batches, StoredBatch } from './store/batches.ts';

export interface AnnounceServices {
  batches: Pick<Batches, 'readHead'>;
  deliveries: Pick<Deliveries, 'add'>;
  now: () => number;
}

/** Sends the end of a batch to its receiver, if it has one. It can be repeated for the same batch. */
export async function announceBatch(id: string, services: AnnounceServices): Promise<void> {
  const batch = await services.batches.readHead(id);
  if (batch) await sendEnd(batch, services);
}

/** The values of a batch that the delivery contains. */
export type Ended = Pick<StoredBatch, 'id' | 'owner' | 'options' | 'createdAt' | 'cancelledAt' | 'stoppedAt'>;

/** Sends the end of a batch, as {@link announceBatch} does. */
export async function sendEnd(batch: Ended, { deliveries, now }: Omit<AnnounceServices, 'batches'>): Promise<void> {
  const { id, owner, options, createdAt, cancelledAt, stoppedAt } = batch;
  const { deliver } = JSON.parse(options) as BatchOptions;
  if (!deliver) return;
  const status = cancelledAt ? 'cancelled' : stoppedAt ? 'stopped' : 'done';
  const body: BatchEnded = {
    type: 'batch.ended',
    timestamp: new Date(now()).toISOString(),
    data: { batch_id: id, status, created_at: createdAt },
  };
  await deliveries.add({
    id: `batch_${id}`,
    url: deliver,
    event: null,
    body: JSON.stringify(body),
    signer: { owner, watch: null },
  });
}

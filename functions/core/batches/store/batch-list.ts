import { putItem, queryPage, type Store } from '../../platform/dynamodb/table.ts';
import { type BatchKey, expiryOf } from './item.ts';

/** A batch in the list of its owner. It contains no domain. */
export interface ListedBatch {
  id: string;
  /** ISO 8601 time. */
  createdAt: string;
  /** Number of rows. */
  domains: number;
}

interface ListItem extends BatchKey {
  batch: string;
  domains: number;
  /** Seconds since the epoch: that of the batch. */
  expires_at: number;
}

/** Partition of an owner's list, which is not a day. */
const partitionOf = (owner: string) => `batches-of#${owner}`;

/** Adds a stored batch to the list of its owner. It can be repeated. */
export async function addToList(
  store: Store,
  { id, owner, createdAt }: Omit<ListedBatch, 'domains'> & { owner: string },
  domains: number,
): Promise<void> {
  // Ids are random: the time before them makes the order.
  const item: ListItem = {
    day: partitionOf(owner),
    part: `${createdAt}#${id}`,
    batch: id,
    domains,
    expires_at: expiryOf(createdAt),
  };
  await putItem(store, item);
}

/** Reads the last batches of an owner that are not deleted yet, newest first, with one query. */
export async function readList(store: Store, owner: string, limit: number): Promise<ListedBatch[]> {
  const { items } = await queryPage<ListItem>(store, { day: partitionOf(owner) }, { descending: true, limit });
  return items
    .filter(({ expires_at }) => expires_at * 1000 > store.now())
    .map(({ part, batch, domains }) => ({ id: batch, createdAt: part.slice(0, part.indexOf('#')), domains }));
}

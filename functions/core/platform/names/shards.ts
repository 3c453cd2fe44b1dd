import { createHash } from 'node:crypto';

/** Number of partitions of an index of due items; each accepts 1,000 writes a second. */
export const SHARDS = 8;
export const shards = Array.from({ length: SHARDS }, (_, shard) => String(shard));

/** @returns the partition of the item with a name */
export function shardOf(name: string): string {
  return String(hashOf(name, SHARDS));
}

/** @returns a whole number below `size`, a hash of the name */
export function hashOf(name: string, size: number): number {
  return createHash('sha256').update(name).digest().readUInt32BE() % size;
}

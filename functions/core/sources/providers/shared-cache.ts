import { promisify } from 'node:util';
import { brotliCompress, brotliDecompressSync } from 'node:zlib';
import type { DynamoDB } from '../../platform/dynamodb/dynamodb.ts';
import { getItem, putItem } from '../../platform/dynamodb/table.ts';

const compress = promisify(brotliCompress);

/**
 * Returns a value that rarely changes, such as a provider's list, from the cache of all instances, or loads it.
 *
 * @param load fetches the value; its errors are thrown, and nothing is stored
 */
export type SharedCache = <Value>(name: string, maxAgeMs: number, load: () => Promise<Value>) => Promise<Value>;

interface Kept {
  value: unknown;
  fetchedAt: number;
}

/** Creates a cache of values in memory, and in the `Coordination` table for all other instances. */
export function createSharedCache(db: DynamoDB, table: string, now: () => number): SharedCache {
  const memory = new Map<string, Kept>();

  async function read(id: string): Promise<Kept | null> {
    const item = await getItem<{ content: Uint8Array; fetched_at: number }>({ db, table }, { id });
    if (!item) return null;
    return { value: JSON.parse(brotliDecompressSync(item.content).toString()) as unknown, fetchedAt: item.fetched_at };
  }

  async function write(id: string, { value, fetchedAt }: Kept, maxAgeMs: number) {
    const content = await compress(JSON.stringify(value));
    const expiresAt = Math.ceil((fetchedAt + maxAgeMs) / 1000);
    await putItem({ db, table }, { id, content, fetched_at: fetchedAt, expires_at: expiresAt });
  }

  return async <Value>(name: string, maxAgeMs: number, load: () => Promise<Value>): Promise<Value> => {
    const id = `shared#${name}`;
    const isFresh = (kept: Kept | null | undefined): kept is Kept => !!kept && now() - kept.fetchedAt < maxAgeMs;
    let kept = memory.get(id) ?? null;
    if (!isFresh(kept)) kept = await read(id);
    if (!isFresh(kept)) {
      kept = { value: await load(), fetchedAt: now() };
      await write(id, kept, maxAgeMs);
    }
    memory.set(id, kept);
    return kept.value as Value;
  };
}

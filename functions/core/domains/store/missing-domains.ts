import type { DynamoDB } from '../../platform/dynamodb/dynamodb.ts';
import { deleteItem, getItem, putItem } from '../../platform/dynamodb/table.ts';
import { getItems } from '../../platform/dynamodb/many-items.ts';

interface MissingItem {
  id: string;
  /** Milliseconds since the epoch. */
  until: number;
}

/** Names that did not exist when they were requested. */
export type MissingDomains = ReturnType<typeof createMissingDomains>;

/** Creates the access to missing names, which are stored in the `Coordination` table. */
export function createMissingDomains(db: DynamoDB, table: string, now: () => number) {
  const store = { db, table };
  const keyOf = (domain: string) => ({ id: `missing#${domain}` });
  /** DynamoDB may delete expired items days later. */
  const isRemembered = ({ until }: MissingItem) => until > now();

  return {
    async has(domain: string): Promise<boolean> {
      const item = await getItem<MissingItem>(store, keyOf(domain));
      return item !== undefined && isRemembered(item);
    },

    /** @returns the names that are stored as missing */
    async readMissing(domains: Iterable<string>): Promise<ReadonlySet<string>> {
      const byId = new Map(Array.from(domains, (domain) => [keyOf(domain).id, domain]));
      const keys = Array.from(byId.keys(), (id) => ({ id }));
      const items = await getItems<MissingItem>(store, keys);
      return new Set(items.filter(isRemembered).map(({ id }) => byId.get(id)!));
    },

    /** Stores that a name does not exist; the item expires after `durationMs`. */
    async add(domain: string, durationMs: number): Promise<void> {
      const until = now() + durationMs;
      await putItem(store, { ...keyOf(domain), until, expires_at: Math.ceil(until / 1000) });
    },

    async deleteDomain(domain: string): Promise<void> {
      await deleteItem(store, keyOf(domain));
    },
  };
}

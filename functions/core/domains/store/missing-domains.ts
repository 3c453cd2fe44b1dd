import type { DynamoDB } from '../../platform/dynamodb/dynamodb.ts';
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
  const keyOf = (domain: string) => ({ id: `missing#${domain}` });
  /** DynamoDB may delete expired items days later. */
  const isRemembered = ({ until }: MissingItem) => until > now();

  return {
    async has(domain: string): Promise<boolean> {
      const { Item } = await db.get({ TableName: table, Key: keyOf(domain) });
      return Item !== undefined && isRemembered(Item as MissingItem);
    },

    /** @returns the names that are stored as missing */
    async readMissing(domains: Iterable<string>): Promise<ReadonlySet<string>> {
      const byId = new Map(Array.from(domains, (domain) => [keyOf(domain).id, domain]));
      const keys = Array.from(byId.keys(), (id) => ({ id }));
      const items = (await getItems(db, table, keys)) as unknown as MissingItem[];
      return new Set(items.filter(isRemembered).map(({ id }) => byId.get(id)!));
    },

    /** Stores that a name does not exist; the item expires after `durationMs`. */
    async add(domain: string, durationMs: number): Promise<void> {
      const until = now() + durationMs;
      const Item = { ...keyOf(domain), until, expires_at: Math.ceil(until / 1000) };
      await db.put({ TableName: table, Item });
    },

    async deleteDomain(domain: string): Promise<void> {
      await db.delete({ TableName: table, Key: keyOf(domain) });
    },
  };
}

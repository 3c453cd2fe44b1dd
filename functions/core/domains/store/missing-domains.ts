import type { DynamoDB } from '../../platform/dynamodb/dynamodb.ts';
import { getItems } from '../../platform/dynamodb/many-items.ts';

interface MissingItem {
  id: string;
  /** Milliseconds since the epoch. */
  until: number;
}

/** Names that did not exist when they were requested. */
export interface MissingDomains {
  has(domain: string): Promise<boolean>;
  /** @returns the names that are stored as missing */
  readMissing(domains: Iterable<string>): Promise<ReadonlySet<string>>;
  /** Stores that a name does not exist; the item expires after `durationMs`. */
  add(domain: string, durationMs: number): Promise<void>;
  deleteDomain(domain: string): Promise<void>;
}

/** Creates the access to missing names, which are stored in the `Coordination` table. */
export function createMissingDomains(db: DynamoDB, table: string, now: () => number): MissingDomains {
  const keyOf = (domain: string) => ({ id: `missing#${domain}` });
  /** DynamoDB may delete expired items days later. */
  const isRemembered = ({ until }: MissingItem) => until > now();

  return {
    async has(domain) {
      const { Item } = await db.get({ TableName: table, Key: keyOf(domain) });
      return Item !== undefined && isRemembered(Item as MissingItem);
    },

    async readMissing(domains) {
      const byId = new Map(Array.from(domains, (domain) => [keyOf(domain).id, domain]));
      const keys = Array.from(byId.keys(), (id) => ({ id }));
      const items = (await getItems(db, table, keys)) as unknown as MissingItem[];
      return new Set(items.filter(isRemembered).map(({ id }) => byId.get(id)!));
    },

    async add(domain, durationMs) {
      const until = now() + durationMs;
      const Item = { ...keyOf(domain), until, expires_at: Math.ceil(until / 1000) };
      await db.put({ TableName: table, Item });
    },

    async deleteDomain(domain) {
      await db.delete({ TableName: table, Key: keyOf(domain) });
    },
  };
}

import { batchGet } from './dynamodb/batch-get.ts';
import type { DocumentReader } from './dynamodb/document-reader.ts';

/** The key of what is remembered of a name that does not exist, in the `Coordination` table. */
export const missingKey = (domain: string) => ({ id: `missing#${domain}` });

export interface MissingItem {
  /** Milliseconds since the epoch. */
  until: number;
}

/** Whether it is still remembered: DynamoDB deletes expired items up to days later. */
export const isRemembered = ({ until }: MissingItem, now: number) => until > now;

export interface MissingDomainReader {
  /** @returns those of these names that are known not to exist */
  readMissing(domains: Iterable<string>): Promise<ReadonlySet<string>>;
}

/** The part that lists of domains take. */
export function createMissingDomainReader(
  reader: DocumentReader,
  table: string,
  now: () => number,
): MissingDomainReader {
  return {
    async readMissing(domains) {
      const byId = new Map(Array.from(domains, (domain) => [missingKey(domain).id, domain]));
      const keys = Array.from(byId.keys(), (id) => ({ id }));
      const items = (await batchGet(reader, table, keys)) as unknown as (MissingItem & { id: string })[];
      return new Set(items.filter((item) => isRemembered(item, now())).map(({ id }) => byId.get(id)!));
    },
  };
}

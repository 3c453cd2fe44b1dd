import { allowanceId, type Fetched } from './allowances.ts';
import { batchGet } from './dynamodb/batch-get.ts';
import type { DocumentReader } from './dynamodb/document-reader.ts';

type Counts = Record<Fetched, number>;

/**
 * What was fetched anew today for many owners at once.
 *
 * @param owners in any order, also several times
 * @returns the counts of an owner
 */
export async function readUsedAllowances(
  reader: DocumentReader,
  table: string,
  owners: string[],
  now: number,
): Promise<(owner: string) => Counts> {
  const ids = [...new Set(owners)].map((owner) => ({ id: allowanceId(owner, now) }));
  const items = (await batchGet(reader, table, ids)) as ({ id: string } & Partial<Counts>)[];
  const counts = new Map(items.map(({ id, domains = 0, pages = 0 }) => [id, { domains, pages }]));
  return (owner) => counts.get(allowanceId(owner, now)) ?? { domains: 0, pages: 0 };
}

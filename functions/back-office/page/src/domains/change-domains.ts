import type { ChangedDomains, DomainChanges } from '../../../contract.ts';

/** The service's limit. */
const MOST_AT_ONCE = 1_000;

/** Changes any number of domains, in several requests if necessary. */
export async function changeInParts(
  domains: string[],
  wanted: Omit<DomainChanges, 'domains'>,
  change: (changes: DomainChanges) => Promise<ChangedDomains>,
): Promise<ChangedDomains> {
  const all: ChangedDomains = { not_tagged: [], not_followed: [] };
  for (let start = 0; start < domains.length; start += MOST_AT_ONCE) {
    const changed = await change({ ...wanted, domains: domains.slice(start, start + MOST_AT_ONCE) });
    all.not_tagged.push(...changed.not_tagged);
    all.not_followed.push(...changed.not_followed);
  }
  return all;
}

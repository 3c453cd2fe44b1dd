import { allowanceOf } from '../core/accounts/plan-allowances.ts';
import type { PlanAllowances } from '../core/platform/settings/catalogue.ts';
import type { Fetched } from '../core/accounts/allowances.ts';
import type { Key } from './contract.ts';
import type { GatewayKey } from './gateway-keys/gateway-keys.ts';

export interface KeyDescriptionServices {
  planAllowances: PlanAllowances;
  /** What was fetched anew today for each of these owners. */
  readUsed: (owners: string[]) => Promise<(owner: string) => Record<Fetched, number | null>>;
}

/** Keys as the interface returns them: with the allowances of their owners, and what is used of today's. */
export async function describeKeys(
  keys: GatewayKey[],
  { planAllowances, readUsed }: KeyDescriptionServices,
): Promise<Key[]> {
  const usedBy = await readUsed(keys.map(({ owner }) => owner));
  return keys.map(({ createdAt, updatedAt, allowances, endsWith, expiresAt, lastUsedOn, ...key }) => {
    const limits = allowanceOf({ ...key, ...allowances }, planAllowances);
    const used = usedBy(key.owner);
    return {
      ...key,
      ends_with: endsWith,
      last_used_on: lastUsedOn,
      expires_at: expiresAt,
      domains: { limit_per_day: limits.domains, own_limit_per_day: allowances.domainsPerDay, used: used.domains },
      pages: { limit_per_day: limits.pages, own_limit_per_day: allowances.pagesPerDay, used: used.pages },
      created_at: createdAt,
      updated_at: updatedAt,
    };
  });
}

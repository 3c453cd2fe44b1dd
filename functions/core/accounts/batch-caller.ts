import type { ApiCaller, KeyedCaller } from '../platform/http/caller.ts';
import { ServiceError } from '../platform/http/errors.ts';
import { usedUp } from './allowances.ts';
import { dailyLimit } from './daily-limit.ts';
import { OPERATOR } from './operator.ts';
import type { AllowanceServices } from './fetch-allowance.ts';

/** Domains that were counted against an allowance at once. */
export interface TakenDomains {
  taken: number;
  /** Error message for the others, if not all were counted. */
  refusal: string;
}

/** The caller of the batch endpoints. */
export interface BatchCaller {
  /** Returns the owner of the caller's batches. @throws {ServiceError} gateway_timeout if it is not known now */
  owner(): Promise<string>;
  /**
   * Counts domains to fetch against the day's allowance, as many as are left; once for each batch, also if it is called
   * again.
   */
  takeDomains(count: number, batchId: string): Promise<TakenDomains>;
  /** Subtracts the domains that were counted for a batch that is not created. */
  giveBack(batchId: string): Promise<void>;
}

/** The caller of a request with an API key: the key's owner. */
export function keyCaller(
  caller: KeyedCaller,
  services: Pick<AllowanceServices, 'holders' | 'allowances' | 'plans' | 'now'>,
): BatchCaller {
  const { allowances } = services;
  return {
    owner: () => ownerOfKey(caller.keyId, services.holders),
    async takeDomains(count, batchId) {
      const { owner, limit, note } = await dailyLimit(caller, 'domains', services);
      const { reserved, used } = await allowances.reserve(owner, 'domains', batchId, { count, limit });
      note(used);
      return { taken: reserved, refusal: usedUp('domains', limit).text };
    },
    async giveBack(batchId) {
      const { owner, note } = await dailyLimit(caller, 'domains', services);
      note(await allowances.settle(owner, 'domains', batchId, 0));
    },
  };
}

async function ownerOfKey(keyId: string, holders: AllowanceServices['holders']): Promise<string> {
  const { owner, plan } = await holders.find(keyId);
  // If API Gateway does not answer, the owner is unknown, and nothing must be stored for another one.
  if (plan === null) throw new ServiceError('gateway_timeout');
  return owner;
}

export { OPERATOR };

/** The operator, whose fetches are not counted. */
export const operatorCaller: BatchCaller = {
  owner: () => Promise.resolve(OPERATOR),
  takeDomains: (count) => Promise.resolve({ taken: count, refusal: '' }),
  giveBack: () => Promise.resolve(),
};

/**
 * Returns the owner of a caller's key; for the workspace, the operator.
 *
 * @throws {ServiceError} gateway_timeout if it is not known now
 */
export async function ownerOf(
  { keyId }: Pick<ApiCaller, 'keyId'>,
  { holders }: Pick<AllowanceServices, 'holders'>,
): Promise<string> {
  return keyId === null ? OPERATOR : ownerOfKey(keyId, holders);
}

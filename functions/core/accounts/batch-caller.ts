import { ServiceError } from '../platform/http/errors.ts';
import { allowanceOf, usedUp } from './allowances.ts';
import type { AllowanceServices } from './fetch-allowance.ts';

/** What was taken of an allowance for many domains at once. */
export interface TakenDomains {
  taken: number;
  /** Why no more were, where not all were. */
  refusal: string;
}

/** Who makes, reads or cancels batches. */
export interface BatchCaller {
  /** To whom their batches belong. @throws {ServiceError} gateway_timeout where that is not known now */
  owner(): Promise<string>;
  /**
   * Counts so many domains, that are to be fetched, as are left of the day's allowance; for a batch once, however often
   * it is tried.
   */
  takeDomains(count: number, batchId: string): Promise<TakenDomains>;
  /** Uncounts the domains that were taken for a batch that is not made. */
  giveBack(batchId: string): Promise<void>;
}

/** The caller of a request with an API key: the key's owner. */
export function keyCaller(
  keyId: string,
  { holders, allowances, plans }: Pick<AllowanceServices, 'holders' | 'allowances' | 'plans'>,
): BatchCaller {
  return {
    async owner() {
      const { owner, plan } = await holders.find(keyId);
      // Where API Gateway could not be asked, nothing is stored for an owner that it may not be.
      if (plan === null) throw new ServiceError('gateway_timeout');
      return owner;
    },
    async takeDomains(count, batchId) {
      const holder = await holders.find(keyId);
      const { domains } = allowanceOf(holder, plans);
      const taken = await allowances.reserve(holder.owner, 'domains', batchId, { count, limit: domains });
      return { taken, refusal: usedUp('domains', domains).text };
    },
    giveBack: async (batchId) => allowances.settle((await holders.find(keyId)).owner, 'domains', batchId, 0),
  };
}

/** To whom the operator's batches belong: the ids of keys' owners have no hyphen. */
export const OPERATOR = 'the-operator';

/** The operator, for whom nothing is counted. */
export const operatorCaller: BatchCaller = {
  owner: () => Promise.resolve(OPERATOR),
  takeDomains: (count) => Promise.resolve({ taken: count, refusal: '' }),
  giveBack: () => Promise.resolve(),
};

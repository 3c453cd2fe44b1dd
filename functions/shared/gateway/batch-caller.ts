import { allowanceOf, usedUp } from './plan-allowances.ts';
import type { AllowanceServices } from './fetch-allowance.ts';

/** What was taken of an allowance for many domains at once. */
export interface TakenDomains {
  taken: number;
  /** Why no more were, where not all were. */
  refusal: string;
}

/** Who makes, reads or cancels batches. */
export interface BatchCaller {
  /** To whom their batches belong. */
  owner(): Promise<string>;
  /** Counts so many domains, that are to be fetched, as are left of the day's allowance. */
  takeDomains(count: number): Promise<TakenDomains>;
  /** Uncounts domains that were taken and are not fetched after all. */
  giveBack(count: number): Promise<void>;
}

/** The caller of a request with an API key: the key's owner. */
export function keyCaller(
  keyId: string,
  { holders, allowances, plans }: Pick<AllowanceServices, 'holders' | 'allowances' | 'plans'>,
): BatchCaller {
  return {
    owner: async () => (await holders.find(keyId)).owner,
    async takeDomains(count) {
      const holder = await holders.find(keyId);
      const { domains } = allowanceOf(holder, plans);
      const taken = await allowances.takeUpTo(holder.owner, 'domains', count, domains);
      return { taken, refusal: usedUp(domains) };
    },
    giveBack: async (count) => allowances.giveBack((await holders.find(keyId)).owner, 'domains', count),
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

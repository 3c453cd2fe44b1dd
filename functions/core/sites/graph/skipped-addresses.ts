import type { AddressTrap } from './traps/traps.ts';

/** Why an address that is linked is not asked for, as a stable code. */
export type SkipReason = AddressTrap | 'repeated_content' | 'redirect_chain' | 'too_many_addresses';

/** Addresses that were not followed for one reason. */
export interface Skipped {
  reason: SkipReason;
  /** How many; from `MOST_COUNTED` on there may be more. */
  count: number;
  /** The first of them. */
  examples: string[];
}

/** Addresses of one reason that are counted: a trap has any number of them. */
export const MOST_COUNTED = 5_000;
const EXAMPLES = 5;

/** Counts the addresses that are not followed, each once. */
export class SkippedAddresses {
  readonly #byReason = new Map<SkipReason, Set<string>>();

  add(reason: SkipReason, url: string): void {
    const urls = this.#byReason.get(reason) ?? new Set();
    this.#byReason.set(reason, urls);
    if (urls.size < MOST_COUNTED) urls.add(url);
  }

  /** An address that is followed after all, from another page. */
  forget(url: string): void {
    for (const urls of this.#byReason.values()) urls.delete(url);
  }

  /** @returns the reasons in the order in which they were met first */
  summary(): Skipped[] {
    return [...this.#byReason]
      .filter(([, urls]) => urls.size > 0)
      .map(([reason, urls]) => ({ reason, count: urls.size, examples: [...urls].slice(0, EXAMPLES) }));
  }
}

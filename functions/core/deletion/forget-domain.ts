import { ServiceError } from '../platform/http/errors.ts';
import type { FetchLeases } from '../platform/coordination.ts';
import type { DomainItems } from './domain-items.ts';
import type { FollowedDomains } from '../domains/schedule/followed-domains.ts';
import { holdWhenFree } from '../platform/leases.ts';
import { FORGET_WAIT_MS } from '../platform/time/limits.ts';

export interface ForgetServices {
  followed: Pick<FollowedDomains, 'unfollow' | 'forget'>;
  /** Kinds of items that hold something of a domain, besides its schedule; deleted in this order. */
  domainItems: DomainItems[];
  leases: FetchLeases;
  now: () => number;
}

/**
 * Deletes all that is stored of a domain, but for its block. It is done under the domain's lease, as every fetch is:
 * what a fetch under way stores is deleted with the rest.
 *
 * @throws {ServiceError} gateway_timeout where the domain was being fetched all the time; nothing is deleted then
 */
export async function forgetDomain(domain: string, services: ForgetServices): Promise<void> {
  const { followed, domainItems, leases, now } = services;
  await holdWhenFree({ leases, name: domain, now, deadline: now() + FORGET_WAIT_MS }, async (lease) => {
    // From here on no snapshot is taken of it. Its block and what is known of its past are needed until the rest is gone.
    await followed.unfollow(domain);
    if (!(await lease.confirm())) throw new ServiceError('gateway_timeout');
    for (const items of domainItems) await items.forget(domain);
    await followed.forget(domain);
  });
}

import type { DomainList } from '../core/domains/schedule/domain-list.ts';
import type { FollowedDomains } from '../core/domains/schedule/followed-domains.ts';
import type { ChangedDomains } from './contract.ts';

/** How many domains are changed side by side: as many calls to the table are under way. */
const SIDE_BY_SIDE = 25;

/** What becomes of each of some domains. */
export interface DomainsChange {
  addTags: string[];
  removeTags: string[];
  /** `null`: as it is. */
  follow: boolean | null;
}

export interface ChangeServices {
  list: Pick<DomainList, 'add' | 'addTags' | 'removeTags' | 'states'>;
  followed: Pick<FollowedDomains, 'follow' | 'unfollow'>;
  now: () => number;
}

/**
 * Tags many domains, and follows them or does not any more.
 *
 * @param domains each of them once
 */
export async function changeDomains(
  domains: string[],
  change: DomainsChange,
  services: ChangeServices,
): Promise<ChangedDomains> {
  const changed: ChangedDomains = { not_tagged: [], not_followed: [] };
  for (let start = 0; start < domains.length; start += SIDE_BY_SIDE) {
    const some = domains.slice(start, start + SIDE_BY_SIDE);
    const tagged = await Promise.all(some.map((domain) => changeOne(domain, change, services)));
    changed.not_tagged.push(...some.filter((_, index) => !tagged[index]));
    if (change.follow) changed.not_followed.push(...(await notFollowed(some, services)));
  }
  return changed;
}

/** @returns whether it has the tags now */
async function changeOne(
  domain: string,
  { addTags, removeTags, follow }: DomainsChange,
  { list, followed, now }: ChangeServices,
): Promise<boolean> {
  if (follow === true) {
    await list.add(domain);
    await followed.follow(domain, now());
  }
  if (follow === false) await followed.unfollow(domain);
  if (removeTags.length > 0) await list.removeTags(domain, removeTags);
  return addTags.length === 0 || list.addTags(domain, addTags);
}

async function notFollowed(domains: string[], { list }: ChangeServices): Promise<string[]> {
  const states = await list.states(domains);
  return domains.filter((domain) => !states.get(domain)!.followed);
}

import type { Network } from '../../functions/core/platform/network/network.ts';
import { createRobotsGate } from '../../functions/core/sources/site/robots-gate.ts';
import {
  createSiteAccess,
  type SiteAccess,
  createSiteSlots,
  type TakeSlots,
} from '../../functions/core/sources/site/site-requests.ts';
import type { SiteReader } from '../../functions/core/analysis/reader/read-site.ts';
import { siteReader } from './site-reader.ts';

interface Options {
  domain?: string;
  reader?: Pick<SiteReader, 'judgeRobots'>;
  /** Names that the operator blocks. */
  blocked?: string[];
  /** Replaces slots that are all free. */
  takeSlots?: TakeSlots;
}

/** Access to hosts with addresses from the settings, which have no rate limit. */
export function siteAccessOf(
  network: Network,
  { domain = 'site.example', reader = siteReader, blocked = [], takeSlots = slotsOf(network) }: Options = {},
): SiteAccess {
  return createSiteAccess(domain, {
    network,
    gate: createRobotsGate(network, reader),
    takeSlots,
    followed: { isBlocked: (name) => Promise.resolve(blocked.includes(name)) },
    now: Date.now,
  });
}

function slotsOf(network: Network): TakeSlots {
  const unused = { take: () => Promise.reject(new Error('These hosts have no rate limit')) };
  return createSiteSlots(unused, 0, network.isOverridden);
}

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
  /** In the place of turns that all come at once. */
  takeSlots?: TakeSlots;
}

/** Access to hosts that a test resolves itself, which have no pace. */
export function siteAccessOf(
  network: Network,
  { domain = 'site.example', reader = siteReader, blocked = [], takeSlots = turnsOf(network) }: Options = {},
): SiteAccess {
  return createSiteAccess(domain, {
    network,
    gate: createRobotsGate(network, reader),
    takeSlots,
    isBlocked: (name) => Promise.resolve(blocked.includes(name)),
    now: Date.now,
  });
}

function turnsOf(network: Network): TakeSlots {
  const nobody = { take: () => Promise.reject(new Error('These hosts have no pace')) };
  return createSiteSlots(nobody, 0, network.isOverridden);
}

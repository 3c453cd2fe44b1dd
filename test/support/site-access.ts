import type { Network } from '../../functions/shared/network/network.ts';
import { createRobotsGate } from '../../functions/shared/sources/site/robots-gate.ts';
import { createSiteAccess, type SiteAccess } from '../../functions/shared/sources/site/site-access.ts';
import { createSiteTurns } from '../../functions/shared/sources/site/site-turns.ts';
import type { SiteReader } from '../../functions/shared/website/reader/read-site.ts';
import { siteReader } from './site-reader.ts';

interface Options {
  domain?: string;
  reader?: Pick<SiteReader, 'isForbidden'>;
  /** Names that the operator blocks. */
  blocked?: string[];
}

/** Access to hosts that a test resolves itself, which have no pace. */
export function siteAccessOf(
  network: Network,
  { domain = 'site.example', reader = siteReader, blocked = [] }: Options = {},
): SiteAccess {
  const nobody = { take: () => Promise.reject(new Error('These hosts have no pace')) };
  return createSiteAccess(domain, {
    network,
    gate: createRobotsGate(network, reader),
    takeTurns: createSiteTurns(nobody, 0, network.isOverridden),
    isBlocked: (name) => Promise.resolve(blocked.includes(name)),
    now: Date.now,
  });
}

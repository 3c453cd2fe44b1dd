import { pageAddress } from '../platform/names/page-address.ts';
import { ProviderUnavailable } from '../platform/rate-limit.ts';
import type { SiteReader } from '../analysis/reader/read-site.ts';
import type { CheckedTarget, CrawledPage, TargetKind } from '../record/crawled-page.ts';
import { createRobotsGate } from '../sources/site/robots-gate.ts';
import { createSiteAccess, type SendRateLimited } from '../sources/site/site-requests.ts';
import { siteRateLimitKey } from '../sources/site-slots.ts';
import type { targetLimits } from './crawl-size.ts';
import type { CheckedTargets } from './checked-targets.ts';
import type { CrawlName } from './store/item.ts';
import type { SiteCrawls } from './store/site-crawls.ts';
import type { AccessServices, CrawlAccess } from './crawl-access.ts';
import { EXTERNAL_WAIT_MS, MIN_VISIT_MS, TOO_MANY_REQUESTS_WAIT_MS } from './limits.ts';
import { requestTarget, uncheckedTarget } from './request-target.ts';

/** Number of sites that are requested concurrently. */
const CONCURRENT_SITES = 10;
/** Timeouts in a row after which the other addresses of a host are unchecked without a request. */
const MAX_TIMEOUTS = 10;

/** Name of the file of a crawl with its {@link TargetList}. */
export const TARGETS_FILE = 'targets';

/** Addresses that a crawl requests besides its pages. It stays the same until the crawl ends. */
export interface TargetList {
  /** External targets of links, each once, in the order of the pages; `null`: they are not requested. */
  external: string[] | null;
  resources: string[] | null;
  /** Kinds of which pages name more addresses than are requested. */
  cut: TargetKind[];
  /** Addresses that were left out, by {@link listTargets}'s filter; absent: none were. */
  leftOut?: string[];
}

/** The list, `null` if none was made, with the outcomes by address. */
export interface CrawledTargets {
  list: TargetList | null;
  outcomes: ReadonlyMap<string, CheckedTarget>;
}

/** @returns the outcomes, by address */
export async function readOutcomes(crawl: CrawlName, crawls: SiteCrawls): Promise<Map<string, CheckedTarget>> {
  const outcomes = new Map<string, CheckedTarget>();
  for await (const target of crawls.readTargets(crawl)) outcomes.set(target.url, target);
  return outcomes;
}

/**
 * Lists the external targets and the resources of pages, up to the limits; 0: none are requested.
 *
 * @param pages with their anchors and resources
 * @param hosts hosts of the site
 * @param isLeftOut whether an address is not requested; by default, all are
 */
export async function listTargets(
  pages: AsyncIterable<CrawledPage>,
  limits: ReturnType<typeof targetLimits>,
  hosts: readonly string[],
  isLeftOut: (url: string) => boolean = () => false,
): Promise<TargetList> {
  const leftOut = new Set<string>();
  const found: Record<TargetKind, Set<string>> = { external: new Set(), resources: new Set() };
  const cut = new Set<TargetKind>();
  const add = (kind: TargetKind, url: string) => {
    if (limits[kind] > 0 && isLeftOut(url)) leftOut.add(url);
    else if (found[kind].size < limits[kind]) found[kind].add(url);
    else if (limits[kind] > 0 && !found[kind].has(url)) cut.add(kind);
  };
  const origins = hosts.flatMap((host) => [`https://${host}/`, `http://${host}/`]);
  const known = (url: string) => found.external.has(url) || origins.some((origin) => url.startsWith(origin));
  for await (const { anchors, resources = [], cut: notKept = [] } of pages) {
    for (const kind of notKept) if (limits[kind] > 0) cut.add(kind);
    // Most links of a page lead to its site, or are those of other pages.
    for (const { to } of anchors) if (!known(to) && isRequestable(to)) add('external', to);
    for (const { to } of resources) add('resources', to);
  }
  const listOf = (kind: TargetKind) => (limits[kind] === 0 ? null : [...found[kind]]);
  return {
    external: listOf('external'),
    resources: listOf('resources'),
    cut: [...cut],
    ...(leftOut.size > 0 && { leftOut: [...leftOut] }),
  };
}

/** Whether an address is in normal form: others have a port or a user name, with which nothing is requested. */
function isRequestable(url: string): boolean {
  const address = pageAddress(url);
  return !('problem' in address) && address.url === url;
}

/** @returns all addresses of a list, each once; the outcomes are stored by the positions in it */
export function allTargets({ external, resources }: TargetList): string[] {
  return [...new Set([...(external ?? []), ...(resources ?? [])])];
}

interface CheckServices {
  /** Requests to the hosts of the site. */
  access: CrawlAccess;
  /** Requests to other hosts. */
  external: CrawlAccess;
  reader: SiteReader;
  hosts: readonly string[];
  leftMs: () => number;
  /** Called before each address. */
  mayContinue: () => Promise<boolean>;
  store: (target: CheckedTarget, position: number) => Promise<void>;
}

/**
 * Requests the addresses that have no outcome yet, those of different sites concurrently.
 *
 * @param targets all addresses
 * @param checked those that have an outcome; others are added
 * @returns milliseconds after which the next slice continues; `null`: all addresses have an outcome
 */
export async function checkTargets(
  targets: readonly string[],
  checked: Pick<CheckedTargets, 'has' | 'add'>,
  services: CheckServices,
): Promise<number | null> {
  const waiting = targets.flatMap((url, position) => (checked.has(position) ? [] : [{ url, position }]));
  const bySite = [...Map.groupBy(waiting, ({ url }) => siteRateLimitKey(new URL(url).hostname)).values()];
  // The site with the most addresses takes the longest.
  const sites = bySite.sort((one, other) => other.length - one.length).values();
  const waits: number[] = [];
  const timeouts = new Map<string, number>();
  const work = async () => {
    for (const addresses of sites) {
      for (const { url, position } of addresses) {
        const waitMs = await check(url, position);
        if (waitMs === null) continue;
        waits.push(waitMs);
        break;
      }
    }
  };
  // All requests end before the slice does, even if one of them throws.
  const ended = await Promise.allSettled(Array.from({ length: CONCURRENT_SITES }, work));
  for (const one of ended) if (one.status === 'rejected') throw one.reason;
  return waits.length === 0 ? null : Math.min(...waits);

  /** @returns `null` if the address has an outcome now */
  async function check(url: string, position: number): Promise<number | null> {
    if (!(await services.mayContinue())) return 0;
    const { hostname } = new URL(url);
    const before = timeouts.get(hostname) ?? 0;
    const target = before < MAX_TIMEOUTS ? await outcomeOf(url, services) : uncheckedTarget(url, 'timeout');
    if (typeof target === 'number') return target;
    timeouts.set(hostname, target.failure === 'timeout' ? before + 1 : 0);
    await services.store(target, position);
    checked.add(position);
    return null;
  }
}

/** @returns milliseconds after which the address is to be requested, if it cannot be requested now */
async function outcomeOf(url: string, services: CheckServices): Promise<CheckedTarget | number> {
  const { access, external, reader, hosts, leftMs } = services;
  // Redirects may lead from one to the other.
  let isOfSite = false;
  const accessTo = ({ hostname }: URL) => {
    isOfSite = hosts.includes(hostname);
    return isOfSite ? access : external;
  };
  const byHost: CrawlAccess = {
    gate: { reach: (to, fetchFile) => accessTo(to).gate.reach(to, fetchFile) },
    send: (to, ...request) => accessTo(to).send(to, ...request),
  };
  try {
    return await requestTarget(url, byHost, reader);
  } catch (error) {
    if (!(error instanceof ProviderUnavailable)) throw error;
    if (isOfSite) return error.waitMs;
    if (error.code !== 'busy') return uncheckedTarget(url, 'rate_limited');
    // What took most of a slice would do so again.
    return leftMs() < MIN_VISIT_MS ? uncheckedTarget(url, 'timeout') : error.waitMs;
  }
}

/**
 * Creates the access to hosts outside the site of a crawl, each within its own rate limit and robots.txt. The robots.txt
 * files are read once for each slice.
 */
export function createExternalAccess(
  { network, reader, followed, crawlSlots, now }: AccessServices,
  leftMs: () => number,
): CrawlAccess {
  const gate = createRobotsGate(network, reader);
  const bySite = new Map<string, SendRateLimited>();
  const createSend = () => {
    const restMs = TOO_MANY_REQUESTS_WAIT_MS;
    // No domain is known to be allowed.
    const site = createSiteAccess('', { network, gate, takeSlots: crawlSlots, followed, now, restMs });
    return site.rateLimited({ leftMs, maxWaitMs: EXTERNAL_WAIT_MS });
  };
  const send: SendRateLimited = (url, ...request) => {
    const key = siteRateLimitKey(url.hostname);
    const known = bySite.get(key) ?? createSend();
    bySite.set(key, known);
    return known(url, ...request);
  };
  return { gate, send };
}

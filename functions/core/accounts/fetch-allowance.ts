import type { KeyedCaller } from '../platform/http/caller.ts';
import type { ServiceError } from '../platform/http/errors.ts';
import { message } from '../platform/http/message.ts';
import { createAllowances, type Fetched, insufficient, usedUp } from './allowances.ts';
import { dailyLimit, exceeded } from './daily-limit.ts';
import { createFetchedHosts, type FetchedHosts, HOSTS_A_DAY, HOSTS_OF_OWNER } from './fetched-hosts.ts';
import { registrableDomain } from '../platform/names/domain-name.ts';
import { createGatewayKeyHolders } from './gateway-key-holders.ts';
import type { DynamoDB } from '../platform/dynamodb/dynamodb.ts';
import type { KeySettings } from './settings.ts';

/** Allowance of domains for the caller of a request. */
export interface FetchAllowance {
  /**
   * Counts a domain that is about to be fetched, for the owner of the caller's key.
   *
   * @throws {ServiceError} domain_allowance_exceeded if the owner's allowance of the day is used up, or too many hosts
   *   of the registrable domain were fetched for all callers; nothing is counted then
   */
  takeDomain(domain: string): Promise<void>;
}

/** Allowance of domains that are counted together. */
export interface FollowAllowance {
  /**
   * Counts domains that get daily snapshots from now on, all or none. Their hosts count for the owner alone until they are
   * fetched.
   *
   * @throws {ServiceError} domain_allowance_exceeded if less is left of the owner's allowance of the day, or of the hosts
   *   of a registrable domain that the owner may have a day
   */
  takeDomains(domains: readonly string[]): Promise<void>;
  /** Subtracts those that were counted and then not followed. */
  returnDomains(domains: readonly string[]): Promise<void>;
}

/** Allowance of pages. */
export interface PageAllowance {
  /**
   * Counts a page that is about to be fetched, in the same way.
   *
   * @param domain domain of the page's host
   * @throws {ServiceError} domain_allowance_exceeded
   */
  takePage(domain: string): Promise<void>;
}

/** Allowance of pages for the crawl of a site. */
export interface CrawlAllowance {
  /**
   * Counts the pages that a crawl may request, as many as the owner has left today.
   *
   * @param domain domain of the site
   * @param crawl id of the crawl
   * @returns how many were counted, at least one
   * @throws {ServiceError} domain_allowance_exceeded
   */
  reservePages(domain: string, crawl: string, count: number): Promise<number>;
  /** Subtracts what was reserved for a crawl that did not begin. */
  returnPages(crawl: string): Promise<void>;
}

export type AllowanceServices = ReturnType<typeof createAllowanceServices>;

/**
 * Creates the allowance of the owner of a caller's key, who is looked up when something is counted. The response states
 * what is left.
 */
export function fetchAllowance(
  caller: KeyedCaller,
  services: AllowanceServices,
): FetchAllowance & FollowAllowance & PageAllowance & CrawlAllowance {
  const { allowances, hosts, isReachable, now } = services;
  /** Hosts with an override are exempt from the limit of hosts. */
  const limitedOf = (domains: readonly string[]) => domains.filter((domain) => !isReachable(domain));
  const take = async (what: Fetched, domain: string) => {
    const { owner, limit, note, refused } = await dailyLimit(caller, what, services);
    const at = now();
    if (!note(await allowances.take(owner, what, limit, 1, at))) throw await refused(usedUp(what, limit));
    if (await admitHost(domain, owner, services)) return;
    note(await allowances.giveBack(owner, what, 1, at));
    throw tooManyHosts(domain, now());
  };
  /** When domains were counted: they are subtracted from that day, which may have ended since. */
  let followedAt = now();
  return {
    takeDomain: (domain) => take('domains', domain),
    async takeDomains(domains) {
      const { length: count } = domains;
      const { owner, limit, note, refused } = await dailyLimit(caller, 'domains', services);
      followedAt = now();
      const used = await allowances.take(owner, 'domains', limit, count, followedAt);
      if (!note(used)) throw await refused(insufficient('domains', { count, limit }));
      if (await hosts.reserve(limitedOf(domains), owner)) return;
      note(await allowances.giveBack(owner, 'domains', count, followedAt));
      throw tooManyHosts(domains[0]!, now());
    },
    async returnDomains(domains) {
      const { owner, note } = await dailyLimit(caller, 'domains', services);
      note(await allowances.giveBack(owner, 'domains', domains.length, followedAt));
      await hosts.release(limitedOf(domains), owner);
    },
    takePage: (domain) => take('pages', domain),
    async reservePages(domain, crawl, count) {
      const { owner, limit, note, refused } = await dailyLimit(caller, 'pages', services);
      const { reserved, used } = await allowances.reserve(owner, 'pages', crawl, { count, limit });
      note(used);
      if (reserved === 0) throw await refused(usedUp('pages', limit));
      if (await admitHost(domain, owner, services)) return reserved;
      note(await allowances.settle(owner, 'pages', crawl, 0));
      throw tooManyHosts(domain, now());
    },
    async returnPages(crawl) {
      const { owner, note } = await dailyLimit(caller, 'pages', services);
      note(await allowances.settle(owner, 'pages', crawl, 0));
    },
  };
}

export type HostServices = Pick<AllowanceServices, 'hosts' | 'isReachable' | 'now'>;

/**
 * Creates the allowance for fetches of an owner's batch, whose domains were counted when it was created: only the limit of hosts
 * applies.
 */
export function hostAllowance(owner: string, services: HostServices): FetchAllowance {
  return {
    async takeDomain(domain) {
      if (!(await admitHost(domain, owner, services))) throw tooManyHosts(domain, services.now());
    },
  };
}

interface Parts {
  db: DynamoDB;
  settings: KeySettings & { COORDINATION_TABLE: string };
  /** Returns whether the operator resolves a host, in which case the limit of hosts does not apply. */
  isReachable: (host: string) => boolean;
}

/** Creates the dependencies of allowances from the settings. */
export function createAllowanceServices({ db, settings, isReachable }: Parts) {
  const { COORDINATION_TABLE: table, PLAN_ALLOWANCES: plans } = settings;
  const now = Date.now;
  const hosts: Omit<FetchedHosts, 'deleteDomain'> = createFetchedHosts(db, table, now);
  return {
    holders: createGatewayKeyHolders({ db, settings }),
    allowances: createAllowances(db, table, now),
    hosts,
    plans,
    isReachable,
    now,
  };
}

async function admitHost(domain: string, owner: string, { hosts, isReachable }: HostServices): Promise<boolean> {
  return isReachable(domain) || hosts.admit(domain, owner);
}

function tooManyHosts(domain: string, now: number): ServiceError {
  const name = registrableDomain(domain);
  return exceeded(
    message`The daily limit of hosts of ${{ domain: name }} is reached: ${{ share: HOSTS_OF_OWNER }} for the key's owner, ${{ limit: HOSTS_A_DAY }} for all callers; it resets at 00:00 UTC.`,
    now,
  );
}

import { ServiceError } from '../platform/http/errors.ts';
import { message, type Message } from '../platform/http/message.ts';
import { allowanceOf, createAllowances, type Fetched, insufficient, usedUp } from './allowances.ts';
import { createFetchedHosts, type FetchedHosts, HOSTS_A_DAY, HOSTS_OF_OWNER } from './fetched-hosts.ts';
import { registrableDomain } from '../platform/names/domain-name.ts';
import { openKeyHolders } from './open-key-holders.ts';
import { startOfNextDay } from '../platform/time/day.ts';
import type { DynamoDB } from '../platform/dynamodb/dynamodb.ts';
import type { KeySettings } from '../platform/settings/settings.ts';

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

/** Creates the allowance of a key's owner, who is looked up when something is counted. */
export function fetchAllowance(
  keyId: string,
  services: AllowanceServices,
): FetchAllowance & FollowAllowance & PageAllowance & CrawlAllowance {
  const { holders, allowances, hosts, plans, isReachable, now } = services;
  /** Hosts with an override are exempt from the limit of hosts. */
  const limitedOf = (domains: readonly string[]) => domains.filter((domain) => !isReachable(domain));
  /** Counts the refusal, which the owner of the service sees in the usage of the key. */
  const refusedOf = async (owner: string, what: Fetched, reason: Message) => {
    await allowances.refuse(owner, what);
    return refused(reason, now());
  };
  const take = async (what: Fetched, domain: string) => {
    const holder = await holders.find(keyId);
    const limit = allowanceOf(holder, plans)[what];
    if (!(await allowances.take(holder.owner, what, limit))) {
      throw await refusedOf(holder.owner, what, usedUp(what, limit));
    }
    if (await admitHost(domain, holder.owner, services)) return;
    await allowances.giveBack(holder.owner, what);
    throw tooManyHosts(domain, now());
  };
  return {
    takeDomain: (domain) => take('domains', domain),
    async takeDomains(domains) {
      const { length: count } = domains;
      const holder = await holders.find(keyId);
      const limit = allowanceOf(holder, plans).domains;
      if (!(await allowances.take(holder.owner, 'domains', limit, count))) {
        throw await refusedOf(holder.owner, 'domains', insufficient('domains', { count, limit }));
      }
      if (await hosts.reserve(limitedOf(domains), holder.owner)) return;
      await allowances.giveBack(holder.owner, 'domains', count);
      throw tooManyHosts(domains[0]!, now());
    },
    async returnDomains(domains) {
      const { owner } = await holders.find(keyId);
      await allowances.giveBack(owner, 'domains', domains.length);
      await hosts.release(limitedOf(domains), owner);
    },
    takePage: (domain) => take('pages', domain),
    async reservePages(domain, crawl, count) {
      const holder = await holders.find(keyId);
      const limit = allowanceOf(holder, plans).pages;
      const reserved = await allowances.reserve(holder.owner, 'pages', crawl, { count, limit });
      if (reserved === 0) throw await refusedOf(holder.owner, 'pages', usedUp('pages', limit));
      if (await admitHost(domain, holder.owner, services)) return reserved;
      await allowances.settle(holder.owner, 'pages', crawl, 0);
      throw tooManyHosts(domain, now());
    },
    async returnPages(crawl) {
      await allowances.settle((await holders.find(keyId)).owner, 'pages', crawl, 0);
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
    holders: openKeyHolders({ db, settings }),
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
  return refused(
    message`The daily limit of hosts of ${{ domain: name }} is reached: ${{ share: HOSTS_OF_OWNER }} for the key's owner, ${{ limit: HOSTS_A_DAY }} for all callers; it resets at 00:00 UTC.`,
    now,
  );
}

function refused(message: Message, now: number): ServiceError {
  return new ServiceError('domain_allowance_exceeded', {
    message,
    retryAfterSeconds: Math.ceil((startOfNextDay(now) - now) / 1000),
  });
}

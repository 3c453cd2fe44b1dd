import { ServiceError } from '../platform/http/errors.ts';
import { message, type Message } from '../platform/http/message.ts';
import { allowanceOf, createAllowances, type Fetched, insufficient, usedUp } from './allowances.ts';
import { createFetchedHosts, type FetchedHosts, HOSTS_A_DAY } from './fetched-hosts.ts';
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
   * Counts domains that get daily snapshots from now on, all or none.
   *
   * @throws {ServiceError} domain_allowance_exceeded if less is left of the owner's allowance of the day
   */
  takeDomains(count: number): Promise<void>;
  /** Subtracts those that were counted and then not followed. */
  returnDomains(count: number): Promise<void>;
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
  const { holders, allowances, plans, now } = services;
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
    if (await admitHost(domain, services)) return;
    await allowances.giveBack(holder.owner, what);
    throw tooManyHosts(domain, now());
  };
  return {
    takeDomain: (domain) => take('domains', domain),
    async takeDomains(count) {
      const holder = await holders.find(keyId);
      const limit = allowanceOf(holder, plans).domains;
      if (await allowances.take(holder.owner, 'domains', limit, count)) return;
      throw await refusedOf(holder.owner, 'domains', insufficient('domains', { count, limit }));
    },
    returnDomains: async (count) => allowances.giveBack((await holders.find(keyId)).owner, 'domains', count),
    takePage: (domain) => take('pages', domain),
    async reservePages(domain, crawl, count) {
      const holder = await holders.find(keyId);
      const limit = allowanceOf(holder, plans).pages;
      const reserved = await allowances.reserve(holder.owner, 'pages', crawl, { count, limit });
      if (reserved === 0) throw await refusedOf(holder.owner, 'pages', usedUp('pages', limit));
      if (await admitHost(domain, services)) return reserved;
      await allowances.settle(holder.owner, 'pages', crawl, 0);
      throw tooManyHosts(domain, now());
    },
    async returnPages(crawl) {
      await allowances.settle((await holders.find(keyId)).owner, 'pages', crawl, 0);
    },
  };
}

type HostServices = Pick<AllowanceServices, 'hosts' | 'isReachable' | 'now'>;

/**
 * Creates the allowance for fetches of a batch, whose domains were counted when it was created: only the limit of hosts
 * applies.
 */
export function hostAllowance(services: HostServices): FetchAllowance {
  return {
    async takeDomain(domain) {
      if (!(await admitHost(domain, services))) throw tooManyHosts(domain, services.now());
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
  const hosts: Pick<FetchedHosts, 'admit'> = createFetchedHosts(db, table, now);
  return {
    holders: openKeyHolders({ db, settings }),
    allowances: createAllowances(db, table, now),
    hosts,
    plans,
    isReachable,
    now,
  };
}

async function admitHost(domain: string, { hosts, isReachable }: HostServices): Promise<boolean> {
  return isReachable(domain) || hosts.admit(domain);
}

function tooManyHosts(domain: string, now: number): ServiceError {
  const name = registrableDomain(domain);
  return refused(
    message`The daily limit of ${{ limit: HOSTS_A_DAY }} hosts of ${{ domain: name }} for all callers is reached; it resets at 00:00 UTC.`,
    now,
  );
}

function refused(message: Message, now: number): ServiceError {
  return new ServiceError('domain_allowance_exceeded', {
    message,
    retryAfterSeconds: Math.ceil((startOfNextDay(now) - now) / 1000),
  });
}

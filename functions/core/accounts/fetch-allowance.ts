import { ServiceError } from '../platform/http/errors.ts';
import { message, type Message } from '../platform/http/message.ts';
import { allowanceOf, type Allowances, createAllowances, type Fetched, usedUp } from './allowances.ts';
import { registrableDomain } from '../platform/names/domain-name.ts';
import type { KeyHolders } from './key-holders.ts';
import { openKeyHolders } from './open-key-holders.ts';
import { DAY_MS, dayOf, startOfNextDay } from '../platform/time/day.ts';
import type { PlanAllowances } from '../platform/settings/catalogue.ts';
import { type DynamoDB, ifConditionHolds } from '../platform/dynamodb/dynamodb.ts';
import type { KeySettings } from '../platform/settings/settings.ts';

/** What the caller of a request may have fetched anew. */
export interface FetchAllowance {
  /**
   * Counts a domain that is about to be fetched, for the owner of the caller's key.
   *
   * @throws {ServiceError} domain_allowance_exceeded where the owner has nothing left of the day, or too many hosts of the domain's
   *   registrable domain were fetched for anybody; nothing is counted then
   */
  takeDomain(domain: string): Promise<void>;
}

/** The same of pages. */
export interface PageAllowance {
  /**
   * Counts a page that is about to be fetched, in the same way.
   *
   * @param domain of its host
   * @throws {ServiceError} domain_allowance_exceeded
   */
  takePage(domain: string): Promise<void>;
}

/** The same of the crawl of a site. */
export interface CrawlAllowance {
  /** The id of the owner of the caller's key. */
  owner(): Promise<string>;
  /**
   * Counts so many of the pages that a crawl may ask for as the owner has left of the day.
   *
   * @param domain that is crawled
   * @param crawl its id
   * @returns how many were counted, at least one
   * @throws {ServiceError} domain_allowance_exceeded
   */
  reservePages(domain: string, crawl: string, count: number): Promise<number>;
  /** Uncounts what was reserved for a crawl that did not begin. */
  returnPages(crawl: string): Promise<void>;
}

export interface AllowanceServices {
  holders: KeyHolders;
  allowances: Allowances;
  hosts: FetchedHosts;
  plans: PlanAllowances;
  /** Whether the operator resolves a host himself: the bound of hosts does not hold for it. */
  isReachable: (host: string) => boolean;
  now: () => number;
}

/** The allowance of a key's owner. Who that is, is looked up when something is taken of it. */
export function fetchAllowance(
  keyId: string,
  services: AllowanceServices,
): FetchAllowance & PageAllowance & CrawlAllowance {
  const { holders, allowances, plans, now } = services;
  const take = async (what: Fetched, domain: string) => {
    const holder = await holders.find(keyId);
    const limit = allowanceOf(holder, plans)[what];
    if (!(await allowances.take(holder.owner, what, limit))) throw refused(usedUp(what, limit), now());
    if (await admitHost(domain, services)) return;
    await allowances.giveBack(holder.owner, what);
    throw tooManyHosts(domain, now());
  };
  return {
    takeDomain: (domain) => take('domains', domain),
    takePage: (domain) => take('pages', domain),
    owner: async () => (await holders.find(keyId)).owner,
    async reservePages(domain, crawl, count) {
      const holder = await holders.find(keyId);
      const limit = allowanceOf(holder, plans).pages;
      const reserved = await allowances.reserve(holder.owner, 'pages', crawl, { count, limit });
      if (reserved === 0) throw refused(usedUp('pages', limit), now());
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
 * What may be fetched of a batch, for whose domains the allowance was taken when it was made: only the bound of hosts
 * is left.
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
  isReachable: (host: string) => boolean;
}

/** Puts together what counting fetches takes. */
export function createAllowanceServices({ db, settings, isReachable }: Parts): AllowanceServices {
  const { COORDINATION_TABLE: table, PLAN_ALLOWANCES: plans } = settings;
  const now = Date.now;
  return {
    holders: openKeyHolders({ db, settings }),
    allowances: createAllowances(db, table, now),
    hosts: createFetchedHosts(db, table, now),
    plans,
    isReachable,
    now,
  };
}

async function admitHost(domain: string, { hosts, isReachable }: HostServices): Promise<boolean> {
  return isReachable(domain) || hosts.admit(domain);
}

function tooManyHosts(domain: string, now: number): ServiceError {
  const of = registrableDomain(domain);
  return refused(
    message`${{ limit: HOSTS_A_DAY }} hosts of ${{ domain: of }} were fetched anew today (UTC): no more are, for anybody.`,
    now,
  );
}

function refused(message: Message, now: number): ServiceError {
  return new ServiceError('domain_allowance_exceeded', {
    message,
    retryAfterSeconds: Math.ceil((startOfNextDay(now) - now) / 1000),
  });
}

/** Most hosts of one registrable domain that are fetched anew in a day (UTC), for all callers together. */
const HOSTS_A_DAY = 100;
const KEPT_DAYS = 2;

/** Which hosts of a registrable domain were fetched anew today, over all instances. */
interface FetchedHosts {
  /**
   * Notes a host that is about to be fetched.
   *
   * @returns false where as many other hosts of its registrable domain as may be were fetched today
   */
  admit(host: string): Promise<boolean>;
}

/** Kept in the `Coordination` table: an item a registrable domain and day, with the set of its hosts. */
export function createFetchedHosts(db: DynamoDB, table: string, now: () => number): FetchedHosts {
  return {
    async admit(host) {
      const update = db.update({
        TableName: table,
        Key: { id: `hosts#${registrableDomain(host)}#${dayOf(now())}` },
        UpdateExpression: 'ADD hosts :hosts SET expires_at = :expiry',
        ConditionExpression: 'attribute_not_exists(hosts) OR contains(hosts, :host) OR size(hosts) < :limit',
        ExpressionAttributeValues: {
          ':hosts': new Set([host]),
          ':host': host,
          ':limit': HOSTS_A_DAY,
          ':expiry': Math.ceil((now() + KEPT_DAYS * DAY_MS) / 1000),
        },
      });
      return (await ifConditionHolds(update)) !== null;
    },
  };
}

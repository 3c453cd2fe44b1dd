import type { FetchAllowance } from '../gateway/fetch-allowance.ts';
import { AllSourcesFailed, DomainBlocked, DomainNotFound } from '../http/errors.ts';
import { message } from '../http/message.ts';
import { fetchOnce } from '../leases/fetch-once.ts';
import { LeaseLost } from '../leases/hold-lease.ts';
import type { CachedRecord } from '../record/cached-record.ts';
import { freshSources, snapshotOf } from '../record/figures.ts';
import { anyAnswered, anyFound } from '../record/merge-record.ts';
import type { DomainAnswer } from '../record/record.ts';
import type { SourceResult } from '../record/source-answer.ts';
import { QUERY_MS, STORE_MS } from '../time/limits.ts';
import { checkExistence, type LookUp } from './existence.ts';
import { type FetchPlan, fetchRecord, type FetchTarget } from './fetch-record.ts';
import type { RecordServices } from './services.ts';

export interface DomainWanted {
  domain: string;
  refresh: boolean;
  /** A refresh takes what was fetched since then, in milliseconds since the epoch. */
  since: number;
  /** What may be fetched; `null`: nothing is counted. */
  allowance: FetchAllowance | null;
  /** The caller has read that there is no entry, so that it is read again under the lease only. */
  wasAbsent?: boolean;
}

/** What differs between those for whom a domain is fetched: a caller who waits, a batch. */
export interface FetchManner extends Pick<FetchPlan, 'unasked' | 'defer'> {
  /** How the registry is asked whether a new name exists. */
  registry: LookUp['registry'];
  /** How an entry is healed before it answers; `null` where it answers as it is. */
  healing(entry: CachedRecord): FetchPlan | null;
  /** Under the domain's lease, after it was fetched. */
  afterFetch?(): Promise<void>;
}

export interface DomainFetched {
  entry: CachedRecord;
  cacheStatus: DomainAnswer['cache_status'];
}

/**
 * Answers from the permanent cache, or fetches the domain where it is new or a refresh is asked for. However many want
 * the same domain at once, it is fetched once. On a miss the entry is read twice: before the lease, and under it.
 *
 * @throws {DomainBlocked} for a domain that the operator has blocked
 * @throws {DomainNotFound} for a new domain whose name does not exist
 * @throws {DomainAllowanceExceeded} where it has to be fetched, and the allowance does not admit it
 * @throws {AllSourcesFailed} when no source answered, or nothing is known of a new domain
 * @throws {GatewayTimeout} when another's fetch took too long
 */
export async function fetchDomain(
  { domain, refresh, since, allowance, wasAbsent = false }: DomainWanted,
  manner: FetchManner,
  services: RecordServices,
): Promise<DomainFetched> {
  const { cache, followed, leases, missing, now } = services;
  const deadline = now() + QUERY_MS;
  const isEnough = (entry: CachedRecord) =>
    refresh ? Date.parse(entry.updatedAt) >= since : manner.healing(entry) === null;
  const read = () => cache.read(domain, { consistent: true });
  // A refresh needs the entry only under the lease.
  let stored = refresh || wasAbsent ? null : await read();
  if (stored && isEnough(stored)) return { entry: stored, cacheStatus: 'hit' };

  if (await followed.isBlocked(domain)) throw new DomainBlocked();
  if (!stored && !refresh && (await missing.has(domain))) {
    // The caller's read need not have been consistent.
    if (wasAbsent) stored = await read();
    if (!stored) throw new DomainNotFound(domain);
  }

  const cacheStatus = refresh ? 'refreshed' : stored ? 'hit' : 'miss';
  let isCounted = false;
  const entry = await fetchOnce({
    name: domain,
    leases,
    now,
    deadline,
    readFresh: async () => {
      stored = await read();
      return stored && isEnough(stored) ? stored : null;
    },
    fetch: async (lease) => {
      // As it is under the lease: the domain may have been forgotten since the first read.
      const target: FetchTarget = { domain, entry: stored, lease, deadline: deadline - STORE_MS };
      const healing = stored && !refresh && manner.healing(stored);
      if (healing) return storedBy(target, healing, services);
      const { registry } = manner;
      const registration = stored ? null : await checkExistence(domain, { anew: refresh, registry }, services);
      // A fetch that another instance took over may come back here: it counts once.
      if (!isCounted) await allowance?.takeDomain(domain);
      isCounted = true;
      const fetched = await fetchAnew(
        { ...target, ...(registration && { answered: [registration] }) },
        refresh ? 'refresh' : 'query',
        manner,
        services,
      );
      await manner.afterFetch?.();
      return fetched;
    },
  });
  return { entry, cacheStatus };
}

/**
 * Fetches a domain anew.
 *
 * @returns the entry that was stored
 * @throws {AllSourcesFailed} when no source answered, or nothing is known of a new domain; nothing is stored then
 * @throws {DomainBlocked} when it was blocked meanwhile
 * @throws {LeaseLost} when another fetches it meanwhile; nothing is stored then
 */
export function fetchAnew(
  target: FetchTarget,
  origin: 'query' | 'refresh',
  manner: Pick<FetchManner, 'unasked' | 'defer'>,
  services: RecordServices,
): Promise<CachedRecord> {
  const { domain, entry } = target;
  const { sources, history } = services;
  const { unasked, defer } = manner;
  const plan: FetchPlan = {
    ...(unasked && { unasked }),
    defer,
    mode: 'inline',
    select: () => sources,
    accepts(results) {
      if (anyAnswered(results) && (entry || anyFound(results))) return true;
      throw new AllSourcesFailed(message`Nothing could be learnt of ${{ domain }}: ${{ reasons: reasons(results) }}`);
    },
    renewsEntry: () => true,
    // A function that ends in between leaves no entry whose figures the history never gets.
    beforeEntry: ({ record, fetchedAt }) =>
      history.add({ domain, captured_at: fetchedAt, origin, ...snapshotOf(record, freshSources(record)) }),
  };
  return storedBy(target, plan, services);
}

async function storedBy(target: FetchTarget, plan: FetchPlan, services: RecordServices): Promise<CachedRecord> {
  const { domain } = target;
  const fetched = await fetchRecord(target, plan, services);
  if (fetched) return fetched.entry;
  if (await services.followed.isBlocked(domain)) throw new DomainBlocked();
  throw new LeaseLost(`${domain} was forgotten while it was fetched`);
}

function reasons(results: SourceResult[]): Record<string, string> | string {
  const failures = results.flatMap(({ source, answer }) =>
    answer.error ? [[source.id, answer.error.code] as const] : [],
  );
  return failures.length > 0 ? Object.fromEntries(failures) : 'no source knows it';
}

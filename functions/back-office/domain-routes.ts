import { domainToUnicode } from 'node:url';
import * as z from 'zod';
import { domainParameter } from '../core/platform/names/address-parameters.ts';
import { domainBlocked, invalidParameters } from '../core/platform/http/errors.ts';
import { parse, problemOf, readParameters, wholeNumberParameter } from '../core/platform/http/parameters.ts';
import { deleteDomain, type DeletionServices } from '../core/deletion/delete-domain.ts';
import { type HistoryServices, readHistory } from '../core/domains/history/read-history.ts';
import { rangeParameter } from '../core/domains/history/request.ts';
import type { Activity, AskedSnapshot, DomainDetails, DomainSummary, WorkFailure } from './contract.ts';
import type { Call, Route } from './router.ts';
import { answerData } from '../core/record/answer-data.ts';
import { type CachedRecord, recordOf } from '../core/record/cached-record.ts';
import { hasFailed } from '../core/record/record-row.ts';
import type { DomainAnswer } from '../core/record/record.ts';
import type {
  BackgroundRequest,
  BackgroundRequests,
  RequestFailure,
} from '../core/sources/providers/background-requests.ts';
import type { DomainCache } from '../core/domains/store/domain-cache.ts';
import type { DomainList, DomainState } from '../core/domains/schedule/domain-list.ts';
import { dayOf } from '../core/platform/time/day.ts';
import type { FetchLeases } from '../core/platform/coordination.ts';
import type { QueueOperations } from '../core/operations/queues.ts';
import type { ScheduledSnapshots } from '../core/domains/store/domain-history.ts';
import type { FollowedDomains } from '../core/domains/schedule/followed-domains.ts';
import type { DomainQueue } from '../core/domains/tasks.ts';

export interface DomainServices extends DeletionServices, HistoryServices {
  cache: Pick<DomainCache, 'read'>;
  followed: FollowedDomains;
  list: Pick<DomainList, 'add' | 'states'>;
  requests: BackgroundRequests;
  snapshots: Pick<ScheduledSnapshots, 'has'>;
  queue: Pick<QueueOperations, 'counts'>;
  workQueue: DomainQueue;
  /** Whether a host is accepted although its name is reserved. */
  isReachable: (host: string) => boolean;
}

/**
 * Maximum number of snapshots of a domain that are read at once: more than those of a year, as a day has a scheduled one
 * and one with the rank of the Tranco list, and weeks of CrUX and refreshes add some.
 */
export const MAX_SNAPSHOTS = 1_000;

const historyParameters = z.object({
  range: rangeParameter,
  limit: wholeNumberParameter({
    name: 'Maximum number of snapshots in the response',
    min: 1,
    max: MAX_SNAPSHOTS,
    default: 100,
  }),
});

/** Routes for one domain each. */
export const domainRoutes: Route<DomainServices>[] = [
  {
    method: 'GET',
    pattern: 'domains/{domain}',
    handle: async (call, services) => ({ data: await describeDomain(domainOf(call, services), services) }),
  },
  {
    method: 'GET',
    pattern: 'domains/{domain}/history',
    handle: async (call, services) => {
      const { range, limit } = readParameters(call.event, historyParameters);
      return { data: await readHistory({ domain: domainOf(call, services), range, limit }, services) };
    },
  },
  work('POST', 'domains/{domain}/refresh', refreshLater, 202),
  {
    method: 'POST',
    pattern: 'domains/{domain}/snapshot',
    handle: async (call, services) => {
      const is_queued = await takeSnapshotLater(domainOf(call, services), services);
      return { ...(is_queued && { status: 202 as const }), data: { is_queued } satisfies AskedSnapshot };
    },
  },
  work('POST', 'domains/{domain}/block', blockDomain),
  work('POST', 'domains/{domain}/unblock', (domain, { followed }) => followed.unblock(domain)),
  work('DELETE', 'domains/{domain}', deleteDomain),
];

/** A route that changes something about a domain and returns no data. */
function work(
  method: 'POST' | 'DELETE',
  pattern: string,
  act: (domain: string, services: DomainServices) => Promise<void>,
  status?: 202,
): Route<DomainServices> {
  return {
    method,
    pattern,
    handle: async (call, services) => {
      await act(domainOf(call, services), services);
      return { ...(status && { status }), data: {} };
    },
  };
}

/** @throws {ServiceError} invalid_parameter if the path does not contain a domain */
export function domainOf({ params }: Call, { isReachable }: Pick<DomainServices, 'isReachable'>): string {
  const { data, issues } = parse(domainParameter(isReachable), params.domain);
  if (issues.length === 0) return data;
  throw invalidParameters(issues.map((issue) => ({ param: 'domain', ...problemOf(issue) })));
}

/** Returns everything that is stored of a domain, which may be one that was never queried. */
async function describeDomain(domain: string, services: DomainServices): Promise<DomainDetails> {
  const { list, cache, requests, now } = services;
  const [states, entry, failure] = await Promise.all([
    list.states([domain]),
    cache.read(domain, { consistent: true }),
    requests.readFailure(domain, now()),
  ]);
  const state = states.get(domain)!;
  return {
    ...summaryOf(domain, entry, state),
    record: entry && (JSON.parse(answerData(entry, 'hit', now())) as DomainAnswer),
    next_snapshot_at: state.nextSnapshotAt,
    last_asked_on: state.lastRequestedOn,
    tags: state.tags,
    activity: await readActivity(domain, entry?.updatedAt ?? null, services),
    failure: failure && failureOf(failure),
  };
}

/** @param entry `null` if the domain is not in the cache */
function summaryOf(domain: string, entry: CachedRecord | null, state: DomainState): DomainSummary {
  const record = entry && recordOf(entry);
  return {
    domain,
    domain_unicode: entry?.domainUnicode ?? domainToUnicode(domain),
    updated_at: entry?.updatedAt ?? null,
    seo_score: record?.seo_score ?? null,
    score_source: record?.sources.find(({ fields }) => fields.includes('seo_score')) ?? null,
    complete: record?.complete ?? null,
    failed_sources: record?.sources.filter(hasFailed).map(({ id }) => id) ?? [],
    followed: state.followed,
    blocked: state.blocked,
  };
}

function failureOf({ failedAt, ...failed }: RequestFailure): WorkFailure {
  return { ...failed, failed_at: new Date(failedAt).toISOString() };
}

/** A message may be missing in the counts of SQS for this time after it was sent. */
const COUNTS_LAG_MS = 60_000;

interface ActivityServices extends Pick<DomainServices, 'snapshots' | 'queue' | 'now'> {
  leases: Pick<FetchLeases, 'read'>;
  requests: Pick<BackgroundRequests, 'read'>;
}

/**
 * The background work for a domain. Messages cannot be looked up by domain: one is considered waiting if the operator
 * requested it, it has no result yet, and the queue is not empty.
 *
 * @param updatedAt ISO 8601 time of the last fetch; `null` if there was none
 */
export async function readActivity(
  domain: string,
  updatedAt: string | null,
  services: ActivityServices,
): Promise<Activity> {
  const { leases, requests, queue, now } = services;
  const [lease, request] = await Promise.all([leases.read(domain), requests.read(domain, now())]);
  if (lease && lease.failure === null) return 'running';
  if (!request || (await isDone(domain, request, updatedAt, services))) return 'idle';
  if (now() - request.requestedAt < COUNTS_LAG_MS) return 'waiting';
  const { waiting, running } = await queue.counts();
  return waiting + running > 0 ? 'waiting' : 'idle';
}

/** A snapshot may not update the record: it can reuse answers that were fetched shortly before. */
async function isDone(
  domain: string,
  { task, requestedAt }: BackgroundRequest,
  updatedAt: string | null,
  { snapshots, now }: ActivityServices,
): Promise<boolean> {
  if (updatedAt !== null && Date.parse(updatedAt) >= requestedAt) return true;
  return task === 'snapshot' && snapshots.has(domain, dayOf(now()));
}

/**
 * Queues a new fetch of a domain.
 *
 * @throws {ServiceError} domain_blocked
 */
async function refreshLater(domain: string, services: DomainServices): Promise<void> {
  const requestedAt = await prepare(domain, 'refresh', services);
  await services.workQueue.send({ task: 'refresh', domain, requestedAt });
}

/**
 * Queues today's snapshot of a domain, if it does not exist yet.
 *
 * @returns whether it is queued: otherwise the day has its snapshot already
 * @throws {ServiceError} domain_blocked
 */
async function takeSnapshotLater(domain: string, services: DomainServices): Promise<boolean> {
  if (await services.snapshots.has(domain, dayOf(services.now()))) return false;
  await prepare(domain, 'snapshot', services);
  await services.workQueue.send({ task: 'snapshot', domain, attempt: 0 });
  return true;
}

/**
 * Stores the operator's request before the message is sent, which may be processed immediately.
 *
 * @returns time of the request in milliseconds since the epoch
 * @throws {ServiceError} domain_blocked
 */
async function prepare(domain: string, task: BackgroundRequest['task'], services: DomainServices): Promise<number> {
  const { followed, list, requests, now } = services;
  if (await followed.isBlocked(domain)) throw domainBlocked();
  const requestedAt = now();
  await Promise.all([list.add(domain), requests.add(domain, { task, requestedAt })]);
  return requestedAt;
}

/** Blocks a domain and adds it to the list, so that the block can be found and removed. */
async function blockDomain(domain: string, { followed, list }: DomainServices): Promise<void> {
  await followed.block(domain);
  await list.add(domain);
}

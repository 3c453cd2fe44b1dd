import { domainToUnicode } from 'node:url';
import { domainBlocked } from '../core/platform/http/errors.ts';
import { deleteDomain, type DeletionServices } from '../core/deletion/delete-domain.ts';
import { type HistoryServices, readHistory } from '../core/domains/history/read-history.ts';
import {
  type Activity,
  domainContract,
  type DomainDetails,
  type DomainSummary,
  type WorkFailure,
} from './contract/domains.ts';
import type { HostServices } from './contract/entry.ts';
import { routesOf } from './router.ts';
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

export interface DomainServices extends DeletionServices, HistoryServices, HostServices {
  cache: Pick<DomainCache, 'read'>;
  followed: FollowedDomains;
  list: Pick<DomainList, 'add' | 'states'>;
  requests: BackgroundRequests;
  snapshots: Pick<ScheduledSnapshots, 'has'>;
  queue: Pick<QueueOperations, 'counts'>;
  workQueue: DomainQueue;
}

/** Routes for one domain each. */
export const domainRoutes = routesOf<typeof domainContract, DomainServices>(domainContract, {
  domain: async ({ params }, services) => ({ data: await describeDomain(params.domain, services) }),
  history: async ({ params, query }, services) => ({
    data: await readHistory({ domain: params.domain, ...query }, services),
  }),
  refresh: async ({ params }, services) => {
    await refreshLater(params.domain, services);
    return { status: 202, data: {} };
  },
  takeSnapshot: async ({ params }, services) => {
    const is_queued = await takeSnapshotLater(params.domain, services);
    return { ...(is_queued && { status: 202 }), data: { is_queued } };
  },
  block: async ({ params }, services) => {
    await blockDomain(params.domain, services);
    return { data: {} };
  },
  unblock: async ({ params }, { followed }) => {
    await followed.unblock(params.domain);
    return { data: {} };
  },
  deleteDomain: async ({ params }, services) => {
    await deleteDomain(params.domain, services);
    return { data: {} };
  },
});

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

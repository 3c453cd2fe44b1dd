import { dayOf } from '../core/platform/time/day.ts';
import type { BackgroundRequest, BackgroundRequests } from '../core/sources/providers/background-requests.ts';
import type { FetchLeases } from '../core/platform/coordination.ts';
import type { QueueOperations } from '../core/platform/queues/queue-operations.ts';
import type { ScheduledSnapshots } from '../core/domains/store/scheduled-snapshots.ts';
import type { Activity } from './contract.ts';

/** A message may be missing in the counts of SQS for this time after it was sent. */
const COUNTS_LAG_MS = 60_000;

export interface ActivityServices {
  leases: Pick<FetchLeases, 'read'>;
  requests: Pick<BackgroundRequests, 'read'>;
  snapshots: Pick<ScheduledSnapshots, 'has'>;
  queue: Pick<QueueOperations, 'counts'>;
  now: () => number;
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
  if (now() - request.askedAt < COUNTS_LAG_MS) return 'waiting';
  const { waiting, running } = await queue.counts();
  return waiting + running > 0 ? 'waiting' : 'idle';
}

/** A snapshot may not update the record: it can reuse answers that were fetched shortly before. */
async function isDone(
  domain: string,
  { task, askedAt }: BackgroundRequest,
  updatedAt: string | null,
  { snapshots, now }: ActivityServices,
): Promise<boolean> {
  if (updatedAt !== null && Date.parse(updatedAt) >= askedAt) return true;
  return task === 'snapshot' && snapshots.has(domain, dayOf(now()));
}

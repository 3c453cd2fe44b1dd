import { domainBlocked } from '../core/platform/http/errors.ts';
import type { ForgetServices } from '../core/deletion/forget-domain.ts';
import { dayOf } from '../core/platform/time/day.ts';
import type { BackgroundRequest, BackgroundRequests } from '../core/sources/providers/background-requests.ts';
import type { DomainList } from '../core/domains/schedule/domain-list.ts';
import type { FollowedDomains } from '../core/domains/schedule/followed-domains.ts';
import type { ScheduledSnapshots } from '../core/domains/store/scheduled-snapshots.ts';
import type { WorkQueue } from '../core/platform/queues/work-queue.ts';

export interface WorkServices extends ForgetServices {
  followed: Pick<FollowedDomains, 'isBlocked' | 'block' | 'unblock' | 'unfollow' | 'forget'>;
  list: Pick<DomainList, 'add'>;
  requests: Pick<BackgroundRequests, 'note'>;
  snapshots: Pick<ScheduledSnapshots, 'has'>;
  workQueue: Pick<WorkQueue, 'send'>;
}

/**
 * Queues a new fetch of a domain.
 *
 * @throws {ServiceError} domain_blocked
 */
export async function refreshLater(domain: string, services: WorkServices): Promise<void> {
  const askedAt = await prepare(domain, 'refresh', services);
  await services.workQueue.send({ task: 'refresh', domain, askedAt });
}

/**
 * Queues today's snapshot of a domain, if it does not exist yet.
 *
 * @returns whether it is queued: otherwise the day has its snapshot already
 * @throws {ServiceError} domain_blocked
 */
export async function takeSnapshotLater(domain: string, services: WorkServices): Promise<boolean> {
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
async function prepare(domain: string, task: BackgroundRequest['task'], services: WorkServices): Promise<number> {
  const { followed, list, requests, now } = services;
  if (await followed.isBlocked(domain)) throw domainBlocked();
  const askedAt = now();
  await Promise.all([list.add(domain), requests.note(domain, { task, askedAt })]);
  return askedAt;
}

/** Blocks a domain and adds it to the list, so that the block can be found and removed. */
export async function blockDomain(domain: string, { followed, list }: WorkServices): Promise<void> {
  await followed.block(domain);
  await list.add(domain);
}

import type { ForgetServices } from '../shared/domain-record/forget-domain.ts';
import { DomainBlocked } from '../shared/domain-record/query-domain.ts';
import { dayOf } from '../shared/time/day.ts';
import type { BackgroundRequest, BackgroundRequests } from '../shared/storage/background-requests.ts';
import type { DomainList } from '../shared/storage/domain-schedule/domain-list.ts';
import type { FollowedDomains } from '../shared/storage/domain-schedule/followed-domains.ts';
import type { ScheduledSnapshots } from '../shared/storage/domain-history/scheduled-snapshots.ts';
import type { WorkQueue } from '../shared/storage/work-queue.ts';

export interface WorkServices extends ForgetServices {
  followed: Pick<FollowedDomains, 'isBlocked' | 'block' | 'unblock' | 'unfollow' | 'forget'>;
  list: Pick<DomainList, 'add'>;
  requests: Pick<BackgroundRequests, 'note'>;
  snapshots: Pick<ScheduledSnapshots, 'has'>;
  workQueue: Pick<WorkQueue, 'send'>;
}

/**
 * Has a domain fetched anew in the background.
 *
 * @throws {DomainBlocked}
 */
export async function refreshLater(domain: string, services: WorkServices): Promise<void> {
  const askedAt = await prepare(domain, 'refresh', services);
  await services.workQueue.send({ task: 'refresh', domain, askedAt });
}

/**
 * Has today's snapshot of a domain taken in the background; a day that has one is left alone.
 *
 * @throws {DomainBlocked}
 */
export async function takeSnapshotLater(domain: string, services: WorkServices): Promise<void> {
  if (await services.snapshots.has(domain, dayOf(services.now()))) return;
  await prepare(domain, 'snapshot', services);
  await services.workQueue.send({ task: 'snapshot', domain, attempt: 0 });
}

/**
 * Before the message is sent, since it may be worked off at once.
 *
 * @returns when it was asked for, in milliseconds since the epoch
 */
async function prepare(domain: string, task: BackgroundRequest['task'], services: WorkServices): Promise<number> {
  const { followed, list, requests, now } = services;
  if (await followed.isBlocked(domain)) throw new DomainBlocked();
  const askedAt = now();
  await Promise.all([list.add(domain), requests.note(domain, { task, askedAt })]);
  return askedAt;
}

/** Blocks a domain. It is listed from now on, so that the block can be found and taken back. */
export async function blockDomain(domain: string, { followed, list }: WorkServices): Promise<void> {
  await followed.block(domain);
  await list.add(domain);
}

import * as z from 'zod';
import { domainName } from '../platform/names/domain-name.ts';
import { deleteDomain, type DeletionServices } from './delete-domain.ts';
import type { DomainList } from '../domains/schedule/domain-list.ts';
import type { FollowedDomains } from '../domains/schedule/followed-domains.ts';
import type { SnapshotTask, WorkQueue } from '../platform/queues/work-queue.ts';

const domains = z.array(z.string()).min(1).max(1_000);

const command = z.strictObject({
  /** Takes a snapshot of each now, whether it is followed or not. */
  domains: domains.optional(),
  /** Neither fetched nor followed any more. */
  block: domains.optional(),
  unblock: domains.optional(),
  /** Deletes all that is stored of each, except its block. */
  forget: domains.optional(),
});

interface CommandServices extends DeletionServices {
  followed: FollowedDomains;
  list: Pick<DomainList, 'add'>;
  queue: WorkQueue;
  isReachable: (host: string) => boolean;
}

/** Whether an event is the operator's; the schedule's is empty. `performCommand` validates it. */
export function isCommand(event: object): boolean {
  return Object.keys(event).length > 0;
}

/**
 * Performs the command with which the operator invokes the function: `{"domains": […]}`, `{"block": […]}`,
 * `{"unblock": […]}`, `{"forget": […]}`, in any combination.
 *
 * @returns how many domains each part was done for
 * @throws {z.ZodError} or {NotADomain} when the command is invalid; nothing is done then
 */
export async function performCommand(event: object, services: CommandServices): Promise<Record<string, number>> {
  const { followed, list, queue, isReachable } = services;
  const given = command.parse(event);
  const named = Object.fromEntries(
    Object.entries(given).map(([part, names]) => [part, (names ?? []).map((name) => domainName(name, isReachable))]),
  ) as Partial<Record<keyof typeof given, string[]>>;

  for (const domain of named.block ?? []) await followed.block(domain);
  for (const domain of named.unblock ?? []) await followed.unblock(domain);
  for (const domain of named.forget ?? []) await deleteDomain(domain, services);
  for (const domain of named.domains ?? []) {
    // The worker skips unknown domains, since they were deleted.
    await list.add(domain);
    await queue.send({ task: 'snapshot', domain, attempt: 0 } satisfies SnapshotTask);
  }
  return Object.fromEntries(Object.entries(named).map(([part, names]) => [part, names.length]));
}

import * as z from 'zod';
import { domainName } from '../platform/names/domain-name.ts';
import { deleteDomain, type DeletionServices } from './delete-domain.ts';
import type { DomainList } from '../domains/schedule/domain-list.ts';
import type { FollowedDomains } from '../domains/schedule/followed-domains.ts';
import type { DomainQueue, SnapshotTask } from '../domains/tasks.ts';

const domains = z.array(z.string()).min(1).max(1_000);

const command = z.strictObject({
  /** Takes a snapshot of each domain now, followed or not. */
  domains: domains.optional(),
  /** Blocks domains: they are neither fetched nor followed. */
  block: domains.optional(),
  unblock: domains.optional(),
  /** Deletes all data of each domain, except its block. */
  forget: domains.optional(),
});

interface CommandServices extends DeletionServices {
  followed: FollowedDomains;
  list: Pick<DomainList, 'add'>;
  queue: DomainQueue;
  isReachable: (host: string) => boolean;
}

/** Returns whether an event is a command of the operator; the event of the schedule is empty. */
export function isCommand(event: object): boolean {
  return Object.keys(event).length > 0;
}

/**
 * Executes the command with which the operator invokes the function: `{"domains": […]}`, `{"block": […]}`,
 * `{"unblock": […]}`, `{"forget": […]}`, in any combination.
 *
 * @returns the number of domains of each part
 * @throws {z.ZodError} or {NotADomain} if the command is invalid; nothing is done then
 */
export async function performCommand(event: object, services: CommandServices): Promise<Record<string, number>> {
  const { followed, list, queue, isReachable } = services;
  const given = command.parse(event);
  const named = Object.fromEntries(
    Object.entries(given).map(([part, names]) => [part, (names ?? []).map((name) => domainName(name, isReachable))]),
  ) as Partial<Record<keyof typeof given, string[]>>;

  for (const domain of named.block ?? []) {
    await followed.block(domain);
    // So that the block can be found and removed in the workspace.
    await list.add(domain);
  }
  for (const domain of named.unblock ?? []) await followed.unblock(domain);
  for (const domain of named.forget ?? []) await deleteDomain(domain, services);
  for (const domain of named.domains ?? []) {
    // Adds it first: the worker skips domains that are not in the list, since they were deleted.
    await list.add(domain);
    await queue.send({ task: 'snapshot', domain, attempt: 0 } satisfies SnapshotTask);
  }
  return Object.fromEntries(Object.entries(named).map(([part, names]) => [part, names.length]));
}

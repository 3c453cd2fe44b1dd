import type { PlanMembership } from './plan-membership.ts';

/**
 * Moves a key to another plan, which resets its usage. A key has at most one plan per stage, so it gives no access for a
 * moment; if it cannot be added to the new plan, it is added to the old one again.
 *
 * @param from `null`: it has no plan
 * @throws what `attach` throws
 */
export async function moveKey(
  keyId: string,
  { from, to }: { from: string | null; to: string },
  { attach, detach }: PlanMembership,
): Promise<void> {
  if (from === to) return;
  if (from) await detach(from, keyId);
  try {
    await attach(to, keyId);
  } catch (error) {
    // Both errors are reported: the key has no plan then.
    if (from) await attach(from, keyId).catch((second: unknown) => Promise.reject(bothFailed(error, second)));
    throw error;
  }
}

function bothFailed(error: unknown, second: unknown): Error {
  return new AggregateError([error, second], 'The key could neither be moved nor put back: it is on no plan now');
}

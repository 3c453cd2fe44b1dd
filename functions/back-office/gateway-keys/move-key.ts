/** Puts keys on plans and takes them off, by API Gateway's ids. */
export interface PlanMembership {
  attach: (planId: string, keyId: string) => Promise<void>;
  /** A key that is not on the plan is let be. */
  detach: (planId: string, keyId: string) => Promise<void>;
}

/**
 * Moves a key to another plan. A key is on one plan of a stage at most, so it opens nothing for a moment; where it
 * cannot be put on the new plan, it is put back. Its usage starts anew.
 *
 * @param from `null`: it is on none
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
    // Both are worth knowing: the key is on no plan then.
    if (from) await attach(from, keyId).catch((second: unknown) => Promise.reject(bothFailed(error, second)));
    throw error;
  }
}

function bothFailed(error: unknown, second: unknown): Error {
  return new AggregateError([error, second], 'The key could neither be moved nor put back: it is on no plan now');
}

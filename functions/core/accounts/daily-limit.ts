import { ServiceError } from '../platform/http/errors.ts';
import type { KeyedCaller } from '../platform/http/caller.ts';
import type { Message } from '../platform/http/message.ts';
import type { PlanAllowances } from './plans.ts';
import { secondsToNextDay } from '../platform/time/day.ts';
import { allowanceOf, type Allowances, type Fetched, leftOfDay } from './allowances.ts';
import type { KeyHolders } from './key-holders.ts';

interface Dependencies {
  holders: Pick<KeyHolders, 'find'>;
  allowances: Pick<Allowances, 'refuse'>;
  plans: PlanAllowances;
  now: () => number;
}

/** Returns the owner of a caller's key with one of its allowances, and how its state becomes part of the response. */
export async function dailyLimit(
  { keyId, noteLimit }: KeyedCaller,
  what: Fetched,
  { holders, allowances, plans, now }: Dependencies,
) {
  const holder = await holders.find(keyId);
  const { owner } = holder;
  const limit = allowanceOf(holder, plans)[what];
  /** @returns false if `used` is `null`: nothing was counted */
  const note = (used: number | null): boolean => {
    if (used !== null) noteLimit(leftOfDay(what, { limit, used, now: now() }));
    return used !== null;
  };
  return {
    owner,
    limit,
    note,
    /** Counts the refusal, which the owner of the service sees in the usage of the key. */
    refused: async (reason: Message): Promise<ServiceError> => {
      note(await allowances.refuse(owner, what));
      return exceeded(reason, now());
    },
  };
}

/** Creates the error of an allowance that does not suffice until the next day. */
export function exceeded(message: Message, now: number): ServiceError {
  return new ServiceError('domain_allowance_exceeded', {
    message,
    retryAfterSeconds: secondsToNextDay(now),
  });
}

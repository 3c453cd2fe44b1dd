import { ConflictException, NotFoundException, TooManyRequestsException } from '@aws-sdk/client-api-gateway';
import { KeyContended, KeyStoreBusy, UnknownKey } from './errors.ts';

const KEY_ID = /^[a-z0-9]+$/i;

/**
 * Does what concerns one key, with API Gateway's errors in the service's own.
 *
 * @throws {UnknownKey} also for what can be no id: `..` would make the call one about something else
 */
export async function aboutKey<Result>(id: string, work: () => Promise<Result>): Promise<Result> {
  if (!KEY_ID.test(id)) throw new UnknownKey(id);
  try {
    return await work();
  } catch (error) {
    if (error instanceof NotFoundException) throw new UnknownKey(id);
    throw commonError(error);
  }
}

/** @returns the service's own error for one of API Gateway; others as they are */
export function commonError(error: unknown): unknown {
  if (error instanceof ConflictException) return new KeyContended(error);
  return error instanceof TooManyRequestsException ? new KeyStoreBusy(error) : error;
}

import { ConflictException, NotFoundException, TooManyRequestsException } from '@aws-sdk/client-api-gateway';
import { ControlPlaneThrottled, KeyConflict, UnknownKey } from './errors.ts';

const KEY_ID = /^[a-z0-9]+$/i;

/**
 * Runs calls about one key, and converts API Gateway's errors to the service's.
 *
 * @throws {UnknownKey} also for an invalid id: `..` would change the path of the call
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

/** @returns the service's error for one of API Gateway; others as is */
export function commonError(error: unknown): unknown {
  if (error instanceof ConflictException) return new KeyConflict(error);
  return error instanceof TooManyRequestsException ? new ControlPlaneThrottled(error) : error;
}

import { ConflictException, NotFoundException, TooManyRequestsException } from '@aws-sdk/client-api-gateway';
import { ServiceError } from '../../core/platform/http/errors.ts';
import { message } from '../../core/platform/http/message.ts';

const KEY_ID = /^[a-z0-9]+$/i;

/**
 * Runs calls about one key, and converts API Gateway's errors to the service's.
 *
 * @throws {ServiceError} not_found also for an invalid id: `..` would change the path of the call
 */
export async function aboutKey<Result>(id: string, work: () => Promise<Result>): Promise<Result> {
  if (!KEY_ID.test(id)) throw unknownKey(id);
  try {
    return await work();
  } catch (error) {
    if (error instanceof NotFoundException) throw unknownKey(id);
    throw commonError(error);
  }
}

/** @returns the service's error for one of API Gateway; others as is */
export function commonError(error: unknown): unknown {
  if (error instanceof ConflictException) return new ServiceError('conflict', { cause: error });
  if (!(error instanceof TooManyRequestsException)) return error;
  // The control plane's limits are per second: https://docs.aws.amazon.com/apigateway/latest/developerguide/limits.html
  return new ServiceError('rate_limited', {
    message: 'API Gateway takes no more calls at present. Try again in a moment.',
    cause: error,
  });
}

/** This stack has no key of this id. */
export function unknownKey(id: string): ServiceError {
  return new ServiceError('not_found', { message: message`There is no key ${{ id }}` });
}

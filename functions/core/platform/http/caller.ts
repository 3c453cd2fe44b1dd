import type { APIGatewayProxyEvent } from 'aws-lambda';
import { isOfBackOffice, keyIdOf } from './key-id.ts';
import { type LimitState, noteLimit } from './limit-fields.ts';

/** The caller of a request with an API key, as its endpoint passes it to use cases. */
export interface KeyedCaller {
  /** API Gateway's id of the key. */
  keyId: string;
  /** Notes what is left of a limit, for the response; a second state of the same limit replaces the first. */
  noteLimit: (state: LimitState) => void;
}

/** The caller of a request with an API key, or the back office. */
export type ApiCaller = KeyedCaller | (Omit<KeyedCaller, 'keyId'> & { keyId: null });

/** @throws if the route does not require a key, which is a defect of the deployment */
export function keyedCallerOf(event: APIGatewayProxyEvent): KeyedCaller {
  return { keyId: keyIdOf(event), noteLimit: (state) => noteLimit(event, state) };
}

/** @throws as {@link keyedCallerOf} */
export function apiCallerOf(event: APIGatewayProxyEvent): ApiCaller {
  return isOfBackOffice(event) ? { keyId: null, noteLimit: () => {} } : keyedCallerOf(event);
}

import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';
import { ServiceError } from '../platform/http/errors.ts';
import { success } from '../platform/http/envelope.ts';

/** Lambda returns 6 MB at most, as JSON in which the body is a text; the rest is for headers. */
const MAX_RESPONSE_BYTES = 6_000_000;

/**
 * @param data `data` of the response
 * @returns the response with status 200
 * @throws {ServiceError} upstream_unreadable when it is larger than Lambda can return
 */
export function relayed(event: APIGatewayProxyEvent, data: object): APIGatewayProxyResult {
  const response = success(event, JSON.stringify(data));
  if (Buffer.byteLength(JSON.stringify(response.body)) > MAX_RESPONSE_BYTES)
    throw new ServiceError('upstream_unreadable');
  return response;
}

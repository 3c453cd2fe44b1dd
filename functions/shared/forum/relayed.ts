import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';
import { success } from '../http/envelope.ts';
import { UpstreamUnreadable } from './errors.ts';

/** Lambda returns 6 MB at most, as JSON in which the body is a text; the rest is for headers. */
const MAX_RESPONSE_BYTES = 6_000_000;

/**
 * @param data what is told of upstream's answer
 * @returns the 200 answer around it
 * @throws {UpstreamUnreadable} where it is longer than what can be returned
 */
export function relayed(event: APIGatewayProxyEvent, data: object): APIGatewayProxyResult {
  const response = success(event, JSON.stringify(data));
  if (Buffer.byteLength(JSON.stringify(response.body)) > MAX_RESPONSE_BYTES) throw new UpstreamUnreadable();
  return response;
}

import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';
import type { ServiceError } from './errors.ts';

/**
 * Headers that scripts of other origins may read. `x-amzn-RequestId` contains the request id, which the gateway adds.
 */
export const EXPOSED_HEADERS = [
  'Retry-After',
  'ETag',
  'x-amzn-RequestId',
  'Content-Disposition',
  'X-Truncated',
  'X-Next-Cursor',
  'Location',
  'RateLimit',
  'RateLimit-Policy',
];

/**
 * Headers of every response: JSON in UTF-8, readable from any origin (CORS, without credentials). The URL may contain a
 * key, so shared caches must not store responses; a private cache may, and revalidates with the ETag.
 */
export const responseHeaders = {
  'Content-Type': 'application/json; charset=utf-8',
  'X-Content-Type-Options': 'nosniff',
  'Cache-Control': 'private, no-cache',
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Expose-Headers': EXPOSED_HEADERS.join(', '),
  // The gateway compresses.
  Vary: 'Accept-Encoding',
} as const;

/** Returns the gateway's request id as hex, without dashes. */
export function requestId(event: APIGatewayProxyEvent): string {
  return event.requestContext.requestId.replaceAll('-', '');
}

/** Returns a response with `data` given as JSON text, so that a stored record is sent without parsing it. */
export function success(event: APIGatewayProxyEvent, dataJson: string, status = 200): APIGatewayProxyResult {
  return {
    statusCode: status,
    headers: responseHeaders,
    body: `{"code":${status},"success":true,"request_id":"${requestId(event)}","data":${dataJson}}`,
  };
}

/** Returns the headers of an error: its own, and `Retry-After` if the error states when to retry. */
export function errorHeaders(error: ServiceError): Record<string, string> {
  const { retryAfterSeconds } = error;
  return {
    ...responseHeaders,
    ...error.headers,
    ...(retryAfterSeconds !== undefined && { 'Retry-After': String(retryAfterSeconds) }),
  };
}

/** Returns the envelope of an error as JSON text. */
export function errorBody(error: ServiceError, id: string): string {
  return JSON.stringify({
    code: error.status,
    success: false,
    request_id: id,
    error: error.code,
    message: error.message,
    values: error.values,
    retryable: error.retryable,
    ...(error.retryAfterSeconds !== undefined && { retry_after_seconds: error.retryAfterSeconds }),
    ...(error.details && { details: error.details }),
    ...error.extras,
  });
}

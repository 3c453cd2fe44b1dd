import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';
import type { ServiceError } from './errors.ts';

/** Headers that scripts of other origins may read; `x-amzn-RequestId` is the request id, which the gateway adds. */
export const EXPOSED_HEADERS = [
  'Retry-After',
  'ETag',
  'x-amzn-RequestId',
  'Content-Disposition',
  'X-Truncated',
  'X-Next-Cursor',
  'Location',
];

/**
 * Headers of every response: JSON in UTF-8, readable from any origin (CORS, without credentials). A key may be in the
 * address, so that no shared cache stores responses; a caller's own cache may, and asks again with the ETag.
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

/** The gateway's request id as hex, without dashes. */
export function requestId(event: APIGatewayProxyEvent): string {
  return event.requestContext.requestId.replaceAll('-', '');
}

/** A response with `data` given as JSON text: a stored record is sent as is, without parsing it. */
export function success(event: APIGatewayProxyEvent, dataJson: string, status = 200): APIGatewayProxyResult {
  return {
    statusCode: status,
    headers: responseHeaders,
    body: `{"code":${status},"success":true,"request_id":"${requestId(event)}","data":${dataJson}}`,
  };
}

/** Headers of an error: its own, and `Retry-After` where it says when another try makes sense. */
export function errorHeaders(error: ServiceError): Record<string, string> {
  const { retryAfterSeconds } = error;
  return {
    ...responseHeaders,
    ...error.headers,
    ...(retryAfterSeconds !== undefined && { 'Retry-After': String(retryAfterSeconds) }),
  };
}

/** The envelope of an error, as JSON text. */
export function errorBody(error: ServiceError, id: string): string {
  return JSON.stringify({
    code: error.status,
    success: false,
    request_id: id,
    error: error.code,
    message: error.message,
    params: error.params,
    retryable: error.retryable,
    ...(error.retryAfterSeconds !== undefined && { retry_after_seconds: error.retryAfterSeconds }),
    ...(error.details && { details: error.details }),
    ...error.extras,
  });
}

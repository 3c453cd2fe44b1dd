import middy from '@middy/core';
import httpErrorHandler from '@middy/http-error-handler';
import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';
import { errorBody, errorHeaders, requestId } from './envelope.ts';
import { limitFields } from './limit-fields.ts';
import { asServiceError, ServiceError } from './errors.ts';
import { logUnexpectedError, noteFacts, requestLog } from './request-log.ts';
import type { EndpointSettings } from '../settings/common.ts';

/** Handles one request from API Gateway; throws {@link ServiceError} for errors that the caller may see. */
export type Endpoint = (event: APIGatewayProxyEvent) => Promise<APIGatewayProxyResult>;

export interface EndpointOptions extends EndpointSettings {
  /**
   * Requests and responses contain credentials: caches must not store responses, and messages of unexpected errors,
   * which may quote the input, are not logged.
   */
  confidential?: boolean;
  /** Caches must not store responses: each is valid for one caller at one time. */
  noStore?: boolean;
}

/** Time before the function's timeout at which the caller gets an error in the envelope. */
const RESPONSE_RESERVE_MS = 500;

/**
 * The one middleware stack of all endpoints.
 *
 * @returns the Lambda handler: `answer`, with every error converted to the envelope
 */
export function endpoint(
  answer: Endpoint,
  { confidential = false, noStore = confidential, ...settings }: EndpointOptions,
) {
  const handler = middy<APIGatewayProxyEvent, APIGatewayProxyResult>({
    timeoutEarlyInMillis: RESPONSE_RESERVE_MS,
    timeoutEarlyResponse,
  })
    .use(requestLog(settings))
    .use(withLimitFields)
    .use(httpErrorHandler({ logger: false }))
    .use(errorsToEnvelope({ confidential, noStore }));
  return (noStore ? handler.use(withoutStoring) : handler).handler(answer);
}

/**
 * Does not throw middy's `TimeoutError`: errors of AWS calls have this name too, are unexpected, and must be logged.
 */
function timeoutEarlyResponse(): never {
  throw new ServiceError('gateway_timeout');
}

type Middleware = middy.MiddlewareObj<APIGatewayProxyEvent, APIGatewayProxyResult>;

const NO_STORE = { 'Cache-Control': 'no-store' };

const withLimitFields: Middleware = {
  after: ({ event, response }) => addLimitFields(event, response!),
  onError: ({ event, response }) => addLimitFields(event, response!),
};

/** A cached answer has none. */
function addLimitFields(event: APIGatewayProxyEvent, response: APIGatewayProxyResult): void {
  response.headers = { ...response.headers, ...limitFields(event) };
}

const withoutStoring: Middleware = {
  after({ response }) {
    response!.headers = { ...response!.headers, ...NO_STORE };
  },
};

/** Converts any error to the envelope, and logs unexpected ones for the operator. */
function errorsToEnvelope({ confidential, noStore }: { confidential: boolean; noStore: boolean }): Middleware {
  return {
    onError(request) {
      const error = asServiceError(request.error);
      const id = requestId(request.event);
      noteFacts(request.event, { error: error.code });
      if (error.kind === 'internal') logUnexpectedError(id, error.cause, confidential);
      request.error = Object.assign(new Error(errorBody(error, id)), {
        statusCode: error.status,
        expose: true,
        headers: { ...errorHeaders(error), ...(noStore && NO_STORE) },
      });
    },
  };
}

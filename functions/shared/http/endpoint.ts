import middy from '@middy/core';
import httpErrorHandler from '@middy/http-error-handler';
import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';
import { errorBody, requestId, responseHeaders } from './envelope.ts';
import { GatewayTimeout, InternalError, ServiceError } from './errors.ts';
import { logDefect } from './log-defect.ts';
import { noteFacts, requestLog } from './request-log.ts';
import type { EndpointSettings } from './settings.ts';

/** Answers one request behind API Gateway; throws {@link ServiceError} for what the caller may know. */
export type Endpoint = (event: APIGatewayProxyEvent) => Promise<APIGatewayProxyResult>;

export interface EndpointOptions extends EndpointSettings {
  /**
   * Requests and answers hold people's credentials: nothing may be kept by caches, and messages of defects, which may
   * quote what they stumbled over, stay out of the log.
   */
  confidential?: boolean;
}

/** The time that is kept back of the function's timeout, so that the caller still gets the envelope. */
const ANSWER_RESERVE_MS = 500;

/**
 * The one middleware stack of all endpoints.
 *
 * @returns the Lambda handler: `answer`, with every error as the envelope that all answers have
 */
export function endpoint(answer: Endpoint, { confidential = false, ...settings }: EndpointOptions) {
  const handler = middy<APIGatewayProxyEvent, APIGatewayProxyResult>({
    timeoutEarlyInMillis: ANSWER_RESERVE_MS,
    timeoutEarlyResponse,
  })
    .use(requestLog(settings))
    .use(httpErrorHandler({ logger: false }))
    .use(errorsToEnvelope(confidential));
  return (confidential ? handler.use(noStore) : handler).handler(answer);
}

/** Other errors are called `TimeoutError` too: those of AWS calls are defects, and have to be logged. */
function timeoutEarlyResponse(): never {
  throw new GatewayTimeout();
}

type Middleware = middy.MiddlewareObj<APIGatewayProxyEvent, APIGatewayProxyResult>;

const NO_STORE = { 'Cache-Control': 'no-store' };

const noStore: Middleware = {
  after({ response }) {
    response!.headers = { ...response!.headers, ...NO_STORE };
  },
};

/** Turns whatever was thrown into the envelope, and logs defects where only the operator sees them. */
function errorsToEnvelope(confidential: boolean): Middleware {
  return {
    onError(request) {
      const error = asServiceError(request.error);
      const id = requestId(request.event);
      noteFacts(request.event, { error: error.code });
      if (error instanceof InternalError) logDefect(id, error.cause, confidential);
      request.error = Object.assign(new Error(errorBody(error, id)), {
        statusCode: error.status,
        expose: true,
        headers: confidential ? { ...responseHeaders, ...NO_STORE } : responseHeaders,
      });
    },
  };
}

function asServiceError(error: unknown): ServiceError {
  return error instanceof ServiceError ? error : new InternalError(error);
}

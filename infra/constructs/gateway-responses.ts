import { ResponseType } from 'aws-cdk-lib/aws-apigateway';
import type { RestApi } from 'aws-cdk-lib/aws-apigateway';
import { EXPOSED_HEADERS } from '../../functions/shared/http/envelope.ts';

export interface GatewayError {
  status: number;
  error: string;
  message: string;
  /** Whether the same request may succeed later, unchanged. */
  retryable: boolean;
  retryAfterSeconds?: number;
}

const notFound: GatewayError = {
  status: 404,
  error: 'not_found',
  message: 'There is nothing at this path.',
  retryable: false,
};
const signInRequired: GatewayError = {
  status: 401,
  error: 'sign_in_required',
  message: 'Sign in first.',
  retryable: false,
};
const internal: GatewayError = {
  status: 500,
  error: 'internal',
  message: 'Something went wrong on our side. The request id helps to find it.',
  retryable: true,
};

/**
 * The responses of API Gateway itself. Its templates have no logic, so the status of each type and whether it is
 * retryable are set here, and a throttled caller gets a fixed `Retry-After`.
 */
export const gatewayErrors: [ResponseType, GatewayError][] = [
  [
    ResponseType.ACCESS_DENIED,
    {
      status: 401,
      error: 'missing_api_key',
      message: 'Pass your API key in the header X-SEO-API-Key, or as Authorization: Bearer <key>.',
      retryable: false,
    },
  ],
  [
    ResponseType.INVALID_API_KEY,
    { status: 401, error: 'invalid_api_key', message: 'This API key is unknown or disabled.', retryable: false },
  ],
  [ResponseType.UNAUTHORIZED, signInRequired],
  // It is not documented which of the two an expired access token causes.
  [ResponseType.EXPIRED_TOKEN, signInRequired],
  [ResponseType.MISSING_AUTHENTICATION_TOKEN, notFound],
  [ResponseType.RESOURCE_NOT_FOUND, notFound],
  // An Authorization header on an unknown path is parsed as an AWS signature, and refused before the path is.
  [ResponseType.INVALID_SIGNATURE, notFound],
  [
    ResponseType.WAF_FILTERED,
    { status: 403, error: 'blocked', message: 'This request was blocked.', retryable: false },
  ],
  [
    ResponseType.REQUEST_TOO_LARGE,
    { status: 413, error: 'too_large', message: 'The request is too large.', retryable: false },
  ],
  [
    ResponseType.THROTTLED,
    {
      status: 429,
      error: 'rate_limited',
      message: 'Too many requests at once.',
      retryable: true,
      retryAfterSeconds: 1,
    },
  ],
  [
    ResponseType.QUOTA_EXCEEDED,
    {
      status: 429,
      error: 'quota_exceeded',
      message: "The plan's quota is used up.",
      retryable: true,
      retryAfterSeconds: 3600,
    },
  ],
  [
    ResponseType.INTEGRATION_TIMEOUT,
    { status: 504, error: 'gateway_timeout', message: 'The answer was not ready in time.', retryable: true },
  ],
  [ResponseType.INTEGRATION_FAILURE, internal],
  [ResponseType.AUTHORIZER_FAILURE, internal],
  [ResponseType.AUTHORIZER_CONFIGURATION_ERROR, internal],
  [ResponseType.API_CONFIGURATION_ERROR, internal],
  [ResponseType.DEFAULT_5XX, internal],
  [
    ResponseType.DEFAULT_4XX,
    {
      status: 422,
      error: 'invalid_parameter',
      message: 'The request could not be read by the gateway.',
      retryable: false,
    },
  ],
];

/** Puts every response of the gateway itself into the service's envelope, readable from any origin (CORS). */
export function addGatewayResponses(api: RestApi) {
  for (const [type, error] of gatewayErrors) {
    const { status, retryAfterSeconds } = error;
    api.addGatewayResponse(type.responseType, {
      type,
      statusCode: String(status),
      responseHeaders: {
        'Access-Control-Allow-Origin': "'*'",
        'X-Content-Type-Options': "'nosniff'",
        'Cache-Control': "'no-store'",
        'Access-Control-Expose-Headers': `'${EXPOSED_HEADERS.join(', ')}'`,
        ...(retryAfterSeconds && { 'Retry-After': `'${retryAfterSeconds}'` }),
      },
      templates: { 'application/json': gatewayBody(error) },
    });
  }
}

/** The template of a response's body: the envelope, with a variable for the request id. */
export function gatewayBody({ status, error, message, retryable, retryAfterSeconds }: GatewayError): string {
  return JSON.stringify({
    code: status,
    success: false,
    request_id: '$context.requestId',
    error,
    message,
    // These messages contain no values.
    params: {},
    retryable,
    ...(retryAfterSeconds !== undefined && { retry_after_seconds: retryAfterSeconds }),
  });
}

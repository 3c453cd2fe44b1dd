import { ResponseType } from 'aws-cdk-lib/aws-apigateway';
import type { RestApi } from 'aws-cdk-lib/aws-apigateway';
import { EXPOSED_HEADERS } from '../../functions/core/platform/http/envelope.ts';
import { type ErrorKind, type ErrorName, ERRORS } from '../../functions/core/platform/http/errors.ts';

export interface GatewayError extends ErrorKind {
  code: ErrorName;
}

const gatewayError = (code: ErrorName): GatewayError => ({ ...ERRORS[code], code });

/**
 * The responses of API Gateway itself. Its templates have no logic, so the status of each type and whether it is
 * retryable are set here, and a throttled caller gets a fixed `Retry-After`.
 */
export const gatewayErrors: [ResponseType, GatewayError][] = [
  [ResponseType.ACCESS_DENIED, gatewayError('missing_api_key')],
  [ResponseType.INVALID_API_KEY, gatewayError('invalid_api_key')],
  [ResponseType.UNAUTHORIZED, gatewayError('sign_in_required')],
  // Which of the two an expired access token causes is not documented.
  [ResponseType.EXPIRED_TOKEN, gatewayError('sign_in_required')],
  [ResponseType.MISSING_AUTHENTICATION_TOKEN, gatewayError('not_found')],
  [ResponseType.RESOURCE_NOT_FOUND, gatewayError('not_found')],
  // An Authorization header on an unknown path is parsed as an AWS signature, and rejected before the path.
  [ResponseType.INVALID_SIGNATURE, gatewayError('not_found')],
  [ResponseType.WAF_FILTERED, gatewayError('blocked')],
  [ResponseType.REQUEST_TOO_LARGE, gatewayError('too_large')],
  [ResponseType.THROTTLED, gatewayError('rate_limited')],
  [ResponseType.QUOTA_EXCEEDED, gatewayError('quota_exceeded')],
  [ResponseType.INTEGRATION_TIMEOUT, gatewayError('gateway_timeout')],
  [ResponseType.INTEGRATION_FAILURE, gatewayError('internal')],
  [ResponseType.AUTHORIZER_FAILURE, gatewayError('internal')],
  [ResponseType.AUTHORIZER_CONFIGURATION_ERROR, gatewayError('internal')],
  [ResponseType.API_CONFIGURATION_ERROR, gatewayError('internal')],
  [ResponseType.DEFAULT_5XX, gatewayError('internal')],
  [ResponseType.DEFAULT_4XX, gatewayError('invalid_parameter')],
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
export function gatewayBody({ status, code, message, retryable, retryAfterSeconds }: GatewayError): string {
  return JSON.stringify({
    code: status,
    success: false,
    request_id: '$context.requestId',
    error: code,
    message,
    // These messages contain no values.
    values: {},
    retryable,
    ...(retryAfterSeconds !== undefined && { retry_after_seconds: retryAfterSeconds }),
  });
}

import { InvokeCommand, LambdaClient, type LambdaClientConfig } from '@aws-sdk/client-lambda';
import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';
import { BACK_OFFICE } from '../core/platform/http/key-id.ts';
import type { MessageValues } from '../core/platform/http/message.ts';
import { GATEWAY_MS } from '../core/platform/time/limits.ts';
import { type ErrorDetail, type ErrorName, ServiceError } from '../core/platform/http/errors.ts';

/** A public endpoint, invoked in its own function. */
export type InvokedEndpoint = (event: APIGatewayProxyEvent, request: EndpointRequest) => Promise<APIGatewayProxyResult>;

/** The request to a public endpoint. */
export interface EndpointRequest {
  resource: string;
  query: Record<string, string[]>;
  /** Default: POST with a body, otherwise GET. */
  method?: string;
  /** The rest of the path, of a resource that ends in `{proxy+}`. */
  proxy?: string;
  /** Sent as JSON. */
  body?: object;
}

const SINGLE_USE = { keepAlive: false };

/**
 * Creates the client that invokes functions. An invoked function may take as long as this one, and is not invoked again
 * after a failure. Each call has its own connection: if a persistent one were closed while this instance is frozen, the
 * next call would fail.
 *
 * @param config such as the endpoint; by default that of the environment
 */
export function createInvokingClient(config: LambdaClientConfig = {}): LambdaClient {
  return new LambdaClient({
    ...config,
    maxAttempts: 1,
    requestHandler: {
      connectionTimeout: 1_000,
      requestTimeout: GATEWAY_MS,
      throwOnRequestTimeout: true,
      httpAgent: SINGLE_USE,
      httpsAgent: SINGLE_USE,
    },
  });
}

/** Headers that are forwarded. The caller's token is not. */
const FORWARDED_HEADERS = /^(?:accept|if-none-match)$/i;

/**
 * Creates an endpoint that invokes the function of a public endpoint. Untrusted content (pages, responses of providers and
 * search engines) is parsed there, not in this function, which manages keys.
 *
 * @param functionName name of the Lambda function
 * @returns the endpoint; it throws {@link ServiceError} if the response is an error
 */
export function invokedEndpoint(client: Pick<LambdaClient, 'send'>, functionName: string): InvokedEndpoint {
  return async (event, request) => {
    const Payload = JSON.stringify(eventFor(event, request));
    const { Payload: answer, FunctionError } = await client.send(
      new InvokeCommand({ FunctionName: functionName, Payload }),
    );
    if (FunctionError || !answer) throw new Error(`Function ${functionName} failed: ${FunctionError}`);
    const result = JSON.parse(answer.transformToString()) as APIGatewayProxyResult;
    if (result.statusCode >= 400) throw errorOf(result);
    return result;
  };
}

function eventFor(event: APIGatewayProxyEvent, { resource, query, method, proxy, body }: EndpointRequest) {
  const { multiValueHeaders, requestContext } = event;
  const forwarded = Object.entries(multiValueHeaders ?? {}).filter(([name]) => FORWARDED_HEADERS.test(name));
  const last = Object.entries(query).flatMap(([name, values]) => values.slice(-1).map((value) => [name, value]));
  return {
    httpMethod: method ?? (body ? 'POST' : 'GET'),
    resource,
    path: resource,
    headers: {},
    multiValueHeaders: Object.fromEntries(forwarded),
    queryStringParameters: Object.fromEntries(last) as Record<string, string>,
    multiValueQueryStringParameters: query,
    pathParameters: proxy === undefined ? null : { proxy },
    body: body ? JSON.stringify(body) : null,
    isBase64Encoded: false,
    requestContext: {
      requestId: requestContext.requestId,
      path: resource,
      identity: { apiKeyId: null },
      authorizer: { principalId: BACK_OFFICE },
    },
  };
}

interface ErrorEnvelope {
  error: ErrorName;
  message: string;
  retryable: boolean;
  retry_after_seconds?: number;
  values: MessageValues;
  details?: ErrorDetail[];
}

/** Returns the error in the response of an endpoint, unchanged. */
function errorOf({ body }: APIGatewayProxyResult): ServiceError {
  const { error, message, retryable, retry_after_seconds, values, details } = JSON.parse(body) as ErrorEnvelope;
  const facts = { message: { text: message, values }, retryable, retryAfterSeconds: retry_after_seconds };
  return new ServiceError(error, { ...facts, ...(details && { details }) });
}

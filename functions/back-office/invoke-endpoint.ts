import { InvokeCommand, type LambdaClient } from '@aws-sdk/client-lambda';
import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';
import { BACK_OFFICE } from '../core/platform/http/key-id.ts';
import type { MessageParams } from '../core/platform/http/message.ts';
import { type ErrorName, ServiceError } from '../core/platform/http/errors.ts';

/** A public endpoint that answers here as it does there, in its own function. */
export type InvokedEndpoint = (event: APIGatewayProxyEvent, request: EndpointRequest) => Promise<APIGatewayProxyResult>;

/** What is requested of it. */
export interface EndpointRequest {
  resource: string;
  query: Record<string, string[]>;
}

/** Headers that concern the answer. The token of who has signed in stays here. */
const PASSED_HEADERS = /^(?:accept|if-none-match)$/i;

/**
 * Has the function of a public endpoint answer: what strangers send (pages, answers of providers and engines) is read there,
 * and not in this function, which manages keys.
 *
 * @param functionName as Lambda knows it
 * @returns the endpoint; it throws {@link ServiceError} where the function answers with an error
 */
export function invokedEndpoint(client: Pick<LambdaClient, 'send'>, functionName: string): InvokedEndpoint {
  return async (event, request) => {
    const Payload = JSON.stringify(eventFor(event, request));
    const { Payload: answer, FunctionError } = await client.send(
      new InvokeCommand({ FunctionName: functionName, Payload }),
    );
    if (FunctionError || !answer) throw new Error(`${functionName} has failed: ${FunctionError}`);
    const result = JSON.parse(answer.transformToString()) as APIGatewayProxyResult;
    if (result.statusCode >= 400) throw errorOf(result);
    return result;
  };
}

function eventFor(event: APIGatewayProxyEvent, { resource, query }: EndpointRequest) {
  const { multiValueHeaders, requestContext } = event;
  const passed = Object.entries(multiValueHeaders ?? {}).filter(([name]) => PASSED_HEADERS.test(name));
  const last = Object.entries(query).flatMap(([name, values]) => values.slice(-1).map((value) => [name, value]));
  return {
    httpMethod: 'GET',
    resource,
    path: resource,
    headers: {},
    multiValueHeaders: Object.fromEntries(passed),
    queryStringParameters: Object.fromEntries(last) as Record<string, string>,
    multiValueQueryStringParameters: query,
    pathParameters: null,
    body: null,
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
  params: MessageParams;
  details?: { param: string; message: string }[];
}

/** The error that an endpoint has answered with, as it stands. */
function errorOf({ body }: APIGatewayProxyResult): ServiceError {
  const { error, message, retryable, retry_after_seconds, params, details } = JSON.parse(body) as ErrorEnvelope;
  const facts = { message: { text: message, params }, retryable, retryAfterSeconds: retry_after_seconds };
  return new ServiceError(error, { ...facts, ...(details && { details }) });
}

import type { IncomingMessage } from 'node:http';
import type { APIGatewayProxyEvent, APIGatewayRequestAuthorizerEvent } from 'aws-lambda';
import type { ApiKey } from '../keys/api-keys.ts';
import type { Claims } from '../sign-in/access-token.ts';
import type { RouteModel } from '../template/service-model.ts';

/** A request as the gateway has read it. */
export interface GatewayRequest {
  incoming: IncomingMessage;
  requestId: string;
  /** Without the stage and the query. */
  path: string;
  query: URLSearchParams;
  body: string | null;
  route: RouteModel;
  /** Values of the parameters in the route's path. */
  pathParameters: Record<string, string>;
  stageName: string;
}

/** The caller of a request, as far as its route requires it. */
export interface GatewayCaller {
  /** On routes that require an API key. */
  key: ApiKey | null;
  /** Of the access token, on routes that require one. */
  claims: Claims | null;
}

/**
 * The event of a Lambda proxy integration (REST API, payload version 1.0).
 *
 * `identity.apiKey`: "For API methods that require an API key, this variable is the API key associated with the method
 * request. For methods that don't require an API key, this variable is null." `identity.apiKeyId`: "The API key ID
 * associated with an API request that requires an API key." (API Gateway Developer Guide, Variables for data
 * transformations.)
 */
export function proxyEvent(request: GatewayRequest, { key, claims }: GatewayCaller): APIGatewayProxyEvent {
  const { requestContext, ...parts } = commonParts(request);
  return {
    ...parts,
    requestContext: {
      ...requestContext,
      identity: { ...requestContext.identity, apiKey: key?.value ?? null, apiKeyId: key?.id ?? null },
      ...(claims && { authorizer: { claims } }),
    },
    body: request.body,
    isBase64Encoded: false,
  } as unknown as APIGatewayProxyEvent;
}

/** The event of a REQUEST authorizer. */
export function authorizerEvent(request: GatewayRequest): APIGatewayRequestAuthorizerEvent {
  const { stageName, incoming, path } = request;
  const methodArn = `arn:aws:execute-api:us-east-1:000000000000:local/${stageName}/${incoming.method}${path}`;
  return { ...commonParts(request), type: 'REQUEST', methodArn } as APIGatewayRequestAuthorizerEvent;
}

function commonParts({ incoming, requestId, path, query, route, pathParameters, stageName }: GatewayRequest) {
  const multiValueHeaders = headerLists(incoming.rawHeaders);
  const multiValueQuery = Object.fromEntries([...new Set(query.keys())].map((name) => [name, query.getAll(name)]));
  return {
    resource: route.path,
    // Of the stage's own address without a slash too.
    path: path || '/',
    httpMethod: incoming.method!,
    headers: lastOfEach(multiValueHeaders),
    multiValueHeaders,
    queryStringParameters: nullIfEmpty(lastOfEach(multiValueQuery)),
    multiValueQueryStringParameters: nullIfEmpty(multiValueQuery),
    pathParameters: nullIfEmpty(pathParameters),
    stageVariables: null,
    requestContext: {
      accountId: '000000000000',
      apiId: 'local',
      resourceId: 'local',
      resourcePath: route.path,
      httpMethod: incoming.method!,
      stage: stageName,
      path: `/${stageName}${path}`,
      protocol: 'HTTP/1.1',
      requestId,
      extendedRequestId: requestId,
      requestTimeEpoch: Date.now(),
      identity: { sourceIp: incoming.socket.remoteAddress ?? '', userAgent: incoming.headers['user-agent'] ?? null },
    },
  };
}

/** API Gateway sends null for an empty map. */
function nullIfEmpty<Value>(map: Record<string, Value>): Record<string, Value> | null {
  return Object.keys(map).length > 0 ? map : null;
}

function lastOfEach(lists: Record<string, string[]>): Record<string, string> {
  return Object.fromEntries(Object.entries(lists).map(([name, values]) => [name, values.at(-1)!]));
}

/** Headers by name as sent; repeated ones in one entry, compared without case. */
function headerLists(rawHeaders: string[]): Record<string, string[]> {
  const lists = new Map<string, { name: string; values: string[] }>();
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const [name, value] = [rawHeaders[index]!, rawHeaders[index + 1]!];
    const entry = lists.get(name.toLowerCase()) ?? { name, values: [] };
    entry.values.push(value);
    lists.set(name.toLowerCase(), entry);
  }
  return Object.fromEntries([...lists.values()].map(({ name, values }) => [name, values]));
}

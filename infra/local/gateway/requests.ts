import type { IncomingMessage } from 'node:http';
import type { APIGatewayProxyEvent, APIGatewayRequestAuthorizerEvent } from 'aws-lambda';
import type { RouteModel } from '../template/service-model.ts';
import type { ApiKey } from '../api-keys.ts';
import type { Claims } from '../sign-in/sign-in-server.ts';

/** The methods that `ANY` matches. */
const METHODS = new Set(['DELETE', 'GET', 'HEAD', 'OPTIONS', 'PATCH', 'POST', 'PUT']);

/**
 * Finds the route of a request, as API Gateway does: the stage is removed from the start of the path (a custom domain
 * has none), the most specific resource is taken, and then its method is looked up.
 *
 * `ANY` "can exist alongside other Operation objects and will catch any HTTP method that wasn't explicitly declared" (API
 * Gateway Developer Guide, x-amazon-apigateway-any-method object). The priority of matching resources is documented for
 * HTTP APIs only, where a full match comes before a greedy path variable (Create routes for HTTP APIs in API Gateway).
 * Here a literal segment comes before `{id}`, which comes before `{proxy+}`, segment by segment.
 *
 * @returns the route, its path without the stage and the values of its path parameters, percent-encoded as they came; or
 *   `null`
 */
export function findRoute(routes: RouteModel[], stageName: string, method: string, rawPath: string) {
  const stagePrefix = `/${stageName}`;
  const path =
    rawPath === stagePrefix || rawPath.startsWith(`${stagePrefix}/`) ? rawPath.slice(stagePrefix.length) : rawPath;
  const normal = path.length > 1 ? path.replace(/\/$/, '') : '/';
  const resource = mostExact(routes, normal);
  if (resource === undefined) return null;
  const ofResource = routes.filter((candidate) => candidate.path === resource);
  const route =
    ofResource.find((candidate) => candidate.method === method) ??
    ofResource.find((candidate) => candidate.method === 'ANY' && METHODS.has(method));
  return route ? { route, path, pathParameters: parametersOf(resource, normal)! } : null;
}

function mostExact(routes: RouteModel[], path: string): string | undefined {
  if (routes.some((route) => route.path === path)) return path;
  return routes
    .map((route) => route.path)
    .filter((resource) => parametersOf(resource, path))
    .toSorted((one, other) => (exactness(one) < exactness(other) ? -1 : 1))[0];
}

/** A sort key with a digit for each segment; more specific resources sort first. */
function exactness(resource: string): string {
  return resource.replaceAll(/[^/]+/g, (segment) =>
    segment.endsWith('+}') ? '2' : segment.startsWith('{') ? '1' : '0',
  );
}

/** @returns the values of a resource's path parameters in a path; `null` when the path does not match */
function parametersOf(resource: string, path: string): Record<string, string> | null {
  const parameters: Record<string, string> = {};
  const given = path.split('/');
  const segments = resource.split('/');
  for (const [index, segment] of segments.entries()) {
    const [, name, greedy] = /^\{(.+?)(\+)?\}$/.exec(segment) ?? [];
    const value = greedy ? given.slice(index).join('/') : given[index];
    if (name ? !value : value !== segment) return null;
    if (name) parameters[name] = value!;
    if (greedy) return parameters;
  }
  return given.length === segments.length ? parameters : null;
}

/** Thrown when a body is longer than the limit. */
export class BodyTooLarge extends Error {
  readonly code = 'body_too_large';
}

/**
 * Reads a request's body. One that is too large is read to its end as well and discarded: a client that is still
 * sending does not read the response.
 *
 * @returns `null` when there is none
 * @throws {BodyTooLarge}
 */
export async function readBody(incoming: IncomingMessage, maxBytes: number): Promise<string | null> {
  let pieces: Buffer[] = [];
  let size = 0;
  for await (const piece of incoming as AsyncIterable<Buffer>) {
    size += piece.length;
    if (size > maxBytes) pieces = [];
    else pieces.push(piece);
  }
  if (size > maxBytes) throw new BodyTooLarge();
  return size > 0 ? Buffer.concat(pieces).toString() : null;
}

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

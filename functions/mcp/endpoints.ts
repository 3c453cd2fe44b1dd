import type { APIGatewayProxyEvent } from 'aws-lambda';
import type { Endpoint } from '../core/platform/http/endpoint.ts';
import type { McpSettings } from './settings.ts';

/** Paths of the endpoints that tools call. */
type Path = '/query' | '/history' | '/keywords' | '/long-tail' | '/page' | '/site' | '/site/issues' | '/site/compare';

/** The endpoints by path; each is loaded at its first call. */
export type Endpoints = Record<Path, () => Promise<Endpoint>>;

export function createEndpoints(settings: McpSettings): Endpoints {
  return {
    '/query': once(async () => (await import('../core/domains/query/query-endpoint.ts')).createQueryEndpoint(settings)),
    '/history': once(async () =>
      (await import('../core/domains/history/history-endpoint.ts')).createHistoryEndpoint(settings),
    ),
    '/keywords': once(async () =>
      (await import('../core/keywords/search/keywords-endpoint.ts')).createKeywordsEndpoint(settings),
    ),
    '/long-tail': once(async () =>
      (await import('../core/long-tail/long-tail-endpoint.ts')).createLongTailEndpoint(settings),
    ),
    '/page': once(async () => (await import('../core/pages/page-endpoint.ts')).createPageEndpoint(settings)),
    '/site': once(async () =>
      (await import('../core/site-reports/answer/site-endpoint.ts')).createSiteEndpoint(settings),
    ),
    '/site/compare': once(async () =>
      (await import('../core/site-reports/answer/comparison-endpoint.ts')).createComparisonEndpoint(settings),
    ),
    '/site/issues': once(async () =>
      (await import('../core/site-reports/answer/list-endpoints.ts')).createSiteIssuesEndpoint(settings),
    ),
  };
}

function once<Value>(make: () => Promise<Value>): () => Promise<Value> {
  let made: Promise<Value> | undefined;
  return () => (made ??= make());
}

/** Values of parameters; an undefined one is not sent. */
export type Parameters = Record<string, string | number | boolean | readonly string[] | undefined>;

/**
 * Calls an endpoint with the key of the caller: like a `GET` request, with a body like a `POST` request.
 *
 * @returns `data` of the answer
 * @throws {ServiceError} as the endpoint does
 */
export type CallEndpoint = <Data>(path: Path, parameters: Parameters, body?: object) => Promise<Data>;

/** @param event the request that contains the tool call */
export function createCallEndpoint(event: APIGatewayProxyEvent, endpoints: Endpoints): CallEndpoint {
  return async (path, parameters, body) => {
    const answer = await (await endpoints[path]())(requestOf(event, path, parameters, body));
    return (JSON.parse(answer.body) as { data: never }).data;
  };
}

function requestOf(
  event: APIGatewayProxyEvent,
  path: Path,
  parameters: Parameters,
  body?: object,
): APIGatewayProxyEvent {
  const given = Object.entries(parameters).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, textOf(value)] as const],
  );
  const resource = `/api/v1/seo${path}`;
  return {
    ...event,
    httpMethod: body ? 'POST' : 'GET',
    resource,
    path: resource,
    pathParameters: null,
    headers: {},
    multiValueHeaders: {},
    queryStringParameters: Object.fromEntries(given),
    multiValueQueryStringParameters: Object.fromEntries(given.map(([name, text]) => [name, [text]])),
    body: body ? JSON.stringify(body) : null,
    isBase64Encoded: false,
  };
}

function textOf(value: NonNullable<Parameters[string]>): string {
  if (typeof value === 'boolean') return value ? '1' : '0';
  return Array.isArray(value) ? value.join(',') : String(value);
}

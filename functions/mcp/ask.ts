import type { APIGatewayProxyEvent } from 'aws-lambda';
import type { Endpoints, Path } from './endpoints.ts';

/** Values of parameters; those that are undefined are not given. */
export type Parameters = Record<string, string | number | boolean | readonly string[] | undefined>;

/**
 * Asks an endpoint as a `GET` request would, with the key of the caller.
 *
 * @returns `data` of the answer
 * @throws {ServiceError} as the endpoint does
 */
export type Ask = <Data>(path: Path, parameters: Parameters) => Promise<Data>;

/** @param event the request that the tool is called by */
export function createAsk(event: APIGatewayProxyEvent, endpoints: Endpoints): Ask {
  return async (path, parameters) => {
    const answer = await (await endpoints[path]())(requestOf(event, path, parameters));
    return (JSON.parse(answer.body) as { data: never }).data;
  };
}

function requestOf(event: APIGatewayProxyEvent, path: Path, parameters: Parameters): APIGatewayProxyEvent {
  const given = Object.entries(parameters).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, textOf(value)] as const],
  );
  const resource = `/api/v1/seo${path}`;
  return {
    ...event,
    httpMethod: 'GET',
    resource,
    path: resource,
    pathParameters: null,
    headers: {},
    multiValueHeaders: {},
    queryStringParameters: Object.fromEntries(given),
    multiValueQueryStringParameters: Object.fromEntries(given.map(([name, text]) => [name, [text]])),
    body: null,
  };
}

function textOf(value: NonNullable<Parameters[string]>): string {
  if (typeof value === 'boolean') return value ? '1' : '0';
  return Array.isArray(value) ? value.join(',') : String(value);
}

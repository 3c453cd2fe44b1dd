import type { APIGatewayProxyEvent } from 'aws-lambda';

/** An API Gateway proxy event with this query string. */
export function apiEvent(query: string): APIGatewayProxyEvent {
  const parameters = new URLSearchParams(query);
  const names = [...new Set(parameters.keys())];
  const lists = Object.fromEntries(names.map((name) => [name, parameters.getAll(name)]));
  const last = Object.fromEntries(names.map((name) => [name, parameters.getAll(name).at(-1)]));
  return {
    httpMethod: 'GET',
    path: '/',
    headers: {},
    multiValueHeaders: {},
    queryStringParameters: names.length > 0 ? last : null,
    multiValueQueryStringParameters: names.length > 0 ? lists : null,
    requestContext: { requestId: '0f3cb7ad-1f3b-4a9c-8f5e-2f1d7a6b4c3d', identity: { apiKeyId: 'a1b2c3' } },
    body: null,
  } as unknown as APIGatewayProxyEvent;
}

/** The event of a request with an API key. @param id API Gateway's id of the key */
export function eventOfKey(id: string): APIGatewayProxyEvent {
  const event = apiEvent('');
  return {
    ...event,
    requestContext: { ...event.requestContext, identity: { ...event.requestContext.identity, apiKeyId: id } },
  };
}

/** The event of the same request by a signed-in operator. */
export function byOperator(event: APIGatewayProxyEvent): APIGatewayProxyEvent {
  const claims = { username: 'operator', 'cognito:groups': 'operators' };
  return { ...event, requestContext: { ...event.requestContext, authorizer: { claims } } };
}

/** The event of a request with a JSON body. */
export function postEvent(resource: string, body: unknown): APIGatewayProxyEvent {
  return { ...apiEvent(''), httpMethod: 'POST', resource, path: resource, body: JSON.stringify(body) };
}

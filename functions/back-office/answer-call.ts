import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';
import { ServiceError } from '../core/platform/http/errors.ts';
import { requestId, responseHeaders } from '../core/platform/http/envelope.ts';
import { callerOf } from './caller.ts';
import { type JournalingServices, journaled } from './journaled.ts';
import { findRoute, type Route } from './router.ts';

/**
 * Handles an API call by its route, and has what changes something in the journal; the response is in the service's envelope, unless the route has made it itself.
 *
 * @throws {ServiceError} not_permitted where a viewer asks for more than to look, or to change what belongs to the viewer: routes of `GET`
 *   change nothing
 */
export async function answerCall<Services>(
  event: APIGatewayProxyEvent,
  routes: Route<Services>[],
  services: Services & JournalingServices,
): Promise<APIGatewayProxyResult> {
  // Unlike the path of the event, it has no stage or base path of a custom domain as prefix.
  const found = findRoute(routes, event.httpMethod, event.pathParameters?.proxy ?? '');
  const { route, params } = found;
  const call = { event, params };
  const isChange = route.method !== 'GET' && !route.isOwn;
  if (isChange && callerOf(event).role !== 'operator') throw new ServiceError('not_permitted');
  const answer = await (isChange ? journaled(call, route, services) : route.handle(call, services));
  if ('statusCode' in answer) return answer;
  const { status = 200, data } = answer;
  const body = { code: status, success: true, request_id: requestId(event), data };
  return { statusCode: status, headers: responseHeaders, body: JSON.stringify(body) };
}

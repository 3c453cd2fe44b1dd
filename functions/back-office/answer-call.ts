import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';
import { requestId, responseHeaders } from '../shared/http/envelope.ts';
import { callerOf } from './caller.ts';
import { NotPermitted } from './errors.ts';
import { findRoute, type Route } from './router.ts';

/**
 * Handles an API call by its route; the response is in the service's envelope, unless the route has made it itself.
 *
 * @throws {NotPermitted} where a viewer asks for more than to look: only routes of `GET` change nothing
 */
export async function answerCall<Services>(
  event: APIGatewayProxyEvent,
  routes: Route<Services>[],
  services: Services,
): Promise<APIGatewayProxyResult> {
  // Unlike the path of the event, it has no stage or base path of a custom domain as prefix.
  const found = findRoute(routes, event.httpMethod, event.pathParameters?.proxy ?? '');
  if (found.route.method !== 'GET' && callerOf(event).role !== 'operator') throw new NotPermitted();
  const answer = await found.route.handle({ event, params: found.params }, services);
  if ('statusCode' in answer) return answer;
  const { status = 200, data } = answer;
  const body = { code: status, success: true, request_id: requestId(event), data };
  return { statusCode: status, headers: responseHeaders, body: JSON.stringify(body) };
}

import type { APIGatewayProxyEvent } from 'aws-lambda';
import type { Endpoint } from '../shared/http/endpoint.ts';
import { InvalidParameter } from '../shared/http/errors.ts';
import type { Route } from './router.ts';

export interface KeywordServices {
  /** The public endpoints, which answer here as they do there; each is loaded when it is first asked. */
  loadKeywordEndpoints: Record<Research, () => Promise<Endpoint>>;
}

type Research = 'keywords' | 'long-tail';

/** Routes for keyword research. Nothing is counted for what people ask here. */
export const keywordRoutes: Route<KeywordServices>[] = (['keywords', 'long-tail'] as const).flatMap((research) => [
  {
    method: 'GET',
    pattern: research,
    handle: async ({ event }, { loadKeywordEndpoints }) => {
      if (event.multiValueQueryStringParameters?.refresh) {
        throw new InvalidParameter([{ param: 'refresh', message: 'must not be given: POST asks anew' }]);
      }
      return (await loadKeywordEndpoints[research]())(asPublic(event, research));
    },
  },
  {
    method: 'POST',
    pattern: research,
    handle: async ({ event }, { loadKeywordEndpoints }) =>
      (await loadKeywordEndpoints[research]())(asPublic(event, research, { refresh: '1' })),
  },
]);

/** The request as the public endpoint would get it: answers are cached by their address. */
function asPublic(
  event: APIGatewayProxyEvent,
  research: Research,
  more: Record<string, string> = {},
): APIGatewayProxyEvent {
  const all = Object.fromEntries(Object.entries(more).map(([name, value]) => [name, [value]]));
  return {
    ...event,
    httpMethod: 'GET',
    resource: `/api/v1/seo/${research}`,
    queryStringParameters: { ...event.queryStringParameters, ...more },
    multiValueQueryStringParameters: { ...event.multiValueQueryStringParameters, ...all },
  };
}

import type { APIGatewayProxyEvent } from 'aws-lambda';
import { invalidParameter } from '../core/platform/http/errors.ts';
import type { EndpointRequest, InvokedEndpoint } from './invoke-endpoint.ts';
import type { Route } from './router.ts';

export interface KeywordServices {
  /** The public endpoints, which answer here as they do there. */
  keywordEndpoints: Record<Research, InvokedEndpoint>;
}

type Research = 'keywords' | 'long-tail';

/** Routes for keyword research. Nothing is counted for what people ask here. */
export const keywordRoutes: Route<KeywordServices>[] = (['keywords', 'long-tail'] as const).flatMap((research) => [
  {
    method: 'GET',
    pattern: research,
    handle: ({ event }, { keywordEndpoints }) => {
      if (event.multiValueQueryStringParameters?.refresh) {
        throw invalidParameter('refresh', 'must not be given: POST asks anew');
      }
      return keywordEndpoints[research](event, asPublic(event, research));
    },
  },
  {
    method: 'POST',
    pattern: research,
    handle: ({ event }, { keywordEndpoints }) =>
      keywordEndpoints[research](event, asPublic(event, research, { refresh: ['1'] })),
  },
]);

/** The request as the public endpoint would get it: answers are cached by their address. */
function asPublic(
  event: APIGatewayProxyEvent,
  research: Research,
  more: Record<string, string[]> = {},
): EndpointRequest {
  const given = event.multiValueQueryStringParameters as Record<string, string[]> | null;
  return { resource: `/api/v1/seo/${research}`, query: { ...given, ...more } };
}

import type { APIGatewayProxyEvent } from 'aws-lambda';
import type { CachedQuery } from '../../functions/core/platform/http/cached-endpoint.ts';

/** Finds what a request is answered with, as a cached endpoint does. */
export async function findStored<Found, Missed>(
  event: APIGatewayProxyEvent,
  { read, miss }: CachedQuery<Found, Missed>,
): Promise<Found> {
  const outcome = await read(event, Date.now());
  return 'stored' in outcome ? outcome.stored : miss(event, outcome.missed);
}

import type { APIGatewayProxyEvent } from 'aws-lambda';

/** What is left of a limit. */
export interface LimitState {
  /** Stable name of the limit. */
  name: string;
  limit: number;
  /** Period of the limit. */
  seconds: number;
  left: number;
  /** Time until the period ends. */
  resetSeconds: number;
}

const noted = new WeakMap<APIGatewayProxyEvent, LimitState[]>();

/** Notes what is left of a limit, for the response; a second state of the same limit replaces the first. */
export function noteLimit(event: APIGatewayProxyEvent, state: LimitState): void {
  const others = (noted.get(event) ?? []).filter(({ name }) => name !== state.name);
  noted.set(event, [...others, state]);
}

/**
 * Returns the fields `RateLimit` and `RateLimit-Policy` of a response, if a limit was noted (draft-ietf-httpapi-ratelimit-headers-10,
 * sections 3 and 4): `"domains";q=1000;w=86400` and `"domains";r=999;t=3600`.
 */
export function limitFields(event: APIGatewayProxyEvent): Record<string, string> {
  const states = noted.get(event);
  if (!states) return {};
  return {
    'RateLimit-Policy': states.map(({ name, limit, seconds }) => `"${name}";q=${limit};w=${seconds}`).join(', '),
    RateLimit: states.map(({ name, left, resetSeconds }) => `"${name}";r=${left};t=${resetSeconds}`).join(', '),
  };
}

import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';
import { methodNotAllowed, ServiceError } from '../core/platform/http/errors.ts';

/** A call of the API. */
export interface Call {
  event: APIGatewayProxyEvent;
  /** Path parameters: values of the pattern's parts in braces. */
  params: Record<string, string>;
}

export interface Answer {
  /** Default: 200. */
  status?: 201 | 202;
  data: object;
}

export interface Route<Services> {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** Path relative to the API's, such as `keys/{id}`. */
  pattern: string;
  /** It changes only what belongs to the caller: viewers may use it too, and it is not in the journal. */
  isOwn?: true;
  /** Returns what goes into the envelope, or a response that is ready. */
  handle: (call: Call, services: Services) => Promise<Answer | APIGatewayProxyResult>;
}

/**
 * @returns the route and its path parameters
 * @throws {ServiceError} not_found if no route has this path
 * @throws {ServiceError} method_not_allowed if only routes of other methods have it
 */
export function findRoute<Services>(routes: Route<Services>[], method: string, path: string) {
  const ofPath = routes.flatMap((route) => {
    const params = matched(route.pattern, path);
    return params ? [{ route, params }] : [];
  });
  if (ofPath.length === 0) throw new ServiceError('not_found');
  const found = ofPath.find(({ route }) => route.method === method);
  if (!found) throw methodNotAllowed([...ofPath.map(({ route }) => route.method), 'OPTIONS']);
  return found;
}

function matched(pattern: string, path: string): Record<string, string> | null {
  const [parts, given] = [pattern.split('/'), path.split('/')];
  if (parts.length !== given.length) return null;
  const params: Record<string, string> = {};
  for (const [index, part] of parts.entries()) {
    const text = decoded(given[index]!);
    if (text === null) return null;
    const name = /^\{(\w+)\}$/.exec(part)?.[1];
    if (name && text) params[name] = text;
    else if (text !== part) return null;
  }
  return params;
}

function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}

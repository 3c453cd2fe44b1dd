import { methodNotAllowed, ServiceError } from './errors.ts';

/** A route of a function that serves several paths itself. */
export interface PathRoute {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** Path relative to the function's, such as `keys/{id}`. */
  pattern: string;
}

/**
 * Returns the first route with this path and method, and its path parameters.
 *
 * @param path decoded part by part
 * @throws {ServiceError} not_found if no route has this path
 * @throws {ServiceError} method_not_allowed if only routes of other methods have it
 */
export function findRoute<Route extends PathRoute>(
  routes: readonly Route[],
  method: string,
  path: string,
): { route: Route; params: Record<string, string> } {
  const ofPath = routes.flatMap((route) => {
    const params = matchPath(route.pattern, path);
    return params ? [{ route, params }] : [];
  });
  if (ofPath.length === 0) throw new ServiceError('not_found');
  const found = ofPath.find(({ route }) => route.method === method);
  if (!found) throw methodNotAllowed([...new Set(ofPath.map(({ route }) => route.method)), 'OPTIONS']);
  return found;
}

function matchPath(pattern: string, path: string): Record<string, string> | null {
  const [parts, given] = [pattern.split('/'), path.split('/')];
  if (parts.length !== given.length) return null;
  const params: Record<string, string> = {};
  for (const [index, part] of parts.entries()) {
    const text = decodePart(given[index]!);
    if (text === null) return null;
    const name = /^\{(\w+)\}$/.exec(part)?.[1];
    if (name && text) params[name] = text;
    else if (text !== part) return null;
  }
  return params;
}

function decodePart(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}

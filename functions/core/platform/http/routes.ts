import { methodNotAllowed, ServiceError } from './errors.ts';

/** A route of a function that serves several paths itself. */
export interface PathRoute {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /**
   * Path relative to the function's, such as `keys/{id}`. A parameter is an id, except `{domain}`, which its routes
   * check.
   */
  pattern: string;
}

/** The form of all ids. A longer text may be no key of an item, and `#` separates the parts of keys. */
const ID = /^[\w-]{1,64}$/;

/**
 * Returns the first route with this path and method, and its path parameters. No path has a text that is not in the form
 * of an id in place of one.
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
    if (name && (name === 'domain' ? text : ID.test(text))) params[name] = text;
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

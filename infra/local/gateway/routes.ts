import type { RouteModel } from '../template/service-model.ts';

/** The methods that `ANY` matches. */
const METHODS = new Set(['DELETE', 'GET', 'HEAD', 'OPTIONS', 'PATCH', 'POST', 'PUT']);

/**
 * Finds the route of a request, as API Gateway does: the stage is removed from the start of the path (a custom domain
 * has none), the most specific resource is taken, and then its method is looked up.
 *
 * `ANY` "can exist alongside other Operation objects and will catch any HTTP method that wasn't explicitly declared" (API
 * Gateway Developer Guide, x-amazon-apigateway-any-method object). The priority of matching resources is documented for
 * HTTP APIs only, where a full match comes before a greedy path variable (Create routes for HTTP APIs in API Gateway).
 * Here a literal segment comes before `{id}`, which comes before `{proxy+}`, segment by segment.
 *
 * @returns the route, its path without the stage and the values of its path parameters, percent-encoded as they came; or
 *   `null`
 */
export function findRoute(routes: RouteModel[], stageName: string, method: string, rawPath: string) {
  const stagePrefix = `/${stageName}`;
  const path =
    rawPath === stagePrefix || rawPath.startsWith(`${stagePrefix}/`) ? rawPath.slice(stagePrefix.length) : rawPath;
  const normal = path.length > 1 ? path.replace(/\/$/, '') : '/';
  const resource = mostExact(routes, normal);
  if (resource === undefined) return null;
  const ofResource = routes.filter((candidate) => candidate.path === resource);
  const route =
    ofResource.find((candidate) => candidate.method === method) ??
    ofResource.find((candidate) => candidate.method === 'ANY' && METHODS.has(method));
  return route ? { route, path, pathParameters: parametersOf(resource, normal)! } : null;
}

function mostExact(routes: RouteModel[], path: string): string | undefined {
  if (routes.some((route) => route.path === path)) return path;
  return routes
    .map((route) => route.path)
    .filter((resource) => parametersOf(resource, path))
    .toSorted((one, other) => (exactness(one) < exactness(other) ? -1 : 1))[0];
}

/** A sort key with a digit for each segment; more specific resources sort first. */
function exactness(resource: string): string {
  return resource.replaceAll(/[^/]+/g, (segment) =>
    segment.endsWith('+}') ? '2' : segment.startsWith('{') ? '1' : '0',
  );
}

/** @returns the values of a resource's path parameters in a path; `null` when the path does not match */
function parametersOf(resource: string, path: string): Record<string, string> | null {
  const parameters: Record<string, string> = {};
  const given = path.split('/');
  const segments = resource.split('/');
  for (const [index, segment] of segments.entries()) {
    const [, name, greedy] = /^\{(.+?)(\+)?\}$/.exec(segment) ?? [];
    const value = greedy ? given.slice(index).join('/') : given[index];
    if (name ? !value : value !== segment) return null;
    if (name) parameters[name] = value!;
    if (greedy) return parameters;
  }
  return given.length === segments.length ? parameters : null;
}

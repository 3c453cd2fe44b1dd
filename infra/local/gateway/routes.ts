import type { RouteModel } from '../template/service-model.ts';

/**
 * Finds the route of a request, as API Gateway does: exact path and method; a stage in front of the path is taken off
 * (a custom domain has none).
 *
 * @returns the route and its path without the stage, or `null`
 */
export function findRoute(routes: RouteModel[], stageName: string, method: string, rawPath: string) {
  const stagePrefix = `/${stageName}`;
  const path =
    rawPath === stagePrefix || rawPath.startsWith(`${stagePrefix}/`) ? rawPath.slice(stagePrefix.length) : rawPath;
  const normal = path.length > 1 ? path.replace(/\/$/, '') : '/';
  const route = routes.find((candidate) => candidate.method === method && candidate.path === normal);
  return route ? { route, path } : null;
}

import type { RouteModel } from '../template/service-model.ts';

/** At the end of a path: stands for one segment or more. */
const GREEDY = '/{proxy+}';

/**
 * Finds the route of a request, as API Gateway does: a stage in front of the path is taken off (a custom domain has
 * none), the path that fits most exactly is taken, and then it has the method or has not.
 *
 * @returns the route, its path without the stage and what its greedy part stands for, or `null`
 */
export function findRoute(routes: RouteModel[], stageName: string, method: string, rawPath: string) {
  const stagePrefix = `/${stageName}`;
  const path =
    rawPath === stagePrefix || rawPath.startsWith(`${stagePrefix}/`) ? rawPath.slice(stagePrefix.length) : rawPath;
  const normal = path.length > 1 ? path.replace(/\/$/, '') : '/';
  const resource = mostExact(routes, normal);
  const route = routes.find((candidate) => candidate.method === method && candidate.path === resource);
  if (!route) return null;
  const pathParameters = isGreedy(route.path) ? { proxy: normal.slice(stem(route.path).length) } : null;
  return { route, path, pathParameters };
}

const isGreedy = (path: string) => path.endsWith(GREEDY);
/** What stands in front of the greedy part, with the slash. */
const stem = (path: string) => path.slice(0, 1 - GREEDY.length);

function mostExact(routes: RouteModel[], path: string): string | undefined {
  if (routes.some((route) => route.path === path)) return path;
  const greedy = routes.map((route) => route.path).filter((candidate) => isGreedy(candidate));
  return greedy
    .filter((candidate) => path.startsWith(stem(candidate)) && path.length > stem(candidate).length)
    .toSorted((one, other) => other.length - one.length)[0];
}

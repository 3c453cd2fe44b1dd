import { describe, expect, test } from '@jest/globals';
import { findRoute } from '../../../infra/local/gateway/routes.ts';
import type { RouteModel } from '../../../infra/local/template/service-model.ts';

const routes = [
  ['GET', '/'],
  ['GET', '/page'],
  ['GET', '/page/{proxy+}'],
  ['GET', '/page/api/{proxy+}'],
  ['OPTIONS', '/page/api'],
].map(([method, path]) => ({ method, path }) as RouteModel);

function found(method: string, path: string) {
  const match = findRoute(routes, 'prod', method, path);
  return match && [match.route.path, match.path, match.pathParameters?.proxy ?? null];
}

describe('a path leads to', () => {
  test.each([
    ['/', ['/', '/', null]],
    ['/page', ['/page', '/page', null]],
    ['/page/', ['/page', '/page/', null]],
    ['/prod/page/', ['/page', '/page/', null]],
    ['/page/a', ['/page/{proxy+}', '/page/a', 'a']],
    ['/page/a/b', ['/page/{proxy+}', '/page/a/b', 'a/b']],
    ['/page/apiary', ['/page/{proxy+}', '/page/apiary', 'apiary']],
    ['/prod/page/api/keys/1', ['/page/api/{proxy+}', '/page/api/keys/1', 'keys/1']],
  ])('%s: the route that fits most exactly', (path, expected) => {
    expect(found('GET', path)).toEqual(expected);
  });

  test.each([
    ['POST', '/page/api/keys', 'the most exact path has not the method, whatever others have'],
    ['GET', '/page/api', 'a path that stands there itself is no greedy one'],
    ['GET', '/pages', 'a path that only begins like another'],
  ])('nothing: %s %s, %s', (method, path) => {
    expect(found(method, path)).toBeNull();
  });
});

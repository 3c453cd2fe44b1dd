import { describe, expect, test } from '@jest/globals';
import { findRoute } from '../../../infra/local/gateway/requests.ts';
import type { RouteModel } from '../../../infra/local/template/service-model.ts';

const routes = [
  ['GET', '/'],
  ['GET', '/page'],
  ['GET', '/page/{proxy+}'],
  ['GET', '/page/api/{proxy+}'],
  ['OPTIONS', '/page/api'],
  ['ANY', '/page/api/{proxy+}'],
  ['GET', '/sites'],
  ['GET', '/sites/{id}'],
  ['ANY', '/sites/{id}'],
  ['POST', '/sites/known'],
  ['GET', '/sites/known/pages'],
  ['GET', '/sites/{id}/pages/{page}'],
  ['ANY', '/sites/{id}/{rest+}'],
].map(([method, path]) => ({ method, path }) as RouteModel);

function found(method: string, path: string) {
  const match = findRoute(routes, 'prod', method, path);
  return match && [match.route.path, match.path, match.pathParameters.proxy ?? null];
}

function foundMethod(method: string, path: string) {
  const match = findRoute(routes, 'prod', method, path);
  return match && [match.route.method, match.route.path, match.pathParameters];
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
    ['POST', '/page/a', 'the path has not the method'],
    ['GET', '/sites/known', 'the most exact path has not the method, whatever others have'],
    ['GET', '/sites//pages/1', 'a parameter stands for something'],
    ['TRACE', '/sites/a', 'ANY stands for the methods of HTTP that the gateway knows'],
    ['GET', '/page/api', 'a path that stands there itself is no greedy one'],
    ['GET', '/pages', 'a path that only begins like another'],
  ])('nothing: %s %s, %s', (method, path) => {
    expect(found(method, path)).toBeNull();
  });
});

describe('parameters in the path', () => {
  test.each([
    ['GET', '/sites/a.com', ['GET', '/sites/{id}', { id: 'a.com' }]],
    ['GET', '/prod/sites/a.com/', ['GET', '/sites/{id}', { id: 'a.com' }]],
    ['GET', '/sites/a%2Fb%20c', ['GET', '/sites/{id}', { id: 'a%2Fb%20c' }]],
    ['GET', '/sites/a/pages/1', ['GET', '/sites/{id}/pages/{page}', { id: 'a', page: '1' }]],
    ['GET', '/sites/a/pages', ['ANY', '/sites/{id}/{rest+}', { id: 'a', rest: 'pages' }]],
    ['GET', '/sites/a/b/c', ['ANY', '/sites/{id}/{rest+}', { id: 'a', rest: 'b/c' }]],
    ['POST', '/sites/known', ['POST', '/sites/known', {}]],
    ['GET', '/sites/known/pages', ['GET', '/sites/known/pages', {}]],
  ])('%s %s: what stands in the path comes first, then a parameter, then a greedy one', (method, path, expected) => {
    expect(foundMethod(method, path)).toEqual(expected);
  });
});

describe('ANY', () => {
  test.each(['DELETE', 'HEAD', 'OPTIONS', 'PATCH', 'POST', 'PUT'])('catches %s, which is not declared', (method) => {
    expect(foundMethod(method, '/sites/a')).toEqual(['ANY', '/sites/{id}', { id: 'a' }]);
  });

  test('catches no method that is declared', () => {
    expect(foundMethod('GET', '/sites/a')).toEqual(['GET', '/sites/{id}', { id: 'a' }]);
    expect(foundMethod('POST', '/page/api/keys')).toEqual(['ANY', '/page/api/{proxy+}', { proxy: 'keys' }]);
  });
});

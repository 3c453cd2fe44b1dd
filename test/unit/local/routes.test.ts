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

describe('a path matches', () => {
  test.each([
    ['/', ['/', '/', null]],
    ['/page', ['/page', '/page', null]],
    ['/page/', ['/page', '/page/', null]],
    ['/prod/page/', ['/page', '/page/', null]],
    ['/page/a', ['/page/{proxy+}', '/page/a', 'a']],
    ['/page/a/b', ['/page/{proxy+}', '/page/a/b', 'a/b']],
    ['/page/apiary', ['/page/{proxy+}', '/page/apiary', 'apiary']],
    ['/prod/page/api/keys/1', ['/page/api/{proxy+}', '/page/api/keys/1', 'keys/1']],
  ])('%s: the most specific route', (path, expected) => {
    expect(found('GET', path)).toEqual(expected);
  });

  test.each([
    ['POST', '/page/a', 'the path does not have the method'],
    ['GET', '/sites/known', 'the most specific path does not have the method'],
    ['GET', '/sites//pages/1', 'a parameter is not empty'],
    ['TRACE', '/sites/a', 'ANY matches the methods that the gateway supports'],
    ['GET', '/page/api', 'a literal path does not match a greedy parameter'],
    ['GET', '/pages', 'a path with the prefix of another one'],
  ])('no route: %s %s, %s', (method, path) => {
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
  ])('%s %s: a literal segment before a parameter before a greedy parameter', (method, path, expected) => {
    expect(foundMethod(method, path)).toEqual(expected);
  });
});

describe('ANY', () => {
  test.each(['DELETE', 'HEAD', 'OPTIONS', 'PATCH', 'POST', 'PUT'])('matches %s, which is not declared', (method) => {
    expect(foundMethod(method, '/sites/a')).toEqual(['ANY', '/sites/{id}', { id: 'a' }]);
  });

  test('does not match a declared method', () => {
    expect(foundMethod('GET', '/sites/a')).toEqual(['GET', '/sites/{id}', { id: 'a' }]);
    expect(foundMethod('POST', '/page/api/keys')).toEqual(['ANY', '/page/api/{proxy+}', { proxy: 'keys' }]);
  });
});

import { describe, expect, test } from '@jest/globals';
import type { APIGatewayProxyEvent } from 'aws-lambda';
import { methodNotAllowed } from '../../../functions/core/platform/http/errors.ts';
import { callerOf, type Route } from '../../../functions/back-office/router.ts';
import { findRoute } from '../../../functions/core/platform/http/routes.ts';

const route = (method: Route<null>['method'], pattern: string): Route<null> => ({
  method,
  pattern,
  handle: () => Promise.resolve({ data: {} }),
});
const routes = [
  route('GET', 'keys'),
  route('POST', 'keys'),
  route('PATCH', 'keys/{id}'),
  route('GET', 'keys/{id}/usage'),
  route('GET', 'domains/{domain}/reports/{id}'),
];

const found = (method: string, path: string) => {
  const { route: of, params } = findRoute(routes, method, path);
  return [of.pattern, params];
};

describe('a route is found', () => {
  test.each([
    ['GET', 'keys', ['keys', {}]],
    ['PATCH', 'keys/abc', ['keys/{id}', { id: 'abc' }]],
    ['GET', 'keys/a%2Db_c/usage', ['keys/{id}/usage', { id: 'a-b_c' }]],
    [
      'GET',
      'domains/bücher.example%2F/reports/1',
      ['domains/{domain}/reports/{id}', { domain: 'bücher.example/', id: '1' }],
    ],
  ])('%s %s', (method, path, expected) => {
    expect(found(method, path)).toEqual(expected);
  });
});

describe('none is found', () => {
  test.each([
    ['with an empty part', 'PATCH', 'keys/'],
    ['with more parts', 'GET', 'keys/abc/usage/more'],
    ['for invalid percent-encoding', 'PATCH', 'keys/%E0%A4%A'],
    ['at no path', 'GET', ''],
  ])('%s', (_why, method, path) => {
    expect(() => found(method, path)).toThrow(expect.objectContaining({ kind: 'not_found' }));
  });
});

describe('an id of another form is unknown, also by another method', () => {
  test.each([
    ['65 characters', 'a'.repeat(65)],
    ['100 characters', 'a'.repeat(100)],
    ['1,000 characters', 'a'.repeat(1_000)],
    ['5,000 characters', 'a'.repeat(5_000)],
    ['a number sign', 'a%23b'],
    ['a slash', 'a%2Fb'],
    ['a percent sign', 'a%252Fb'],
    ['a dot', '..'],
    ['a letter of another script', 'é'],
    ['a zero character', 'a%00'],
    ['white space', '%20'],
    ['a line break', 'a%0A'],
  ])('%s', (_what, id) => {
    for (const method of ['PATCH', 'DELETE']) {
      expect(() => found(method, `keys/${id}`)).toThrow(expect.objectContaining({ kind: 'not_found' }));
    }
    const path = `domains/shop.example/reports/${id}`;
    expect(() => found('GET', path)).toThrow(expect.objectContaining({ kind: 'not_found' }));
  });
});

test('another method is rejected with the methods of the path', () => {
  expect(() => found('DELETE', 'keys')).toThrow(methodNotAllowed(['GET', 'POST', 'OPTIONS']));
  expect(() => found('GET', 'keys/abc')).toThrow(methodNotAllowed(['PATCH', 'OPTIONS']));
});

const callerWith = (claims?: Record<string, string>) =>
  callerOf({ requestContext: { authorizer: claims && { claims } } } as unknown as APIGatewayProxyEvent);

test.each([
  ['operators', 'operator'],
  ['editors,operators', 'operator'],
  ['operators-of-another-service', 'viewer'],
  ['Operators', 'viewer'],
  ['', 'viewer'],
])('a user of the groups %j is a %s', (groups, role) => {
  expect(callerWith({ username: 'ann', 'cognito:groups': groups })).toEqual({ name: 'ann', role });
});

test('a user without groups or claims is a viewer', () => {
  expect(callerWith({ username: 'ann' })).toEqual({ name: 'ann', role: 'viewer' });
  expect(callerWith({ sub: 'id' })).toEqual({ name: 'id', role: 'viewer' });
  expect(callerWith()).toEqual({ name: '', role: 'viewer' });
});

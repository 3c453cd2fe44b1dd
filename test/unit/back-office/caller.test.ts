import { expect, test } from '@jest/globals';
import type { APIGatewayProxyEvent } from 'aws-lambda';
import { callerOf } from '../../../functions/back-office/caller.ts';

const of = (claims?: Record<string, string>) =>
  callerOf({ requestContext: { authorizer: claims && { claims } } } as unknown as APIGatewayProxyEvent);

test.each([
  ['operators', 'operator'],
  ['editors,operators', 'operator'],
  ['operators-of-another-service', 'viewer'],
  ['Operators', 'viewer'],
  ['', 'viewer'],
])('a user of the groups %j is a %s', (groups, role) => {
  expect(of({ username: 'ann', 'cognito:groups': groups })).toEqual({ name: 'ann', role });
});

test('a user of no group is a viewer, as is one of whom nothing is known', () => {
  expect(of({ username: 'ann' })).toEqual({ name: 'ann', role: 'viewer' });
  expect(of({ sub: 'id' })).toEqual({ name: 'id', role: 'viewer' });
  expect(of()).toEqual({ name: '', role: 'viewer' });
});

import { expect, test } from '@jest/globals';
import * as z from 'zod';
import { InvalidParameter } from '../../../functions/shared/http/errors.ts';
import { readParameters } from '../../../functions/shared/http/parameters.ts';
import { apiEvent } from '../../support/api-event.ts';

const schema = z.object({
  limit: z.coerce.number({ error: 'must be a number' }).int('must be whole').max(10, 'must be at most 10').default(5),
  name: z.string({ error: 'is required' }),
});

function problemsOf(query: string) {
  try {
    readParameters(apiEvent(query), schema);
  } catch (error) {
    if (error instanceof InvalidParameter) return error.problems;
    throw error;
  }
  return [];
}

test('defaults are filled in and unknown parameters ignored', () => {
  expect(readParameters(apiEvent('name=a&other=1'), schema)).toEqual({ limit: 5, name: 'a' });
});

test('every offending parameter is named at once', () => {
  expect(problemsOf('limit=11')).toEqual([
    { param: 'limit', message: 'must be at most 10' },
    { param: 'name', message: 'is required' },
  ]);
});

test('a parameter given twice is refused, once, even where both values are good', () => {
  expect(problemsOf('name=a&name=b')).toEqual([{ param: 'name', message: 'is given more than once' }]);
  expect(problemsOf('name=a&limit=99&limit=98')).toEqual([{ param: 'limit', message: 'is given more than once' }]);
});

test('an API key given twice is refused; an unknown parameter may repeat', () => {
  expect(problemsOf('name=a&api_key=x&api_key=y')).toEqual([{ param: 'api_key', message: 'is given more than once' }]);
  expect(problemsOf('name=a&utm=x&utm=y')).toEqual([]);
});

import { expect, test } from '@jest/globals';
import * as z from 'zod/mini';
import {
  readParameters,
  refreshParameter,
  textParameter,
  wholeNumberParameter,
} from '../../../../functions/core/platform/http/parameters.ts';
import { cursorParameter } from '../../../../functions/core/platform/http/paging.ts';
import { isError } from '../../../../functions/core/platform/http/errors.ts';
import { apiEvent } from '../../../support/api-event.ts';

const schema = z.object({
  limit: wholeNumberParameter({ name: 'Most', min: 1, max: 10, default: 5 }),
  name: textParameter((text) => text.toUpperCase(), { description: 'Name', form: { type: 'string' }, examples: ['a'] }),
  refresh: refreshParameter('1 reads anew'),
  cursor: cursorParameter(),
});

function problemsOf(query: string) {
  try {
    readParameters(apiEvent(query), schema);
  } catch (error) {
    if (isError(error, 'invalid_parameter')) return error.details!;
    throw error;
  }
  return [];
}

test('defaults are filled in; an API key belongs to every endpoint', () => {
  const defaults = { limit: 5, name: 'A', refresh: false };
  expect(readParameters(apiEvent('name=a&api_key=k'), schema)).toEqual(defaults);
});

test('an empty value counts as not given, for every parameter alike', () => {
  expect(readParameters(apiEvent('name=a&limit=&refresh=&cursor=&api_key='), schema)).toEqual(
    readParameters(apiEvent('name=a'), schema),
  );
  expect(problemsOf('name=')).toEqual([{ param: 'name', message: 'is required' }]);
});

test('an unknown parameter is refused with the nearest known one, or with all, and does not hide other problems', () => {
  expect(problemsOf('name=a&limits=3&NAME=b&offset=')).toEqual([
    { param: 'limits', message: 'is no parameter here; did you mean limit?' },
    { param: 'NAME', message: 'is no parameter here; did you mean name?' },
    { param: 'offset', message: 'is no parameter here; there are limit, name, refresh, cursor' },
  ]);
  expect(problemsOf('nam=a')).toEqual([
    { param: 'nam', message: 'is no parameter here; did you mean name?' },
    { param: 'name', message: 'is required' },
  ]);
});

test.each(['__proto__', 'constructor', 'toString', ''])('the name %j is unknown too', (name) => {
  expect(problemsOf(`name=a&${name}=1`)).toEqual([{ param: name, message: expect.stringMatching(/^is no parameter/) }]);
});

test('every offending parameter is named at once', () => {
  expect(problemsOf('limit=11')).toEqual([
    { param: 'limit', message: 'must be from 1 to 10' },
    { param: 'name', message: 'is required' },
  ]);
});

test('a parameter given twice is refused, once, even where both values are good', () => {
  expect(problemsOf('name=a&name=b')).toEqual([{ param: 'name', message: 'is given more than once' }]);
  expect(problemsOf('name=a&limit=99&limit=98')).toEqual([{ param: 'limit', message: 'is given more than once' }]);
});

test('an API key given twice is refused; an unknown parameter that repeats is told of once', () => {
  expect(problemsOf('name=a&api_key=x&api_key=y')).toEqual([{ param: 'api_key', message: 'is given more than once' }]);
  expect(problemsOf('name=a&refrsh=x&refrsh=y')).toEqual([
    { param: 'refrsh', message: 'is no parameter here; did you mean refresh?' },
  ]);
});

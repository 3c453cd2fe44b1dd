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
    if (isError(error, 'invalid_parameter')) return error.details!.map(({ param, message }) => ({ param, message }));
    throw error;
  }
  return [];
}

test('readParameters returns defaults and accepts an API key', () => {
  const defaults = { limit: 5, name: 'A', refresh: false };
  expect(readParameters(apiEvent('name=a&api_key=k'), schema)).toEqual(defaults);
});

test('readParameters treats an empty value as not given', () => {
  expect(readParameters(apiEvent('name=a&limit=&refresh=&cursor=&api_key='), schema)).toEqual(
    readParameters(apiEvent('name=a'), schema),
  );
  expect(problemsOf('name=')).toEqual([{ param: 'name', message: 'is required' }]);
});

test('readParameters rejects an unknown parameter with the most similar known one, or with all, beside other problems', () => {
  expect(problemsOf('name=a&limits=3&NAME=b&offset=')).toEqual([
    { param: 'limits', message: 'is not a known parameter; did you mean limit?' },
    { param: 'NAME', message: 'is not a known parameter; did you mean name?' },
    { param: 'offset', message: 'is not a known parameter; known: limit, name, refresh, cursor' },
  ]);
  expect(problemsOf('nam=a')).toEqual([
    { param: 'nam', message: 'is not a known parameter; did you mean name?' },
    { param: 'name', message: 'is required' },
  ]);
});

test.each(['__proto__', 'constructor', 'toString', ''])('readParameters rejects the name %j', (name) => {
  expect(problemsOf(`name=a&${name}=1`)).toEqual([
    { param: name, message: expect.stringMatching(/^is not a known parameter/) },
  ]);
});

test('readParameters reports all invalid parameters', () => {
  expect(problemsOf('limit=11')).toEqual([
    { param: 'limit', message: 'must be from 1 to 10' },
    { param: 'name', message: 'is required' },
  ]);
});

test('readParameters reports a parameter that is given twice once, even when both values are valid', () => {
  expect(problemsOf('name=a&name=b')).toEqual([{ param: 'name', message: 'must be given only once' }]);
  expect(problemsOf('name=a&limit=99&limit=98')).toEqual([{ param: 'limit', message: 'must be given only once' }]);
});

test('readParameters rejects an API key that is given twice, and reports a repeated unknown parameter once', () => {
  expect(problemsOf('name=a&api_key=x&api_key=y')).toEqual([{ param: 'api_key', message: 'must be given only once' }]);
  expect(problemsOf('name=a&refrsh=x&refrsh=y')).toEqual([
    { param: 'refrsh', message: 'is not a known parameter; did you mean refresh?' },
  ]);
});

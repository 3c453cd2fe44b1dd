import { expect, test } from '@jest/globals';
import * as z from 'zod/mini';
import { rangeParameter } from '../../../../functions/core/domains/history/request.ts';
import { readParameters, wholeNumberParameter } from '../../../../functions/core/platform/http/parameters.ts';
import { errorBody } from '../../../../functions/core/platform/http/envelope.ts';
import {
  domainBlocked,
  isError,
  methodNotAllowed,
  ServiceError,
} from '../../../../functions/core/platform/http/errors.ts';
import { readJsonBody } from '../../../../functions/core/platform/http/json-body.ts';
import { fillIn, message } from '../../../../functions/core/platform/http/message.ts';
import { readRule, rule } from '../../../../functions/core/platform/http/rules.ts';
import { apiEvent } from '../../../support/api-event.ts';

test('message composes a text and its values by name', () => {
  const reasons = { site: 'timeout', dns: 'failed' };
  expect(message`${{ limit: 3 }} of ${{ names: ['a', 'b'] }} failed: ${{ reasons }}`).toEqual({
    text: '3 of a, b failed: site: timeout, dns: failed',
    params: { limit: 3, names: ['a', 'b'], reasons },
  });
});

const bodyOf = (error: ServiceError) =>
  JSON.parse(errorBody(error, 'a1')) as { message: string; params: object; details: object[] };

test.each<[ServiceError, string, object]>([
  [
    new ServiceError('domain_not_found', { params: { domain: 'a.example' } }),
    'The domain name a.example does not exist. Check its spelling.',
    { domain: 'a.example' },
  ],
  [
    methodNotAllowed(['GET', 'PUT']),
    'This path does not support the method of the request. Use one of: GET, PUT.',
    { methods: ['GET', 'PUT'] },
  ],
  [
    new ServiceError('all_sources_failed', { message: message`No: ${{ reasons: { dns: 'x' } }}` }),
    'No: dns: x',
    { reasons: { dns: 'x' } },
  ],
  [domainBlocked(), 'domain: is blocked by the operator of this service', { domain: {} }],
  [
    new ServiceError('internal'),
    'An internal error occurred. Try again, or report the request_id to the operator of this service.',
    {},
  ],
])('an error contains the values of its message: %s', (error, text, params) => {
  expect(bodyOf(error)).toMatchObject({ message: text });
  expect(bodyOf(error).params).toEqual(params);
});

function errorOf(read: () => unknown): ServiceError {
  try {
    read();
  } catch (error) {
    if (isError(error, 'invalid_parameter')) return error;
    throw error;
  }
  throw new Error('nothing was refused');
}

test('an error of invalid parameters contains the values of each message by parameter', () => {
  const schema = z.object({
    limit: wholeNumberParameter({ name: 'Most', min: 1, max: 10, default: 5 }),
    range: rangeParameter,
  });
  const body = bodyOf(errorOf(() => readParameters(apiEvent('limit=11&range=x&ranges=1'), schema)));
  expect(body.params).toEqual({
    ranges: { kind: 'parameter', nearest: 'range' },
    limit: { min: 1, max: 10 },
    range: { min: '1d', max: '10y' },
  });
});

test('an error of body members contains the bounds of their checks', () => {
  const schema = z.strictObject({
    tags: z.array(z.string()).check(z.maxLength(2, rule('max_tags'))),
    name: z.string().check(z.refine((name) => name === 'a', rule('one_of', { known: ['a', 'b'] }))),
    count: z.string('is no text of the catalogue'),
  });
  const event = { ...apiEvent(''), httpMethod: 'POST', body: '{"tags":["a","b","c"],"name":"b","count":1}' };
  const body = bodyOf(errorOf(() => readJsonBody(event, schema)));
  expect(body.message).toBe(
    'tags: must have at most 2 tags; name: must be one of a, b; count: is no text of the catalogue',
  );
  const problem = 'is no text of the catalogue';
  expect(body.params).toEqual({ tags: { max: 2 }, name: { known: ['a', 'b'] }, count: { problem } });
  expect(body.details).toEqual([
    { param: 'tags', rule: 'max_tags', message: 'must have at most 2 tags', params: { max: 2 } },
    { param: 'name', rule: 'one_of', message: 'must be one of a, b', params: { known: ['a', 'b'] } },
    { param: 'count', rule: 'invalid', message: problem, params: { problem } },
  ]);
});

test('numbers are in groups of three digits if the text requests it', () => {
  expect(fillIn('{max, number} of {max}, {name, number}', { max: 10_000, name: 'a' }).text).toBe('10,000 of 10000, a');
});

test.each(['text', rule('one_of', { known: ['a b', '{"c":1}\n'] })])(
  'a rule in a schema is read as given: %j',
  (text) => {
    const { rule: name, params } = readRule(text);
    expect(rule(name, Object.keys(params).length > 0 ? params : undefined)).toBe(text);
  },
);

import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import * as z from 'zod/mini';
import { rangeParameter } from '../../../../functions/core/domains/history/request.ts';
import { refusal } from '../../../../functions/core/forum/upstream-client.ts';
import { errorBody, errorHeaders } from '../../../../functions/core/platform/http/envelope.ts';
import {
  domainBlocked,
  isError,
  methodNotAllowed,
  ServiceError,
} from '../../../../functions/core/platform/http/errors.ts';
import { readJsonBody } from '../../../../functions/core/platform/http/json-body.ts';
import { fillIn, message } from '../../../../functions/core/platform/http/message.ts';
import { cursorAt, positionOf } from '../../../../functions/core/platform/http/paging.ts';
import { readParameters, wholeNumberParameter } from '../../../../functions/core/platform/http/parameters.ts';
import { rule } from '../../../../functions/core/platform/http/rules.ts';
import { apiEvent } from '../../../support/api-event.ts';

test('message composes a text and its values by name', () => {
  const reasons = { site: 'timeout', dns: 'failed' };
  expect(message`${{ limit: 3 }} of ${{ names: ['a', 'b'] }} failed: ${{ reasons }}`).toEqual({
    text: '3 of a, b failed: site: timeout, dns: failed',
    values: { limit: 3, names: ['a', 'b'], reasons },
  });
});

const bodyOf = (error: ServiceError) =>
  JSON.parse(errorBody(error, 'a1')) as { message: string; values: object; details: object[] };

test.each<[ServiceError, string, object]>([
  [
    new ServiceError('domain_not_found', { values: { domain: 'a.example' } }),
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
])('an error contains the values of its message: %s', (error, text, values) => {
  expect(bodyOf(error)).toMatchObject({ message: text });
  expect(bodyOf(error).values).toEqual(values);
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
  expect(body.values).toEqual({
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
  expect(body.values).toEqual({ tags: { max: 2 }, name: { known: ['a', 'b'] }, count: { problem } });
  expect(body.details).toEqual([
    { param: 'tags', rule: 'max_tags', message: 'must have at most 2 tags', values: { max: 2 } },
    { param: 'name', rule: 'one_of', message: 'must be one of a, b', values: { known: ['a', 'b'] } },
    { param: 'count', rule: 'invalid', message: problem, values: { problem } },
  ]);
});

test('numbers are in groups of three digits if the text requests it', () => {
  expect(fillIn('{max, number} of {max}, {name, number}', { max: 10_000, name: 'a' }).text).toBe('10,000 of 10000, a');
});

test('a rule is the message of a schema in English', () => {
  const { error } = z.safeParse(z.enum(['a'], rule('one_of', { known: ['a b', '{"c":1}\n'] })), 'c');
  expect(error?.issues[0]?.message).toBe('must be one of a b, {"c":1}\n');
});

const wish = z.strictObject({ name: z.string(rule('text')) });
const schema = z.strictObject({ count: z.number('must be a number'), wish: z.nullish(wish) }, rule('json_object'));

const read = (body: string | null, isBase64Encoded = false) =>
  readJsonBody({ ...apiEvent(''), body, isBase64Encoded }, schema);

function problemsOf(body: string | null) {
  try {
    read(body);
  } catch (error) {
    if (isError(error, 'invalid_parameter')) return error.details!.map(({ param, message }) => ({ param, message }));
    throw error;
  }
  return [];
}

test('readJsonBody reads plain and Base64-encoded bodies', () => {
  const value = { count: 1, wish: { name: 'Zelt für zwei' } };
  const text = JSON.stringify(value);
  expect(read(text)).toEqual(value);
  expect(read(Buffer.from(text).toString('base64'), true)).toEqual(value);
});

test.each([
  [null, 'is empty; it must be JSON'],
  [' ', 'is empty; it must be JSON'],
  ['{', 'is not valid JSON: it ends too early'],
  ['{"domain":', 'is not valid JSON: it ends too early'],
  ['{"domain": shop.example, "pages": 5}', 'is not valid JSON at character 12'],
  ["{'domain': 1}", 'is not valid JSON at character 2'],
  ['[1,2,,3]', 'is not valid JSON at character 6'],
  [`["${'x'.repeat(20_000)}", tru, 5]`, 'is not valid JSON at character 20,009'],
  ['[]', 'must be a JSON object'],
  [`${'{"wish":'.repeat(50_000)}1${'}'.repeat(50_000)}`, 'is nested too deeply'],
])('readJsonBody reports a problem of the whole body as body', (body, message) => {
  expect(problemsOf(body)).toEqual([{ param: 'body', message }]);
});

test.each([
  [
    'a form',
    { multiValueHeaders: { 'Content-Type': ['application/x-www-form-urlencoded'] }, body: 'domain=a.com' },
    'is a form; it must be JSON',
  ],
  [
    'a query instead of it',
    { body: null, queryStringParameters: { domain: 'a.com' } },
    'is empty; the parameters of this method are members of a JSON body, not of the query',
  ],
  ['a key in the query', { body: null, queryStringParameters: { api_key: 'k' } }, 'is empty; it must be JSON'],
])('readJsonBody names %s', (_, request, message) => {
  const send = () => readJsonBody({ ...apiEvent(''), ...request }, schema);
  expect(send).toThrow(`body: ${message}`);
});

describe('readJsonBody', () => {
  test('refuses a member named __proto__ in an object with any members, which would lose it', () => {
    const event = { ...apiEvent(''), body: '{"headers":{"__proto__":"a"}}' };
    const headers = z.strictObject({ headers: z.record(z.string(), z.string()) });
    expect(() => readJsonBody(event, headers)).toThrow('must not have a member named __proto__');
  });

  test('reports all invalid and unknown members, with the most similar known member', () => {
    expect(problemsOf('{"count":"1","wihs":{},"wish":{"name":1,"nmae":""}}')).toEqual([
      { param: 'count', message: 'must be a number' },
      { param: 'wish.name', message: 'must be text' },
      { param: 'wish.nmae', message: 'is not a known member; did you mean name?' },
      { param: 'wihs', message: 'is not a known member; did you mean wish?' },
    ]);
  });

  test.each([
    ['of an array', z.array(wish)],
    ['of an array with a default', z._default(z.array(wish), [])],
    [
      'of a transformed value',
      z.pipe(
        z.array(wish),
        z.transform((wishes) => wishes.length),
      ),
    ],
  ])('reports unknown members inside an object %s with their path', (_, wishes) => {
    const schema = z.strictObject({ wishes });
    const event = { ...apiEvent(''), body: '{"wishes":[{"name":"a"},{"name":"b","nmae":1}]}' };
    const message = 'is not a known member; did you mean name?';
    const details = [
      { param: 'wishes.1.nmae', rule: 'unknown_name_similar', message, values: { kind: 'member', nearest: 'name' } },
    ];
    expect(() => readJsonBody(event, schema)).toThrow(expect.objectContaining({ details }));
  });

  test.each(['__proto__', 'constructor', ''])('reports %j as unknown', (name) => {
    const message = 'is not a known member; known: count, wish';
    expect(problemsOf(`{"count":1,${JSON.stringify(name)}:1}`)).toEqual([{ param: name, message }]);
  });
});

const refused = (msg: string) => refusal({ code: 104, msg });

test.each<[string, ServiceError, boolean, number | undefined]>([
  [
    'a name that does not exist',
    new ServiceError('domain_not_found', { values: { domain: 'no.example' } }),
    false,
    undefined,
  ],
  ['too many requests', new ServiceError('rate_limited'), true, 1],
  ['no source', new ServiceError('all_sources_failed'), true, undefined],
  ['no source, with a time', new ServiceError('all_sources_failed', { retryAfterSeconds: 90 }), true, 90],
  ['a refusal by upstream', refused('用户不存在'), false, undefined],
  ['a temporary refusal by upstream', refused('操作过于频繁'), true, undefined],
])('the error of %s states retryable and the retry time in body and header', (_, error, retryable, seconds) => {
  const body = JSON.parse(errorBody(error, 'a1')) as Record<string, unknown>;
  expect(body.retryable).toBe(retryable);
  expect(body.retry_after_seconds).toBe(seconds);
  expect(errorHeaders(error)['Retry-After']).toBe(seconds?.toString());
});

const QUERY = { q: 'camping stove', sort: 'score' };

test('a cursor contains its position in any script, and characters that need no escape in an address', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (position) => {
      const cursor = cursorAt(position, QUERY);
      expect(positionOf(cursor, { ...QUERY })).toBe(position);
      expect(encodeURIComponent(cursor)).toBe(cursor);
    }),
  );
});

test('a cursor of another query is rejected with the parameter name', () => {
  const cursor = cursorAt('0042#stove', { ...QUERY, sort: 'recent' });
  expect(() => positionOf(cursor, QUERY)).toThrow(
    expect.objectContaining({ status: 422, details: [expect.objectContaining({ param: 'cursor' })] }),
  );
});

test('an invalid cursor is rejected', () => {
  const cursor = cursorAt('0042#stove', QUERY);
  for (const broken of ['', 'x', cursor.slice(1), cursor.slice(0, -1), `${cursor}A`, `${cursor}=`, 'é'.repeat(40)]) {
    expect(() => positionOf(broken, QUERY)).toThrow(expect.objectContaining({ code: 'invalid_parameter' }));
  }
  fc.assert(
    fc.property(fc.base64String({ maxLength: 60 }), (text) => {
      expect(() => positionOf(text, QUERY)).toThrow(expect.objectContaining({ code: 'invalid_parameter' }));
    }),
  );
});

test.each([
  ['a'.repeat(1_000), true],
  ['a'.repeat(1_001), false],
  ['é'.repeat(500), true],
  ['é'.repeat(501), false],
  ['a'.repeat(2_900), false],
])(
  'a cursor is valid if its position has at most 1,000 bytes, since it becomes a part of a key: %#',
  (position, isValid) => {
    const read = () => positionOf(cursorAt(position, QUERY), QUERY);
    if (isValid) expect(read()).toBe(position);
    else expect(read).toThrow(expect.objectContaining({ code: 'invalid_parameter' }));
  },
);

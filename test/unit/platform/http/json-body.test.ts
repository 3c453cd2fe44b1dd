import { describe, expect, test } from '@jest/globals';
import * as z from 'zod/mini';
import { isError } from '../../../../functions/core/platform/http/errors.ts';
import { readJsonBody } from '../../../../functions/core/platform/http/json-body.ts';
import { rule } from '../../../../functions/core/platform/http/rules.ts';
import { apiEvent } from '../../../support/api-event.ts';

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
  [null, 'must be JSON'],
  ['', 'must be JSON'],
  ['{', 'must be JSON'],
  ['[]', 'must be a JSON object'],
  [`${'{"wish":'.repeat(50_000)}1${'}'.repeat(50_000)}`, 'is nested too deeply'],
])('readJsonBody reports a problem of the whole body as body', (body, message) => {
  expect(problemsOf(body)).toEqual([{ param: 'body', message }]);
});

describe('readJsonBody', () => {
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
      { param: 'wishes.1.nmae', rule: 'unknown_name_similar', message, params: { kind: 'member', nearest: 'name' } },
    ];
    expect(() => readJsonBody(event, schema)).toThrow(expect.objectContaining({ details }));
  });

  test.each(['__proto__', 'constructor', ''])('reports %j as unknown', (name) => {
    const message = 'is not a known member; known: count, wish';
    expect(problemsOf(`{"count":1,${JSON.stringify(name)}:1}`)).toEqual([{ param: name, message }]);
  });
});

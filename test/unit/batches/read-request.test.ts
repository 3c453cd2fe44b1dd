import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import {
  batchPageParameters,
  idempotencyKeyOf,
  newBatchParameters,
  readBatchRequest,
} from '../../../functions/core/batches/read-request.ts';
import { isError } from '../../../functions/core/platform/http/errors.ts';
import { readFields } from '../../../functions/core/platform/http/fields.ts';
import { readParameters } from '../../../functions/core/platform/http/parameters.ts';
import { historyMembers, domainMembers } from '../../../functions/core/record/members.computed.ts';
import { apiEvent } from '../../support/api-event.ts';
import { dottedNames } from '../../support/dotted-names.ts';

const readText = (body: string | null, isBase64Encoded = false) =>
  readBatchRequest({ ...apiEvent(''), body, isBase64Encoded }, () => false);
const read = (body: unknown) => readText(JSON.stringify(body));

function problemsOf(ask: () => unknown) {
  try {
    ask();
  } catch (error) {
    if (isError(error, 'invalid_parameter')) return error.details!.map(({ param, message }) => ({ param, message }));
    throw error;
  }
  return [];
}

const month = { text: '30d', amount: 30, unit: 'd' };
const plain = { refresh: false, fields: null, history: null, paid: false, deliver: null };
const many = (count: number) => Array.from({ length: count }, (_, index) => `site-${index}.com`);

describe('a request body', () => {
  test('requests cached records when it only has domains', () => {
    expect(read({ domains: ['a.com'] })).toEqual({ domains: ['a.com'], ...plain });
  });

  test('accepts all options', () => {
    const history = { range: '2w', fields: ['snapshots.seo_score', 'summary'] };
    expect(
      read({
        domains: ['a.com'],
        refresh: true,
        fields: ['page.title', 'dns'],
        history,
        paid: true,
        deliver: { url: 'https://hooks.example.com/a#b' },
      }),
    ).toEqual({
      deliver: 'https://hooks.example.com/a',
      domains: ['a.com'],
      refresh: true,
      fields: 'page.title,dns',
      history: { range: { text: '2w', amount: 2, unit: 'w' }, fields: 'snapshots.seo_score,summary' },
      paid: true,
    });
  });

  test.each([[{}], [{ range: '30d' }], [{ fields: [] }], [{ range: null, fields: null }]])(
    'requests a history of thirty days with all members when history is %j',
    (history) => expect(read({ domains: ['a.com'], history }).history).toEqual({ range: month, fields: null }),
  );

  test('selects no members with an empty list or null', () => {
    for (const fields of [[], [''], null]) expect(read({ domains: ['a.com'], fields }).fields).toBeNull();
    expect(read({ domains: ['a.com'], history: null }).history).toBeNull();
  });

  test('may have 500 bytes in each of its rows, and longer values, of which a part is stored', () => {
    for (const domains of [Array(1_000).fill('字'.repeat(166)), Array(200).fill('a'.repeat(10_000))])
      expect(read({ domains }).domains).toEqual(domains);
    const message = 'must have at most 500,000 bytes in all';
    for (const domains of [Array(1_000).fill('字'.repeat(167)), Array(250).fill('a'.repeat(10_000))])
      expect(problemsOf(() => read({ domains }))).toEqual([{ param: 'domains', message }]);
  });

  test('keeps values that are not text', () => {
    const domains = ['a.com', 5, null, { a: [1] }, 'a.com'];
    expect(read({ domains }).domains).toEqual(domains);
  });

  test('is accepted as Base64', () => {
    const body = Buffer.from('{"domains":["bücher.de"]}').toString('base64');
    expect(readText(body, true).domains).toEqual(['bücher.de']);
  });

  test.each([
    [null, 'is empty; it must be JSON'],
    ['domains=a.com', 'is not valid JSON at character 1'],
    ['{"domains":["a.com"]', 'is not valid JSON: it ends too early'],
  ])('%j is rejected when it is not JSON', (body, message) => {
    expect(problemsOf(() => readText(body))).toEqual([{ param: 'body', message }]);
  });

  test.each([['[]'], ['null'], ['"a.com"'], ['1']])('%s is rejected when it is not an object', (body) => {
    expect(problemsOf(() => readText(body))).toEqual([{ param: 'body', message: 'must be a JSON object' }]);
  });

  test('is rejected when it is nested too deeply', () => {
    const [open, close] = ['['.repeat(100_000), ']'.repeat(100_000)];
    const message = 'is nested too deeply';
    expect(problemsOf(() => readText(`{"domains":[${open}${close}]}`))).toEqual([{ param: 'body', message }]);
  });
});

describe('an invalid body is rejected with the name of the member', () => {
  test.each([
    [{}, 'domains', 'is required'],
    [{ domains: 'a.com' }, 'domains', 'must be a list of domains'],
    [{ domains: null }, 'domains', 'must be a list of domains'],
    [{ domains: [] }, 'domains', 'must have at least 1 domain'],
    [{ domains: many(1_001) }, 'domains', 'must have at most 1000 domains'],
    [{ domains: many(101), history: {} }, 'domains', 'must have at most 100 domains with history'],
    [{ domains: ['a.com'], refresh: 1 }, 'refresh', 'must be true or false'],
    [{ domains: ['a.com'], refresh: 'true' }, 'refresh', 'must be true or false'],
    [{ domains: ['a.com'], paid: null }, 'paid', 'must be true or false'],
    [{ domains: ['a.com'], fields: 'page' }, 'fields', 'must be a list of names of members'],
    [{ domains: ['a.com'], fields: [1, 2] }, 'fields', 'must be a list of names of members'],
    [{ domains: ['a.com'], fields: Array(51).fill('page') }, 'fields', 'must name 1 to 50 members'],
    [{ domains: ['a.com'], fields: ['x'.repeat(1e6)] }, 'fields', 'must have at most 10000 characters'],
    [
      { domains: ['a.com'], fields: ['page.titel'] },
      'fields',
      'page.titel is not a member of data; did you mean page.title?',
    ],
    [{ domains: ['a.com'], fields: ['summary'] }, 'fields', 'summary is not a member of data'],
    [{ domains: ['a.com'], history: [] }, 'history', 'must be an object'],
    [{ domains: ['a.com'], history: true }, 'history', 'must be an object'],
    [{ domains: ['a.com'], history: { range: 30 } }, 'history.range', 'must be text'],
    [{ domains: ['a.com'], history: { range: '11y' } }, 'history.range', expect.stringContaining('from 1d to 10y')],
    [{ domains: ['a.com'], history: { fields: ['page'] } }, 'history.fields', expect.stringContaining('page is no')],
    [{ domains: ['a.com'], refrsh: true }, 'refrsh', 'is not a known member; did you mean refresh?'],
    [{ domains: ['a.com'], history: { rage: '3d' } }, 'history.rage', 'is not a known member; did you mean range?'],
    [{ domains: ['a.com'], webhook_address: '' }, 'webhook_address', expect.stringContaining('known: domains, ')],
  ])('%j', (body, param, message) => {
    expect(problemsOf(() => read(body))).toEqual([{ param, message }]);
  });

  test('all problems are reported together', () => {
    const body = '{"refresh":0,"history":{"range":"x","fields":["x"],"from":1},"domain":"a.com","__proto__":1}';
    const names = problemsOf(() => readText(body)).map(({ param }) => param);
    expect(names.sort()).toEqual(
      ['refresh', 'history.range', 'history.fields', 'history.from', 'domain', '__proto__', 'domains'].sort(),
    );
  });

  test('long names are truncated, and of many only the first are reported', () => {
    const unknown = Object.fromEntries(
      Array.from({ length: 1_000 }, (_, index) => [`${index}${'x'.repeat(10_000)}`, 1]),
    );
    const problems = problemsOf(() => read({ domains: ['a.com'], ...unknown }));
    expect(problems.length).toBeGreaterThan(0);
    expect(JSON.stringify(problems).length).toBeLessThan(10_000);
  });
});

test('any selection of members becomes text that selects the same ones', () => {
  const named = (members: typeof domainMembers) =>
    fc.subarray(dottedNames(members), { minLength: 1, maxLength: 50 }).map((names) => names.map((name) => ` ${name} `));
  fc.assert(
    fc.property(named(domainMembers), named(historyMembers), (fields, past) => {
      const request = read({ domains: ['a.com'], fields, history: { fields: past } });
      const namesIn = (text: string) => text.split(',').map((name) => ` ${name.trim()} `);
      expect(namesIn(request.fields!)).toEqual(fields);
      expect(readFields(request.fields!, domainMembers)).not.toBeNull();
      expect(namesIn(request.history!.fields!)).toEqual(past);
      expect(readFields(request.history!.fields!, historyMembers)).not.toBeNull();
    }),
  );
});

test('any JSON is rejected or read without changes', () => {
  const names = fc.oneof(fc.constantFrom('page', 'page.open_graph.a,b', 'dns.a'), fc.string());
  const body = fc.record(
    {
      domains: fc.oneof(fc.array(fc.jsonValue({ maxDepth: 1 }), { maxLength: 3 }), fc.jsonValue()),
      refresh: fc.oneof(fc.boolean(), fc.jsonValue({ maxDepth: 1 })),
      fields: fc.oneof(fc.array(names, { maxLength: 3 }), fc.jsonValue({ maxDepth: 1 })),
      history: fc.oneof(
        fc.record(
          { range: fc.constantFrom('1d', '10y', '', 'x'), fields: fc.array(fc.string()) },
          { requiredKeys: [] },
        ),
        fc.jsonValue({ maxDepth: 1 }),
      ),
      paid: fc.oneof(fc.boolean(), fc.jsonValue({ maxDepth: 1 })),
    },
    { requiredKeys: ['domains'] },
  );
  fc.assert(
    fc.property(fc.oneof(body, fc.jsonValue()), (given) => {
      try {
        const request = read(given);
        const parsed = JSON.parse(JSON.stringify(given)) as Record<string, unknown>;
        expect(request).toMatchObject({ domains: parsed.domains, refresh: parsed.refresh ?? false });
        if (request.fields !== null) expect(readFields(request.fields, domainMembers)).not.toBeNull();
      } catch (error) {
        expect(error).toMatchObject({ code: 'invalid_parameter' });
      }
    }),
  );
});

describe('query parameters', () => {
  test('of a new batch contain only the format', () => {
    expect(readParameters(apiEvent('format=csv&api_key=k'), newBatchParameters)).toEqual({ format: 'csv' });
    const refused = problemsOf(() => readParameters(apiEvent('limit=3&domains=a.com'), newBatchParameters));
    expect(refused.map(({ param }) => param)).toEqual(['limit', 'domains']);
  });

  test('of a page contain cursor, limit and format', () => {
    expect(readParameters(apiEvent(''), batchPageParameters)).toEqual({ limit: 1_000 });
    const given = readParameters(apiEvent('cursor=abc&limit=1&format=json'), batchPageParameters);
    expect(given).toEqual({ cursor: 'abc', limit: 1, format: 'json' });
    const refused = problemsOf(() => readParameters(apiEvent('limit=1001&page=2&format=xml'), batchPageParameters));
    expect(refused.map(({ param }) => param).sort()).toEqual(['format', 'limit', 'page']);
  });
});

describe('Idempotency-Key', () => {
  const keyOf = (...values: string[]) =>
    idempotencyKeyOf({ ...apiEvent(''), multiValueHeaders: { 'idempotency-KEY': values } });

  test('is read unchanged, with any case of its name', () => {
    expect(keyOf('order 7/a')).toBe('order 7/a');
    expect(keyOf('x'.repeat(255))).toBe('x'.repeat(255));
  });

  test('is null when it is absent or empty', () => {
    expect(keyOf()).toBeNull();
    expect(keyOf(' ')).toBeNull();
    expect(idempotencyKeyOf(apiEvent(''))).toBeNull();
  });

  test.each(['x'.repeat(256), 'schlüssel', 'a\tb', 'a\u0000'])(
    '%j is rejected with the name of the header',
    (value) => {
      expect(problemsOf(() => keyOf(value)).map(({ param }) => param)).toEqual(['Idempotency-Key']);
    },
  );
});

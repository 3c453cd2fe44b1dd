import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import * as z from 'zod/mini';
import { isError } from '../../../../functions/core/platform/http/errors.ts';
import { fieldsParameter } from '../../../../functions/core/platform/http/fields-parameter.ts';
import {
  ANY,
  chooseFields,
  fieldNames,
  type Members,
  readFields,
  selectFields,
} from '../../../../functions/core/platform/http/fields.ts';
import { cursorParameter, fittingItems } from '../../../../functions/core/platform/http/paging.ts';
import {
  numberPattern,
  readParameters,
  refreshParameter,
  textParameter,
  wholeNumberParameter,
} from '../../../../functions/core/platform/http/parameters.ts';
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

test.each([
  [['q', 'domain'], 'keyword=tent', 'keyword: is not a known parameter; did you mean q?'],
  [['keyword', 'limit'], 'q=tent', 'q: is not a known parameter; did you mean keyword?'],
  [
    ['url', 'refresh'],
    'url=https://a.com/?a=1&b=2',
    'b: is not a known parameter; if it belongs to url, percent-encode the value of url (& as %26, ? as %3F, = as %3D)',
  ],
])('readParameters with %j explains %s', (names, query, message) => {
  const known = Object.fromEntries(names.map((name) => [name, z.optional(z.string())]));
  expect(() => readParameters(apiEvent(query), z.object(known))).toThrow(message);
});

test('readParameters explains that a method takes a body', () => {
  const event = { ...apiEvent('domain=a.com'), httpMethod: 'POST' };
  const format = z.object({ format: z.optional(z.string()) });
  expect(() => readParameters(event, format)).toThrow(
    'domain: is not a parameter of the query; the values of this method are members of a JSON body',
  );
});

test('readParameters reports all invalid parameters', () => {
  expect(problemsOf('limit=11')).toEqual([
    { param: 'limit', message: 'must be a whole number from 1 to 10' },
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

const isMatch = (max: number, text: string) => new RegExp(`^${numberPattern(max)}$`).test(text);

test('numberPattern matches exactly the whole numbers from 1 to the maximum', () => {
  const most = fc.integer({ min: 1, max: 1_000_000 });
  fc.assert(
    fc.property(most, fc.integer({ min: 0, max: 1_100_000 }), (max, number) => {
      expect(isMatch(max, String(number))).toBe(number >= 1 && number <= max);
      expect([isMatch(max, String(max)), isMatch(max, String(max + 1)), isMatch(max, '1')]).toEqual([
        true,
        false,
        true,
      ]);
    }),
  );
});

test.each(['01', '', '1.0', '+1', ' 1', '-1'])('numberPattern does not match %j', (text) => {
  expect(isMatch(20, text)).toBe(false);
});

const MB = 1_000_000;

test('fittingItems returns all items when they fit into a page', () => {
  const items = Array<string>(1_000).fill('x'.repeat(3_000));
  expect(fittingItems(items)).toBe(items);
  expect(fittingItems([])).toEqual([]);
});

test.each([
  ['letters', 'x', 1, 1],
  ['three-byte characters', '站', 3, 3],
  ['quotes, which are escaped twice', '"', 2, 4],
])("fittingItems limits a list of %s to 4 MB and to Lambda's response size", (_, character, once, twice) => {
  const items = Array<string>(2_000).fill(character.repeat(4_000));
  const kept = fittingItems(items).length;
  expect(kept * 4_000 * once).toBeLessThanOrEqual(4 * MB);
  expect(kept * 4_000 * twice).toBeLessThanOrEqual(5.5 * MB);
  expect((kept + 2) * 4_000 * Math.max(once, (twice * 4) / 5.5)).toBeGreaterThan(4 * MB);
});

test('fittingItems returns a single item that exceeds the limit', () => {
  const large = 'x'.repeat(5 * MB);
  expect(fittingItems([large, 'a', 'b'])).toEqual([large]);
  expect(fittingItems(['a', large, 'b'])).toEqual(['a']);
});

const offered = {
  seo_score: null,
  updated_at: null,
  audit: { score: null, audits: { title: null } },
  page: { title: null, lang: null },
  popularity: null,
};

const fieldsSchema = z.object({ fields: fieldsParameter(offered, 'updated_at', 'seo_score') });
const read = (fields: string) => readParameters(apiEvent(`fields=${encodeURIComponent(fields)}`), fieldsSchema).fields;

test('fields accepts names of members, and an empty value counts as not given', () => {
  expect(read('page.title, seo_score')).toBe('page.title, seo_score');
  expect(read('')).toBeUndefined();
});

test.each([
  ['title', 'title is not a member of data; did you mean page.title?'],
  ['PAGE.title', 'PAGE.title is not a member of data; did you mean page.title?'],
  ['pages.Title', 'pages.Title is not a member of data; did you mean page.title?'],
  ['page.titel', 'page.titel is not a member of data; did you mean page.title?'],
  ['Seo_score', 'Seo_score is not a member of data; did you mean seo_score?'],
  ['page,pge,dmarc', 'pge is not a member of data; did you mean page?; dmarc is not a member of data'],
  ['page.title.x', 'page.title.x is not a member of data; did you mean page.title?'],
  [',', 'must name 1 to 50 members'],
  [Array(51).fill('page').join(','), 'must name 1 to 50 members'],
])('%s is rejected with the most similar member', (fields, message) => {
  expect(() => read(fields)).toThrow(
    expect.objectContaining({ details: [expect.objectContaining({ param: 'fields', message })] }),
  );
});

const members: Members = {
  id: null,
  title: null,
  page: { lang: null, viewport: null, redirects: { url: null, status: null, by: { name: null } } },
  agents: { [ANY]: { allowed: null, delay: null } },
  texts: { [ANY]: null },
};

const value = {
  title: 'T',
  page: {
    lang: 'en',
    redirects: [
      { url: 'a', status: 301, by: { name: 'x' } },
      { url: 'b', status: 302, by: null },
    ],
  },
  agents: { '*': { allowed: true, delay: null }, GPTBot: { allowed: false, delay: 2 } },
  texts: { __proto__x: '1', b: '2' },
  id: 7,
};

const select = (names: string) => selectFields(value, readFields(names, members)!, members);

describe('selectFields', () => {
  test.each<[string, unknown]>([
    ['id', { id: 7 }],
    ['id,title', { title: 'T', id: 7 }],
    ['page.lang', { page: { lang: 'en' } }],
    ['page.redirects.url', { page: { redirects: [{ url: 'a' }, { url: 'b' }] } }],
    ['page.redirects.by.name', { page: { redirects: [{ by: { name: 'x' } }, { by: null }] } }],
    ['page.redirects.url,page.redirects', { page: { redirects: value.page.redirects } }],
    ['page,page.lang', { page: value.page }],
    ['agents.GPTBot.delay', { agents: { GPTBot: { delay: 2 } } }],
    ['agents.*.allowed', { agents: { '*': { allowed: true } } }],
    ['texts.b', { texts: { b: '2' } }],
    [' id , ,title,', { title: 'T', id: 7 }],
  ])('%s', (names, expected) => {
    expect(select(names)).toEqual(expected);
  });

  test('keeps the order of the value for any order of the names', () => {
    expect(JSON.stringify(select('id,page.redirects.status,page.lang,title'))).toBe(
      '{"title":"T","page":{"lang":"en","redirects":[{"status":301},{"status":302}]},"id":7}',
    );
  });

  test('returns null for a missing documented member, and omits a missing member whose name depends on the content', () => {
    expect(select('page.viewport,page.lang')).toEqual({ page: { lang: 'en', viewport: null } });
    expect(select('texts.none,agents.None.allowed')).toEqual({ texts: {}, agents: {} });
    expect(select('texts.constructor,agents.__proto__.allowed')).toEqual({ texts: {}, agents: {} });
  });
});

test.each([
  '',
  ' , ',
  'Title',
  'page.',
  '.page',
  'page..lang',
  'page.title',
  'title.page',
  'page.redirects.0',
  'agents.GPTBot.none',
  'agents.*.x',
  'texts.b.c',
  'constructor',
  '__proto__',
  'page.__proto__',
  'page.toString',
  '*',
])('readFields rejects %j', (names) => {
  expect(readFields(names, members)).toBeNull();
});

test('readFields accepts fifty names and rejects more', () => {
  expect(readFields(Array(50).fill('id').join(','), members)).not.toBeNull();
  expect(readFields(Array(51).fill('id').join(','), members)).toBeNull();
});

test('selectFields returns a part of any value, and the whole value when all members are selected', () => {
  const names = ['id', 'title', 'page', 'page.lang', 'page.redirects', 'page.redirects.url', 'agents', 'texts.b'];
  fc.assert(
    fc.property(fc.subarray(names, { minLength: 1 }), (chosen) => {
      const selected = selectFields(value, chooseFields(chosen), members) as object;
      expect(value).toMatchObject(selected);
      expect(select(fieldNames(chosen.join(',')).reverse().join(','))).toEqual(selected);
    }),
  );
  expect(select('id,title,page,agents,texts')).toEqual(value);
});

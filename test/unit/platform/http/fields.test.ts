import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import {
  ANY,
  chooseFields,
  fieldNames,
  type Members,
  readFields,
  selectFields,
} from '../../../../functions/core/platform/http/fields.ts';

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

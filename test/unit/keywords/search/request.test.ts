import { describe, expect, test } from '@jest/globals';
import { keywordsParameters } from '../../../../functions/core/keywords/search/request.ts';
import type { ServiceError } from '../../../../functions/core/platform/http/errors.ts';
import { readParameters } from '../../../../functions/core/platform/http/parameters.ts';
import { domainParameter } from '../../../../functions/core/platform/names/address-parameters.ts';
import { apiEvent } from '../../../support/api-event.ts';
import { readCases } from '../../../support/cases.ts';

const cases = readCases<{ refused: [string, string[]][] }>('keywords/request');

const schema = keywordsParameters(domainParameter(() => false));
const read = (query: string) => readParameters(apiEvent(query), schema);

function problems(query: string): string[] {
  try {
    read(query);
    return [];
  } catch (error) {
    return (error as ServiceError).details!.map(({ param }) => param);
  }
}

test('defaults are as documented', () => {
  expect(read('q=seo')).toEqual({
    q: 'seo',
    engine: [],
    word_count: { text: null, min: 1, max: Infinity },
    score_min: 0,
    score_max: 100,
    sort: 'score',
    limit: 50,
    refresh: false,
  });
});

test.each([
  ['q=%20%20SEO%E3%80%80%20Tool%20', 'seo tool'],
  ['q=%EF%BC%B3%EF%BC%A5%EF%BC%AF', 'seo'],
  ['q=%E9%95%BF%E5%B0%BE%E8%AF%8D', '长尾词'],
])('%s is read as %s', (query, q) => {
  expect(read(query).q).toBe(q);
});

test.each([
  ['3', 3, 3],
  ['3-5', 3, 5],
  ['4%2B', 4, Infinity],
  ['20', 20, 20],
])('word_count=%s is from %i to %i', (text, min, max) => {
  expect(read(`q=seo&word_count=${text}`).word_count).toMatchObject({ min, max });
});

test.each([
  ['google', ['google']],
  ['bing,google', ['google', 'bing']],
  ['so360,%20baidu', ['baidu', 'so360']],
  ['google,google', ['google']],
  ['', []],
])('engine=%s is read as a list', (text, engines) => {
  expect(read(`q=seo&engine=${text}`).engine).toEqual(engines);
});

test('an empty cursor is ignored', () => {
  expect(read('q=seo&cursor=').cursor).toBeUndefined();
  expect(read('q=seo&cursor=abc').cursor).toBe('abc');
});

describe('an invalid value is rejected with the name of the parameter', () => {
  test.each(['0', '21', '3-21', '5-3', '-3', '3-', 'x', '1.5', '21%2B', '3,4'])('word_count=%s', (text) => {
    expect(problems(`q=seo&word_count=${text}`)).toEqual(['word_count']);
  });

  test.each([...cases.refused, [`q=${'x'.repeat(101)}`, ['q']]])('%s', (query, params) => {
    expect(problems(query).toSorted()).toEqual(params.toSorted());
  });

  test('100 characters in any script are accepted', () => {
    expect(problems(`q=${'x'.repeat(100)}`)).toEqual([]);
    expect(problems(`q=${encodeURIComponent('词'.repeat(100))}`)).toEqual([]);
    expect(problems(`q=${encodeURIComponent('𠮷'.repeat(100))}`)).toEqual([]);
  });
});

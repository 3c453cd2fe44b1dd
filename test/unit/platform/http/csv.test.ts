import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { attachment, jsonOrCsv, prefersCsv } from '../../../../functions/core/platform/http/csv.ts';
import type { Format } from '../../../../functions/core/platform/http/parameters.ts';
import { csvText } from '../../../../functions/core/platform/text/csv-text.ts';
import { apiEvent } from '../../../support/api-event.ts';

const cell = (value: string | number | null) => csvText({ header: ['h'], rows: [[value]] }).slice('h\r\n'.length, -2);

test('csvText writes a header row and one row per item, each followed by CRLF', () => {
  const table = { header: ['a', 'b'], rows: [[1, 'x'], [null, '站长笔记']] }; // prettier-ignore
  expect(csvText(table)).toBe('a,b\r\n1,x\r\n,站长笔记\r\n');
  expect(csvText({ header: ['a', 'b'], rows: [] })).toBe('a,b\r\n');
});

test.each([
  ['one, two', '"one, two"'],
  ['say "hi"', '"say ""hi"""'],
  ['two\nlines', '"two\nlines"'],
  ['two\r\nlines', '"two\r\nlines"'],
  ['plain; text', 'plain; text'],
  ['', ''],
])('csvText writes %j as %s', (value, written) => {
  expect(cell(value)).toBe(written);
});

test.each([
  ['=1+1', "'=1+1"],
  ['+SUM(A1)', "'+SUM(A1)"],
  ['-cmd', "'-cmd"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['\t=1', "'\t'=1"],
  ['\r=1', '"\'\r\'=1"'],
  ['＝1+1', "'＝1+1"],
  ['=HYPERLINK("http://a.com","x")', '"\'=HYPERLINK(""http://a.com"",""x"")"'],
  ['-1+1', "'-1+1"],
  ['a;=1+1', "a;'=1+1"],
  ['a;=1;-2+3;@b', "a;'=1;'-2+3;'@b"],
  ['a\t＝1', "a\t'＝1"],
  [';\t+SUM(A1)', ";\t'+SUM(A1)"],
  ['a\n=1+1', '"a\n\'=1+1"'],
  ['a\r\n@SUM(A1)\r\n-2+3', '"a\r\n\'@SUM(A1)\r\n\'-2+3"'],
  ['a\r＝1', '"a\r\'＝1"'],
])('csvText escapes a text that would start a formula: %j', (value, written) => {
  expect(cell(value)).toBe(written);
});

test.each([
  [-5, '-5'],
  [-0.25, '-0.25'],
  [0, '0'],
  ['-5', '-5'],
  ['a=b', 'a=b'],
  ['a;b=c; -d', 'a;b=c; -d'],
  ['a;-5;+', "a;-5;'+"],
  ['a\n-5\nb=c', '"a\n-5\nb=c"'],
  ['2026-11-21', '2026-11-21'],
])('csvText does not change numbers and texts without formulas: %j', (value, written) => {
  expect(cell(value)).toBe(written);
});

describe('prefersCsv', () => {
  test.each([
    'text/csv',
    'TEXT/CSV; charset=utf-8',
    'text/*',
    'text/csv, */*',
    'text/csv;q=0.9, application/json;q=0.5',
    'application/json;q=0.5, text/csv;q=0.9',
    'text/csv;q=0.1, application/json;q=0',
    '*/*;q=0.1, text/csv',
  ])('returns true for %s', (accept) => expect(prefersCsv(accept)).toBe(true));

  test.each([
    '',
    '*/*',
    'application/json',
    'application/json, text/csv',
    'text/csv;q=0.5, application/json',
    'text/csv;q=0.5, */*',
    'text/csv;q=0',
    'text/csv;q=0, */*',
    'text/*, text/csv;q=0',
    'text/csv;q=nonsense',
    'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8',
    'text/csvx',
    'image/png',
  ])('returns false for %j', (accept) => expect(prefersCsv(accept)).toBe(false));
});

describe('jsonOrCsv', () => {
  const answer = (headers: Record<string, string[]>, format?: Format) =>
    jsonOrCsv(
      { ...apiEvent('x=1'), multiValueHeaders: headers },
      { format, name: () => ['list', 'a b'], json: '{"n":1}', table: () => ({ header: ['n'], rows: [[1]] }) },
    );

  test('returns CSV without an envelope, with its media type', () => {
    const { statusCode, headers, body } = answer({ aCCept: ['text/csv'] });
    expect({ statusCode, body }).toEqual({ statusCode: 200, body: 'n\r\n1\r\n' });
    expect(headers).toMatchObject({ 'Content-Type': 'text/csv; charset=utf-8', 'Access-Control-Allow-Origin': '*' });
  });

  test('returns CSV as a file that is named after the request, and JSON without a file name', () => {
    const { headers } = answer({ Accept: ['text/csv'] });
    expect(headers).toMatchObject({ 'Content-Disposition': 'attachment; filename="list-a-b.csv"' });
    expect(answer({}).headers).not.toHaveProperty('Content-Disposition');
  });

  test('prefers the parameter format to the header Accept', () => {
    expect(answer({}, 'csv').body).toBe('n\r\n1\r\n');
    expect(answer({ Accept: ['application/json'] }, 'csv').body).toBe('n\r\n1\r\n');
    expect(JSON.parse(answer({ Accept: ['text/csv'] }, 'json').body)).toMatchObject({ code: 200 });
  });

  test('returns JSON in the envelope, and Vary with both formats', () => {
    const json = answer({});
    expect(JSON.parse(json.body)).toMatchObject({ code: 200, success: true, data: { n: 1 } });
    const Vary = 'Accept, Accept-Encoding';
    expect(json.headers).toMatchObject({ 'Content-Type': 'application/json; charset=utf-8', Vary });
    expect(answer({ Accept: ['text/csv'] }).headers).toMatchObject({ Vary });
  });

  test('combines several Accept headers', () => {
    expect(answer({ Accept: ['application/json;q=0.1', 'text/csv'] }).body).toBe('n\r\n1\r\n');
  });
});

test('a truncated table has the headers X-Truncated and X-Next-Cursor', () => {
  const event = { ...apiEvent(''), multiValueHeaders: { Accept: ['text/csv'] } };
  const answer = (nextCursor: string | null, isCut = false) =>
    jsonOrCsv(event, {
      format: undefined,
      name: () => ['list'],
      json: '{}',
      table: () => ({ header: ['h'], rows: [], nextCursor, isCut }),
    }).headers!;
  expect(answer('abc')).toMatchObject({
    'X-Truncated': 'true',
    'X-Next-Cursor': 'abc',
    'Access-Control-Expose-Headers': expect.stringContaining('X-Truncated, X-Next-Cursor'),
  });
  const named = (headers: object) => Object.keys(headers).filter((name) => /^X-(?:Truncated|Next)/.test(name));
  expect(named(answer(null, true))).toEqual(['X-Truncated']);
  expect(named(answer(null))).toEqual([]);
});

test.each([
  [['history', 'shop.example', '30d'], 'attachment; filename="history-shop.example-30d.csv"'],
  [['keywords', 'camping stove', null], 'attachment; filename="keywords-camping-stove.csv"'],
  [['keywords', '../..\\"; x="', undefined], 'attachment; filename="keywords-x.csv"'],
  [
    ['long-tail', '帐篷', 'zh-Hans'],
    `attachment; filename="long-tail-zh-Hans.csv"; filename*=UTF-8''long-tail-%E5%B8%90%E7%AF%B7-zh-Hans.csv`,
  ],
  [
    ['keywords', 'Zelt für 2'],
    `attachment; filename="keywords-Zelt-f-r-2.csv"; filename*=UTF-8''keywords-Zelt-f%C3%BCr-2.csv`,
  ],
])('attachment creates the file name for %j', (words, value) => {
  expect(attachment(words, 'csv')).toBe(value);
});

test('attachment returns an ASCII header of limited length with valid file names for any words', () => {
  const word = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 200 }),
    fc.array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 20 }).map((codes) => String.fromCharCode(...codes)),
  );
  fc.assert(
    fc.property(fc.array(word, { maxLength: 3 }), (words) => {
      const value = attachment(['list', ...words], 'csv');
      const [, plain, encoded] =
        /^attachment; filename="(list[\w.-]*\.csv)"(?:; filename\*=UTF-8''(list[\w.%-]*\.csv))?$/.exec(value)!;
      expect(value.length).toBeLessThan(2_000);
      const names = [plain!, ...(encoded ? [decodeURIComponent(encoded)] : [])];
      for (const name of names) {
        expect(name).toMatch(/^list[\p{L}\p{N}\p{M}._-]*\.csv$/u);
        expect(name).not.toContain('..');
      }
    }),
  );
});

import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { responseHeaders } from '../../../../functions/core/platform/http/envelope.ts';
import { unlessKnown, weakEtag } from '../../../../functions/core/platform/http/headers.ts';
import { apiEvent } from '../../../support/api-event.ts';

const answer = {
  statusCode: 200,
  headers: { ...responseHeaders, 'Cache-Control': 'no-cache', 'Content-Disposition': 'attachment; filename="a.csv"' },
  body: '{"code":200}',
};

/** Returns the answer to a request with these `If-None-Match` headers for a resource with this ETag. */
function ask(etag: string, ...lines: string[]) {
  const event = apiEvent('');
  event.multiValueHeaders = { 'if-none-match': lines };
  return unlessKnown(event, etag, answer);
}

describe('weakEtag', () => {
  test('returns the same weak ETag for the same parts', () => {
    expect(weakEtag('record', 'fields')).toMatch(/^W\/"[\w-]{43}"$/);
    expect(weakEtag('record', 'fields')).toBe(weakEtag('record', 'fields'));
  });

  test('returns another ETag for other parts with the same concatenated text', () => {
    const parts = fc.array(fc.string({ unit: 'grapheme' }), { maxLength: 4 });
    fc.assert(
      fc.property(parts, parts, (one, other) => {
        expect(weakEtag(...one) === weakEtag(...other)).toBe(JSON.stringify(one) === JSON.stringify(other));
      }),
    );
    expect(weakEtag('ab', 'c')).not.toBe(weakEtag('a', 'bc'));
  });
});

describe('If-None-Match (RFC 9110, 13.1.2)', () => {
  const etag = weakEtag('text');
  const opaque = etag.slice('W/'.length);

  test('a response without If-None-Match has the ETag', () => {
    expect(unlessKnown(apiEvent(''), etag, answer)).toEqual({ ...answer, headers: { ...answer.headers, ETag: etag } });
  });

  test.each([
    ['the tag', [etag]],
    ['the same tag as a strong one', [opaque]],
    ['any', ['*']],
    ['any, with space around', [' * ']],
    ['a list', [`"other", ${etag}`]],
    ['a list with empty members', [`,"other",,${etag},`]],
    ['several lines', ['"other"', etag]],
    ['a tag with a comma in it before', [`"one,two", ${etag}`]],
  ])('%s returns 304 without a body, with the headers of the 200 except those of its content', (_, lines) => {
    expect(ask(etag, ...lines)).toEqual({
      statusCode: 304,
      headers: {
        ETag: etag,
        'X-Content-Type-Options': 'nosniff',
        'Cache-Control': 'no-cache',
        'Access-Control-Allow-Origin': '*',
        'Access-Control-Expose-Headers': responseHeaders['Access-Control-Expose-Headers'],
        Vary: 'Accept-Encoding',
      },
      body: '',
    });
  });

  test.each([
    ['another tag', '"other"'],
    ['nothing', ''],
    ['a tag without quotes', opaque.slice(1, -1)],
    ['a tag that is not closed', etag.slice(0, -1)],
    ['a lower-case w', etag.toLowerCase()],
    ['any among others', '"other", *'],
    ['the tag inside of another one', `"x,${opaque.slice(1, -1)}"`],
  ])('%s returns the whole response', (_, line) => {
    expect(ask(etag, line).statusCode).toBe(200);
  });

  test('any list of tags that contains this one returns 304', () => {
    const tagText = fc.stringMatching(/^[\x21\x23-\x7e]{0,20}$/);
    const tag = fc.tuple(fc.boolean(), tagText).map(([weak, text]) => `${weak ? 'W/' : ''}"${text}"`);
    fc.assert(
      fc.property(fc.array(tag), fc.array(tag), fc.constantFrom(',', ', ', ' , '), (before, after, comma) => {
        expect(ask(etag, [...before, etag, ...after].join(comma)).statusCode).toBe(304);
        expect(ask(etag, [...before, ...after].join(comma)).statusCode).toBe(200);
      }),
    );
  });
});

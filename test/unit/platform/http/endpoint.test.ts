import { afterEach, describe, expect, jest, test } from '@jest/globals';
import type { Context } from 'aws-lambda';
import fc from 'fast-check';
import { endpoint, type Endpoint } from '../../../../functions/core/platform/http/endpoint.ts';
import { responseHeaders, success } from '../../../../functions/core/platform/http/envelope.ts';
import { invalidParameter, ServiceError } from '../../../../functions/core/platform/http/errors.ts';
import { unlessKnown, weakEtag } from '../../../../functions/core/platform/http/headers.ts';
import { apiEvent } from '../../../support/api-event.ts';

const REQUEST_ID = '0f3cb7ad1f3b4a9c8f5e2f1d7a6b4c3d';

async function call(answer: Endpoint, remainingMs = 10_000) {
  const context = { getRemainingTimeInMillis: () => remainingMs } as Context;
  const { statusCode, headers, body } = await endpoint(answer, { METRICS_NAMESPACE: 'search-metrics' })(
    apiEvent(''),
    context,
  );
  return { statusCode, headers, body: JSON.parse(body) as Record<string, unknown> };
}

describe('endpoint', () => {
  afterEach(() => {
    jest.restoreAllMocks();
  });

  test('a successful response contains data that is given as JSON text in the envelope', async () => {
    const { statusCode, body } = await call((event) => Promise.resolve(success(event, '{"a":1}')));
    expect(statusCode).toBe(200);
    expect(body).toEqual({ code: 200, success: true, request_id: REQUEST_ID, data: { a: 1 } });
  });

  test('a ServiceError returns its status, code and details', async () => {
    const { statusCode, headers, body } = await call(() =>
      Promise.reject(invalidParameter('range', 'one_of', { known: ['7d', '1m'] })),
    );
    expect(statusCode).toBe(422);
    expect(headers).toMatchObject({
      'Content-Type': 'application/json; charset=utf-8',
      'Access-Control-Allow-Origin': '*',
    });
    expect(body).toEqual({
      code: 422,
      success: false,
      request_id: REQUEST_ID,
      error: 'invalid_parameter',
      message: 'range: must be one of 7d, 1m',
      values: { range: { known: ['7d', '1m'] } },
      retryable: false,
      details: [{ param: 'range', rule: 'one_of', message: 'must be one of 7d, 1m', values: { known: ['7d', '1m'] } }],
    });
  });

  test('a ServiceError with status 502 returns its message', async () => {
    const { statusCode, body } = await call(() =>
      Promise.reject(new ServiceError('all_sources_failed', { message: 'nobody answered' })),
    );
    expect(statusCode).toBe(502);
    expect(body).toMatchObject({ error: 'all_sources_failed', message: 'nobody answered' });
  });

  test('an error with a retry time returns it in the body and in Retry-After', async () => {
    const { headers, body } = await call(() =>
      Promise.reject(new ServiceError('all_sources_failed', { message: 'nobody answered', retryAfterSeconds: 90 })),
    );
    expect(body).toMatchObject({ retryable: true, retry_after_seconds: 90 });
    expect(headers).toMatchObject({ 'Retry-After': '90' });
  });

  test('an error response has the CORS headers, the exposed headers and Vary', async () => {
    const { headers } = await call(() =>
      Promise.reject(new ServiceError('all_sources_failed', { message: 'nobody answered' })),
    );
    expect(headers).toEqual({
      'Content-Type': 'application/json; charset=utf-8',
      'X-Content-Type-Options': 'nosniff',
      'Cache-Control': 'private, no-cache',
      'Access-Control-Allow-Origin': '*',
      'Access-Control-Expose-Headers':
        'Retry-After, ETag, x-amzn-RequestId, Content-Disposition, X-Truncated, X-Next-Cursor, Location, RateLimit, RateLimit-Policy',
      Vary: 'Accept-Encoding',
    });
  });

  test('an error without a retry time returns none', async () => {
    const { headers, body } = await call(() =>
      Promise.reject(new ServiceError('all_sources_failed', { message: 'nobody answered' })),
    );
    expect(body).toMatchObject({ retryable: true });
    expect(body).not.toHaveProperty('retry_after_seconds');
    expect(headers).not.toHaveProperty('Retry-After');
  });

  test('a domain that does not exist returns 404 domain_not_found, which is not retryable', async () => {
    const { statusCode, body } = await call(() =>
      Promise.reject(new ServiceError('domain_not_found', { values: { domain: 'no-such-name.example' } })),
    );
    expect(statusCode).toBe(404);
    expect(body).toMatchObject({ code: 404, error: 'domain_not_found', retryable: false });
    expect(body.message).toBe('The domain name no-such-name.example does not exist. Check its spelling.');
  });

  test('an unexpected error returns no internals, and its stack is logged with the request id', async () => {
    const log = jest.spyOn(console, 'error').mockImplementation(() => {});
    const { statusCode, body } = await call(() => Promise.reject(new TypeError('table arn:aws:dynamodb is odd')));
    expect(statusCode).toBe(500);
    expect(body).toMatchObject({ code: 500, error: 'internal', request_id: REQUEST_ID });
    expect(JSON.stringify(body)).not.toMatch(/arn|TypeError|at /);
    const line = JSON.parse(log.mock.calls[0]![0] as string) as Record<string, string>;
    expect(line).toMatchObject({
      request_id: REQUEST_ID,
      error: 'TypeError',
      message: 'table arn:aws:dynamodb is odd',
    });
    expect(String(line.stack)).toContain('endpoint.test.ts');
  });

  test('a function that exceeds its time limit returns 504 in the envelope', async () => {
    const { statusCode, body } = await call(() => new Promise(() => {}), 520);
    expect(statusCode).toBe(504);
    expect(body).toMatchObject({ code: 504, error: 'gateway_timeout' });
  });

  test('a TimeoutError of an inner call is logged as an unexpected error', async () => {
    const logged = jest.spyOn(console, 'error').mockImplementation(() => {});
    const timedOut = Object.assign(new Error('Connection timed out'), { name: 'TimeoutError' });
    const { body } = await call(() => Promise.reject(timedOut));
    expect(body).toMatchObject({ code: 500, error: 'internal' });
    expect(String(logged.mock.calls[0])).toContain('TimeoutError');
    logged.mockRestore();
  });
});

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

import { afterEach, expect, jest, test } from '@jest/globals';
import type { Context } from 'aws-lambda';
import { endpoint, type Endpoint } from '../../../../functions/core/platform/http/endpoint.ts';
import { success } from '../../../../functions/core/platform/http/envelope.ts';
import { invalidParameter, ServiceError } from '../../../../functions/core/platform/http/errors.ts';
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
    params: { range: { known: ['7d', '1m'] } },
    retryable: false,
    details: [{ param: 'range', rule: 'one_of', message: 'must be one of 7d, 1m', params: { known: ['7d', '1m'] } }],
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
      'Retry-After, ETag, x-amzn-RequestId, Content-Disposition, X-Truncated, X-Next-Cursor, Location',
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
    Promise.reject(new ServiceError('domain_not_found', { params: { domain: 'no-such-name.example' } })),
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
  expect(line).toMatchObject({ request_id: REQUEST_ID, error: 'TypeError', message: 'table arn:aws:dynamodb is odd' });
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

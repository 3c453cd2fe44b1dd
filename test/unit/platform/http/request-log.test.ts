import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import type { APIGatewayProxyEvent, Context } from 'aws-lambda';
import { endpoint, type Endpoint } from '../../../../functions/core/platform/http/endpoint.ts';
import { success } from '../../../../functions/core/platform/http/envelope.ts';
import { invalidParameter } from '../../../../functions/core/platform/http/errors.ts';
import { noteFacts, sourceDurations } from '../../../../functions/core/platform/http/request-log.ts';
import { apiEvent } from '../../../support/api-event.ts';

let lines: Record<string, unknown>[];

beforeEach(() => {
  lines = [];
  jest
    .spyOn(console, 'log')
    .mockImplementation((line: string) => lines.push(JSON.parse(line) as Record<string, unknown>));
  jest.spyOn(console, 'error').mockImplementation(() => {});
});
afterEach(() => {
  jest.restoreAllMocks();
});

async function call(answer: Endpoint, query = 'domain=a.com&api_key=0123456789012345678901234') {
  const event: APIGatewayProxyEvent = { ...apiEvent(query), resource: '/api/v1/seo/query' };
  await endpoint(answer, { METRICS_NAMESPACE: 'search-metrics' })(event, {
    getRemainingTimeInMillis: () => 10_000,
  } as Context);
  return lines;
}

test('a request writes one log line with its route and nothing that the caller sent', async () => {
  const [line, ...others] = await call((event) => Promise.resolve(success(event, '{}')));
  expect(others).toEqual([]);
  expect(line).toEqual({
    level: 'INFO',
    message: 'request',
    request_id: '0f3cb7ad1f3b4a9c8f5e2f1d7a6b4c3d',
    route: 'GET /api/v1/seo/query',
    status: 200,
    duration_ms: expect.any(Number),
    cold_start: true,
  });
  expect((await call((event) => Promise.resolve(success(event, '{}'))))[1]).toMatchObject({ cold_start: false });
});

test('an error logs its status and code, and a confidential unexpected error no message', async () => {
  await call(() => Promise.reject(invalidParameter('domain', 'not_host')));
  await call(() => Promise.reject(new Error('password 123')));
  expect(lines).toMatchObject([
    { status: 422, error: 'invalid_parameter' },
    { status: 500, error: 'internal' },
  ]);
  expect(JSON.stringify(lines)).not.toContain('123');
});

test('the log line contains the added facts, and the duration as a metric by cache status', async () => {
  const source_ms = sourceDurations([
    { id: 'site', duration_ms: 120 },
    { id: 'crux', duration_ms: null },
  ]);
  const [line] = await call((event) => {
    noteFacts(event, { cache_status: 'miss', source_ms });
    return Promise.resolve(success(event, '{}'));
  });
  expect(line).toMatchObject({
    cache_status: 'miss',
    source_ms: { site: 120 },
    _aws: {
      CloudWatchMetrics: [
        {
          Namespace: 'search-metrics',
          Dimensions: [['route', 'cache_status']],
          Metrics: [{ Name: 'duration_ms', Unit: 'Milliseconds' }],
        },
      ],
    },
  });
  expect(line!.source_ms).toEqual({ site: 120 });
});

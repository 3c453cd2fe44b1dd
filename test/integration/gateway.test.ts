import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from '@jest/globals';
import { once } from 'node:events';
import { readFileSync, statSync } from 'node:fs';
import { type IncomingMessage, request } from 'node:http';
import { connect } from 'node:net';
import { join } from 'node:path';
import { InvokeCommand, LambdaClient } from '@aws-sdk/client-lambda';
import aws4 from 'aws4';
import type { Credentials } from '../../infra/local/credentials.ts';
import { keyStoreOf } from '../../infra/operations/key-commands.ts';
import { startTestRunner } from '../support/runner.ts';
import { useOpened } from '../support/use-opened.ts';

const PATH = '/api/v1/seo/query?domain=shop.example';
const OWN_KEY = 'a-key-of-my-own-for-tests';
const runner = useOpened(() => startTestRunner({ LOCAL_API_KEY: OWN_KEY }));

const json = async (response: Response) => (await response.json()) as Record<string, unknown>;

describe('the API key', () => {
  test('is read from the header', async () => {
    expect((await runner.get(PATH)).status).toBe(200);
  });

  test('is read from the query parameter', async () => {
    expect((await runner.get(`${PATH}&api_key=${OWN_KEY}`, { key: null })).status).toBe(200);
  });

  test('is required: 401 missing_api_key without one, 401 invalid_api_key with a wrong one', async () => {
    const missing = await runner.get(PATH, { key: null });
    expect(missing.status).toBe(401);
    expect(await json(missing)).toMatchObject({ code: 401, success: false, error: 'missing_api_key' });
    const wrong = await runner.get(PATH, { key: 'wrong' });
    expect(wrong.status).toBe(401);
    expect(await json(wrong)).toMatchObject({ code: 401, success: false, error: 'invalid_api_key' });
  });

  test('is not in the output of the runner after its start', async () => {
    await runner.get(`${PATH}&api_key=${OWN_KEY}`, { key: null });
    // What the start prints ends with a request to try.
    const [, afterStart] = runner.output().split(/^ {2}curl .*$/m);
    expect(afterStart).toContain('/api/v1/seo/query');
    expect(afterStart).not.toContain(OWN_KEY);
  });
});

test.each(['/api', '/api/v1/seo/nothing', '/prod/nothing', '/etc/passwd', '/api/v1/seo/query/more'])(
  '%s is a 404 in the envelope, open to browsers',
  async (path) => {
    const response = await runner.get(path);
    expect(response.status).toBe(404);
    expect(response.headers.get('access-control-allow-origin')).toBe('*');
    expect(await json(response)).toMatchObject({ code: 404, success: false, error: 'not_found' });
  },
);

describe('a method that a path does not have', () => {
  test.each([
    ['DELETE', PATH, 'GET, OPTIONS'],
    ['POST', '/prod/api/v1/seo/history', 'GET, OPTIONS'],
    ['GET', '/mcp', 'POST, OPTIONS'],
    ['DELETE', '/prod/mcp', 'POST, OPTIONS'],
    ['PUT', '/api/forumA', 'GET, POST, OPTIONS'],
    ['POST', '/', 'GET, HEAD, OPTIONS'],
    ['DELETE', '/prod', 'GET, HEAD, OPTIONS'],
    ['POST', '/health', 'GET, HEAD, OPTIONS'],
    ['PATCH', '/docs/', 'GET, HEAD, OPTIONS'],
    ['POST', '/openapi.json', 'GET, HEAD, OPTIONS'],
    ['POST', '/back-office/', 'GET, OPTIONS'],
    ['DELETE', '/back-office/assets/x', 'GET, OPTIONS'],
    ['PUT', '/back-office/api/keys', 'GET, POST, PATCH, DELETE, OPTIONS'],
  ])('%s %s is a 405 with the allowed methods, without a key, for any body', async (method, path, allow) => {
    for (const type of ['application/json', 'application/xml', 'multipart/form-data; boundary=x']) {
      const headers = { 'Content-Type': type };
      const body = method === 'GET' ? null : '<not json>';
      const response = await fetch(runner.url + path, { method, headers, body });
      expect(response.status).toBe(405);
      expect(response.headers.get('allow')).toBe(allow);
      expect(response.headers.get('access-control-allow-origin')).toBe('*');
      expect(await json(response)).toMatchObject({ code: 405, error: 'method_not_allowed', retryable: false });
    }
  });

  test('is a 405 for HEAD too, which starts no background work', async () => {
    const response = await fetch(runner.url + PATH, { method: 'HEAD', headers: { 'X-SEO-API-Key': OWN_KEY } });
    expect([response.status, response.headers.get('allow'), await response.text()]).toEqual([405, 'GET, OPTIONS', '']);
  });

  test('is a 404 on a path that does not exist', async () => {
    for (const path of ['/api/v1/seo/nothing', '/api/v1/seo', '/prod/api']) {
      expect((await fetch(runner.url + path, { method: 'DELETE' })).status).toBe(404);
    }
  });
});

test.each(['/', '/health', '/docs', '/docs/', '/openapi.json'])(
  'HEAD %s has the headers of GET, and no body',
  async (path) => {
    const [got, head] = await Promise.all(
      ['GET', 'HEAD'].map((method) => fetch(runner.url + path, { method, redirect: 'manual' })),
    );
    const headersOf = ({ headers }: Response) =>
      [...headers].filter(([name]) => !['date', 'x-amzn-requestid', 'connection', 'keep-alive'].includes(name));
    expect([head!.status, headersOf(head!)]).toEqual([got!.status, headersOf(got!)]);
    expect(await head!.text()).toBe('');
  },
);

describe('the root', () => {
  const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';

  test.each([
    ['/', 'back-office/'],
    ['/prod/', 'back-office/'],
    // A relative address is resolved from the last slash.
    ['/prod', 'prod/back-office/'],
  ])('%s redirects a browser to the back office by a relative URL', async (path, location) => {
    const init = { headers: { Accept: BROWSER }, redirect: 'manual' } as const;
    const response = await fetch(runner.url + path, init);
    expect([response.status, response.headers.get('location')]).toEqual([302, location]);
    expect(response.headers.get('vary')).toContain('Accept,');
    const followed = await fetch(new URL(location, runner.url + path));
    expect([followed.status, followed.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
  });

  test.each([
    ['/', '*/*'],
    ['/prod/', 'application/json'],
  ])('%s returns an index to programs, without a key', async (path, accept) => {
    const response = await fetch(runner.url + path, { headers: { Accept: accept } });
    expect(response.status).toBe(200);
    expect(response.headers.get('vary')).toContain('Accept,');
    const { data } = await json(response);
    expect(data).toEqual({
      docs: '/docs',
      openapi: '/openapi.json',
      workspace: '/back-office/',
      health: '/health',
    });
    for (const each of Object.values(data as Record<string, string>)) {
      expect((await fetch(runner.url + each)).status).toBe(200);
    }
  });
});

test('/health needs no key, contains the version, and is not cacheable', async () => {
  const response = await fetch(`${runner.url}/health`);
  const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
  expect(await json(response)).toEqual({
    code: 200,
    success: true,
    request_id: response.headers.get('x-amzn-requestid')!.replaceAll('-', ''),
    data: { status: 'ok', version },
  });
  expect(response.headers.get('cache-control')).toBe('no-store');
});

test.each([
  [PATH, 'GET,OPTIONS'],
  ['/mcp', 'POST,OPTIONS'],
  ['/health', 'GET,HEAD,OPTIONS'],
  ['/api/forumA', 'GET,POST,OPTIONS'],
  ['/api/v1/seo/site', 'GET,POST,DELETE,OPTIONS'],
])(
  'preflight of %s needs no key and allows the methods of the path (%s) and the headers of calls',
  async (path, methods) => {
    const response = await fetch(runner.url + path, { method: 'OPTIONS' });
    expect(response.status).toBe(204);
    expect(response.headers.get('access-control-allow-origin')).toBe('*');
    expect(response.headers.get('access-control-allow-methods')).toBe(methods);
    expect(response.headers.get('access-control-allow-headers')!.split(',')).toEqual(
      expect.arrayContaining(['X-SEO-API-Key', 'Authorization', 'If-None-Match', 'Idempotency-Key']),
    );
  },
);

test.each([
  ['an answer', PATH, 'X-SEO-API-Key'],
  ['a body that the gateway makes', PATH, 'X-Other'],
  ['an error', '/api/forumA', 'X-Other'],
])('%s exposes its ETag, the request id and Retry-After to other origins', async (_what, path, header) => {
  const { headers } = await runner.get(path, { key: null, headers: { [header]: OWN_KEY } });
  const exposed = headers.get('access-control-expose-headers')!.split(', ');
  expect(exposed).toEqual(expect.arrayContaining(['Retry-After', 'ETag', 'x-amzn-RequestId', 'RateLimit']));
});

describe('the Model Context Protocol', () => {
  const list = (headers: Record<string, string>) =>
    fetch(`${runner.url}/mcp`, {
      method: 'POST',
      headers: { ...headers, 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
    });

  test.each([
    ['X-SEO-API-Key', OWN_KEY],
    ['Authorization', `Bearer ${OWN_KEY}`],
  ])('is served with a key as %s', async (header, value) => {
    const response = await list({ [header]: value });
    expect(response.status).toBe(200);
    expect(await response.json()).toMatchObject({ jsonrpc: '2.0', id: 1, result: { tools: expect.anything() } });
  });

  test.each([
    ['no key', {}, 'missing_api_key'],
    ['an unknown key', { Authorization: 'Bearer unknown' }, 'invalid_api_key'],
  ])('is rejected by the gateway with %s, in the envelope', async (_what, headers, error) => {
    const response = await list(headers);
    expect(response.status).toBe(401);
    expect(await json(response)).toMatchObject({ code: 401, success: false, error });
  });
});

test.each([
  ['/api/v1/seo/query?domain=shop.example', 200, 'private, no-cache'],
  ['/api/v1/seo/query?domain=-', 422, 'private, no-cache'],
  ['/api/v1/seo/history?domain=shop.example&format=csv', 200, 'private, no-cache'],
  ['/api/v1/usage', 200, 'no-store'],
  ['/api/v1/seo/batches/none', 404, 'no-store'],
  ['/api/forumU?action=none', 400, 'no-store'],
  ['/api/forumA?action=none', 400, 'no-store'],
  ['/api/v1/nothing', 404, 'no-store'],
  ['/openapi.json', 200, 'public, max-age=300'],
])('%s returns %i with Cache-Control %s', async (path, status, cacheControl) => {
  const { status: answered, headers } = await runner.get(path);
  expect([answered, headers.get('cache-control')]).toEqual([status, cacheControl]);
  expect(headers.get('x-content-type-options')).toBe('nosniff');
});

test('an answer that the caller has is a 304 that is revalidated', async () => {
  const { headers } = await runner.get(PATH);
  const again = await runner.get(PATH, { headers: { 'If-None-Match': headers.get('etag')! } });
  expect([again.status, again.headers.get('cache-control')]).toEqual([304, 'private, no-cache']);
});

test('the path works with and without the stage', async () => {
  expect((await runner.get(`/prod${PATH}`)).status).toBe(200);
  expect((await runner.get(PATH)).status).toBe(200);
});

test('a long answer is compressed only for callers that accept it', async () => {
  const raw = (acceptEncoding: string) =>
    new Promise<string | undefined>((resolve) => {
      const headers = { 'X-SEO-API-Key': OWN_KEY, 'Accept-Encoding': acceptEncoding };
      request(runner.url + PATH, { headers }, (response) => {
        response.resume();
        resolve(response.headers['content-encoding']);
      }).end();
    });
  expect(await raw('gzip, br')).toBe('gzip');
  expect(await raw('identity')).toBeUndefined();
  expect(await raw('gzip;q=0')).toBeUndefined();
});

test('a request with more headers than the gateway accepts is a 413', async () => {
  const response = await runner.get(PATH, { headers: { 'X-Long': 'x'.repeat(12_000) } });
  expect(response.status).toBe(413);
  expect(await json(response)).toMatchObject({ code: 413, error: 'too_large' });
});

test.each([
  ['garbage\r\n\r\n', 422, 'invalid_parameter'],
  [`GET / HTTP/1.1\r\nHost: a\r\nX: ${'x'.repeat(100_000)}\r\n\r\n`, 413, 'too_large'],
  ['CONNECT a:443 HTTP/1.1\r\nHost: a\r\n\r\n', 404, 'not_found'],
])('a malformed HTTP request is rejected in the envelope: %#', async (text, status, error) => {
  const answer = await new Promise<string>((resolve, reject) => {
    let received = '';
    const socket = connect(Number(new URL(runner.url).port), '127.0.0.1', () => socket.write(text));
    socket
      .on('data', (piece) => (received += piece.toString()))
      .on('close', () => resolve(received))
      .on('error', reject);
  });
  expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
  expect(JSON.parse(answer.split('\r\n\r\n')[1]!)).toMatchObject({ code: status, success: false, error });
});

test('an unsigned AWS call is not processed, and no call ends the runner', async () => {
  const target = { 'x-amz-target': 'AmazonSSM.GetParameter' };
  const unsigned = await fetch(runner.url, {
    method: 'POST',
    headers: target,
    body: '{"Name":"/local/forum/sign-salt"}',
  });
  expect(unsigned.status).toBe(405);
  const badlySigned = { ...target, Authorization: 'AWS4-HMAC-SHA256 Credential=local' };
  expect((await fetch(runner.url, { method: 'POST', headers: badlySigned, body: '{}' })).status).toBe(403);
  for (const body of ['null', '', '[]', '{"Name":1}', 'x']) {
    const { host } = new URL(runner.url);
    const headers = { 'Content-Type': 'application/x-amz-json-1.1', ...target };
    const call = aws4.sign({ host, path: '/', service: 'ssm', method: 'POST', headers, body }, runner.aws.credentials);
    const { Host: _, 'Content-Length': __, ...signed } = call.headers as Record<string, string>;
    expect((await fetch(runner.url, { method: 'POST', headers: signed, body })).status).toBe(400);
  }
  expect((await runner.get(PATH)).status).toBe(200);
});

test('AWS calls are answered only with the credentials of this start', async () => {
  const client = (credentials: Credentials) => new LambdaClient({ ...runner.aws, credentials, maxAttempts: 1 });
  const invoke = () => new InvokeCommand({ FunctionName: 'snapshot-scheduler', Payload: '{"domains":[]}' });
  expect((await client(runner.aws.credentials).send(invoke())).StatusCode).toBe(200);
  for (const wrong of [
    { accessKeyId: 'local', secretAccessKey: 'local' },
    { ...runner.aws.credentials, secretAccessKey: 'local' },
  ]) {
    await expect(client(wrong).send(invoke())).rejects.toMatchObject({ $metadata: { httpStatusCode: 403 } });
  }
  expect(statSync(join(runner.dataDir, 'aws-credentials')).mode & 0o777).toBe(0o600);
  expect(runner.output()).not.toContain(runner.aws.credentials.secretAccessKey);
});

test.each(['rebind.test', 'rebind.test:3000', '127.0.0.1.rebind.test', '192.168.1.1'])(
  'a request to %s, which is no name of this machine, is refused before anything else',
  async (host) => {
    const { issuer } = (await json(await fetch(`${runner.url}/back-office/config.json`))) as { issuer: string };
    for (const url of [runner.url + PATH, `${runner.url}/openapi.json`, `${issuer}/.well-known/openid-configuration`]) {
      const sent = request(url, { headers: { Host: host, 'X-SEO-API-Key': OWN_KEY } }).end();
      const [response] = (await once(sent, 'response')) as [IncomingMessage];
      response.resume();
      expect(response.statusCode).toBe(421);
    }
  },
);

test('a second runner on the same data fails with one line', async () => {
  await expect(startTestRunner({ LOCAL_DATA_DIR: runner.dataDir })).rejects.toThrow(
    /Bad setting: LOCAL_DATA_DIR: .*in use/,
  );
});

describe('the plan', () => {
  test('admits exactly the burst of concurrent requests, and returns 429 with Retry-After for the rest', async () => {
    const { value: key } = await keyStoreOf({ localPort: Number(new URL(runner.url).port) }, runner.dataDir).create({
      name: 'burst',
      plan: 'basic',
      note: '',
    });
    const started = performance.now();
    // Few callers, because each concurrent call starts an instance.
    const callers = Array.from({ length: 5 }, async () => {
      const answers = [];
      for (let call = 0; call < 20; call += 1) {
        const response = await runner.get('/api/v1/seo/query?domain=127.0.0.1', { key });
        const retryAfter = response.headers.get('retry-after');
        answers.push({ status: response.status, retryAfter, body: await json(response) });
      }
      return answers;
    });
    const statuses = (await Promise.all(callers)).flat();
    const seconds = (performance.now() - started) / 1000;
    const refused = statuses.filter(({ status }) => status === 429);
    // Each elapsed second admits one more request.
    expect(100 - refused.length).toBeGreaterThanOrEqual(60);
    expect(100 - refused.length).toBeLessThanOrEqual(60 + Math.ceil(seconds));
    expect(refused[0]).toMatchObject({
      retryAfter: '1',
      body: { code: 429, error: 'rate_limited', retryable: true, retry_after_seconds: 1 },
    });
  });
});

// Last of those with the runner, because it ends it.
describe('a restart', () => {
  test('by SIGKILL keeps the records and the key', async () => {
    let stored = await json(await runner.get(PATH));
    // Wait for slow sources, which would change the record in the background.
    while (!(stored.data as { complete: boolean }).complete) {
      await sleep(200);
      stored = await json(await runner.get(PATH));
    }
    await runner.stop('SIGKILL');
    const second = await startTestRunner({ LOCAL_DATA_DIR: runner.dataDir });
    const after = await json(await second.get(PATH, { key: OWN_KEY }));
    await second.close();
    const { cache_status, age_seconds, ...kept } = after.data as Record<string, unknown>;
    expect(kept.complete).toBe(true);
    expect(cache_status).toBe('hit');
    expect(age_seconds).toBeGreaterThanOrEqual(0);
    expect(stored.data).toMatchObject(kept);
  });
});

test.each([
  [{ PORT: 'http' }, 'PORT'],
  [{ LOCAL_API_KEY: 'short' }, 'LOCAL_API_KEY'],
  [{ LOCAL_RESOLVE: 'no-address' }, 'LOCAL_RESOLVE'],
  [{ FORUM_BATCH_CONCURRENCY: '11' }, 'FORUM_BATCH_CONCURRENCY'],
])(
  'an invalid setting %j stops the runner with one line that contains its name',
  async (environment: Record<string, string>, name) => {
    await expect(startTestRunner(environment)).rejects.toThrow(new RegExp(`Bad setting: .*${name}`));
  },
);

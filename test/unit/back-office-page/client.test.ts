import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from '@jest/globals';
import { ApiError, createClient, wholeCsv } from '../../../functions/back-office/page/src/api/client.ts';

let server: Server | undefined;

afterEach(async () => {
  if (!server?.listening) return;
  server.close();
  server.closeAllConnections();
  await once(server, 'close');
});

/** Starts a server with one answer, and records its requests. */
async function serve(status: number, body: string, headers: Record<string, string> = {}) {
  const requests: IncomingMessage[] = [];
  server = createServer((request, response) => {
    requests.push(request);
    response.writeHead(status, headers).end(body);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}/prod/back-office/api/`;
  let signInsRequired = 0;
  const { send, sendForCsv } = createClient(base, {
    accessToken: () => Promise.resolve('token-1'),
    onSignInRequired: () => (signInsRequired += 1),
  });
  return { requests, send, sendForCsv, signInsRequired: () => signInsRequired };
}

const failureOf = (call: Promise<unknown>) =>
  call.then(
    () => null,
    (error: unknown) => error as ApiError,
  );

test('a call sends the token and returns the answer without the envelope', async () => {
  const { send, requests } = await serve(200, '{"code":200,"success":true,"request_id":"a1","data":{"keys":[]}}');
  expect(await send('GET', 'keys')).toEqual({ keys: [] });
  expect(requests[0]!.url).toBe('/prod/back-office/api/keys');
  expect(requests[0]!.headers.authorization).toBe('Bearer token-1');
});

test('an error has its code, status, request id and details', async () => {
  const details = [{ param: 'name', rule: 'max_characters', message: 'is too long', values: { max: 2 } }];
  const body = {
    code: 422,
    success: false,
    request_id: 'a1',
    error: 'invalid_parameter',
    message: 'Not valid',
    values: { name: { max: 2 } },
    retryable: false,
    details,
  };
  const { send, signInsRequired } = await serve(422, JSON.stringify(body));
  const error = await failureOf(send('POST', 'keys', { body: {} }));
  expect(error).toBeInstanceOf(ApiError);
  expect(error).toMatchObject({
    code: 'invalid_parameter',
    status: 422,
    retryable: false,
    requestId: 'a1',
    message: 'Not valid',
    values: { name: { max: 2 } },
    details,
  });
  expect(signInsRequired()).toBe(0);
});

test('a rejected token requires a sign-in', async () => {
  const body = '{"code":401,"success":false,"request_id":"a1","error":"sign_in_required","message":"Sign in"}';
  const { send, signInsRequired } = await serve(401, body);
  expect(await failureOf(send('GET', 'keys'))).toMatchObject({ code: 'sign_in_required' });
  expect(signInsRequired()).toBe(1);
});

test('a body without an envelope is an error, also with status 200', async () => {
  for (const body of ['<html>proxy</html>', '{}', 'null', '']) {
    const { send } = await serve(200, body);
    expect(await failureOf(send('GET', 'keys'))).toMatchObject({ code: 'unreadable', status: 200 });
    server!.close();
  }
});

test('a service that cannot be reached is an error without a status', async () => {
  const { send } = await serve(200, '');
  server!.close();
  server!.closeAllConnections();
  expect(await failureOf(send('GET', 'keys'))).toMatchObject({
    code: 'unreachable',
    status: 0,
    retryable: true,
    requestId: null,
  });
});

test('an aborted call is not an error of the service', async () => {
  const { send } = await serve(200, '');
  expect(await failureOf(send('GET', 'keys', { signal: AbortSignal.abort() }))).toMatchObject({ name: 'AbortError' });
});

test('a connection that breaks within the body is reported as unreachable', async () => {
  const { send } = await serve(200, '{"code"', { 'Content-Length': '1000' });
  server!.on('request', (request) => setTimeout(() => request.socket.destroy(), 50));
  expect(await failureOf(send('GET', 'keys'))).toMatchObject({ code: 'unreachable', retryable: true });
});

test('headers of a call are sent', async () => {
  const { send, requests } = await serve(200, '{"code":200,"success":true,"request_id":"a1","data":{}}');
  await send('POST', 'batches', { body: {}, headers: { 'Idempotency-Key': 'k1' } });
  expect(requests[0]!.headers['idempotency-key']).toBe('k1');
});

test('CSV is returned verbatim with the cursor of the next page', async () => {
  const csv = { 'Content-Type': 'text/csv; charset=utf-8' };
  const cut = await serve(200, 'input\r\n', { ...csv, 'X-Next-Cursor': 'c1' });
  expect(await cut.sendForCsv('GET', 'batches/b1')).toEqual({ text: 'input\r\n', nextCursor: 'c1' });
  server!.close();
  const end = await serve(200, 'input\r\n', csv);
  expect(await end.sendForCsv('GET', 'batches/b1')).toEqual({ text: 'input\r\n', nextCursor: null });
});

test('an error instead of CSV is that error, and any other body is unreadable', async () => {
  const body = '{"code":404,"success":false,"request_id":"a1","error":"not_found","message":"None","retryable":false}';
  const refused = await serve(404, body, { 'Content-Type': 'application/json' });
  expect(await failureOf(refused.sendForCsv('GET', 'batches/b1'))).toMatchObject({ code: 'not_found', status: 404 });
  server!.close();
  const other = await serve(200, '<html>', { 'Content-Type': 'text/html' });
  expect(await failureOf(other.sendForCsv('GET', 'batches/b1'))).toMatchObject({ code: 'unreadable' });
});

test.each([
  ['7', 7],
  ['Fri, 27 Nov 2026 06:00:00 GMT', null],
  [undefined, null],
])('an error with Retry-After %s states the seconds %s', async (header, seconds) => {
  const { send } = await serve(429, 'busy', header === undefined ? {} : { 'Retry-After': header });
  expect((await failureOf(send('GET', 'keys')))!.retryAfterSeconds).toBe(seconds);
});

test('the pages of a list are joined to one text with one header row', async () => {
  const pages = new Map<string | null, { text: string; nextCursor: string | null }>([
    [null, { text: 'url,title\r\n/a,"A\r\nb"\r\n', nextCursor: 'c1' }],
    ['c1', { text: 'url,title\r\n/b,B\r\n', nextCursor: 'c2' }],
    ['c2', { text: 'url,title\r\n', nextCursor: null }],
  ]);
  const csv = await wholeCsv((cursor) => Promise.resolve(pages.get(cursor)!));
  expect(csv).toBe('url,title\r\n/a,"A\r\nb"\r\n/b,B\r\n');
});

import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { answerMalformed } from '../../../infra/local/gateway/malformed.ts';

const model = (status: number) => ({ status, headers: {}, template: `{"code":${status}}` });

let server: Server;
beforeAll(async () => {
  server = createServer({ requireHostHeader: false }, (_request, response) => response.end('{"code":200}'));
  answerMalformed(server, {
    DEFAULT_4XX: model(422),
    REQUEST_TOO_LARGE: model(413),
    MISSING_AUTHENTICATION_TOKEN: model(404),
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterAll(() => void server.close());

function send(bytes: string): Promise<string> {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1', () => socket.write(bytes, 'latin1'));
  return text(socket);
}

test.each([
  ['no HTTP', 'garbage\r\n\r\n', 422],
  ['too many headers', `GET / HTTP/1.1\r\nX: ${'x'.repeat(100_000)}\r\n\r\n`, 413],
  ['a tunnel', 'CONNECT a:443 HTTP/1.1\r\nHost: a\r\n\r\n', 404],
  ['an expectation that nobody knows', 'GET / HTTP/1.1\r\nHost: a\r\nExpect: more\r\nConnection: close\r\n\r\n', 200],
  ['no Host', 'GET / HTTP/1.1\r\nConnection: close\r\n\r\n', 200],
])('%s is answered in the envelope', async (_name, bytes, status) => {
  const answer = await send(bytes);
  expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
  expect(answer).toContain(`{"code":${status}}`);
});

test('HEAD is answered without a body', async () => {
  const answer = await send('HEAD /\u00ff HTTP/1.1\r\nHost: a\r\n\r\n');
  expect(answer).toMatch(/^HTTP\/1\.1 422 .*\r\n\r\n$/s);
});

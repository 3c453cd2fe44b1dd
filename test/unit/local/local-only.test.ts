import { once } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, describe, expect, test } from '@jest/globals';
import { onlyLocalHost, onlyNonBrowsers } from '../../../infra/local/local-only.ts';

let server: Server;
afterEach(() => void server.close());

async function ask(protect: (listener: RequestListener) => RequestListener, headers: Record<string, string>) {
  server = createServer(
    { requireHostHeader: false },
    protect((_request, response) => void response.end('served')),
  );
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const sent = request({ host: '127.0.0.1', port, headers, setHost: false, agent: false }).end();
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  return { status: response.statusCode, body: await text(response), headers: response.headers };
}

describe('a request', () => {
  test.each(['127.0.0.1', '127.0.0.1:3000', 'localhost', 'LOCALHOST:8080', '[::1]', '[::1]:3000'])(
    'to %s is answered',
    async (host) => {
      expect(await ask(onlyLocalHost, { host })).toMatchObject({ status: 200, body: 'served' });
    },
  );

  test.each([
    'rebind.test',
    'rebind.test:3000',
    '127.0.0.1.rebind.test',
    'localhost.rebind.test:3000',
    '127.0.0.2',
    '0.0.0.0:3000',
    '::1',
    'localhost:80@rebind.test',
    '',
  ])('to %j is refused', async (host) => {
    const { status, body } = await ask(onlyLocalHost, { host });
    expect([status, body]).toEqual([421, 'This server answers to 127.0.0.1, localhost, [::1] only\n']);
  });

  test('that names no host is refused', async () => {
    expect(await ask(onlyLocalHost, {})).toMatchObject({ status: 421 });
  });

  test.each(['http://127.0.0.1:3000', 'https://shop.example', 'null', ''])(
    'of a page of %j is refused where programs alone are answered, and nothing lets the page read why',
    async (origin) => {
      const { status, headers } = await ask(onlyNonBrowsers, { origin });
      expect(status).toBe(403);
      expect(Object.keys(headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
    },
  );

  test('of a program is answered there', async () => {
    expect(await ask(onlyNonBrowsers, {})).toMatchObject({ status: 200 });
  });
});

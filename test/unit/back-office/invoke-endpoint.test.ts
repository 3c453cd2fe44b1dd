import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { expect, test } from '@jest/globals';
import { createInvokingClient, invokedEndpoint } from '../../../functions/back-office/invoke-endpoint.ts';
import { apiEvent } from '../../support/api-event.ts';
import { useOpened } from '../../support/use-opened.ts';

/** A Lambda service that has closed each connection by the time that it is used again. */
const lambda = useOpened(async () => {
  const used = new WeakSet<Socket>();
  const answer: RequestListener = ({ socket }, response) => {
    if (used.has(socket)) socket.destroy();
    else response.end(JSON.stringify({ statusCode: 200, body: '{}' }));
    used.add(socket);
  };
  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { server, close: () => server.close() };
});

test('an endpoint answers although the connection of the call before was closed meanwhile', async () => {
  const { port } = lambda.server.address() as AddressInfo;
  const client = createInvokingClient({
    endpoint: `http://127.0.0.1:${port}`,
    region: 'us-east-1',
    credentials: { accessKeyId: 'a', secretAccessKey: 'b' },
  });
  const endpoint = invokedEndpoint(client, 'SeoSite');
  for (let call = 0; call < 3; call++) {
    const { statusCode } = await endpoint(apiEvent(''), { resource: '/api/v1/seo/site', query: {} });
    expect(statusCode).toBe(200);
  }
  client.destroy();
});

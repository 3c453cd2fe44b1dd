import { once } from 'node:events';
import net from 'node:net';
import tls from 'node:tls';
import { afterEach, describe, expect, jest, test } from '@jest/globals';
import { watch } from '../../../../functions/core/platform/network/guarded-connection.ts';
import { fetchUrl } from '../../../../functions/core/platform/network/http-client.ts';
import { parseHostOverrides } from '../../../../functions/core/platform/network/host-overrides.ts';
import { createNetwork } from '../../../../functions/core/platform/network/network.ts';
import { userAgent } from '../../../../functions/core/platform/network/user-agent.ts';
import * as local from './local-servers.ts';

/** Time that Node waits for each address except the last, and a longer time. */
const [NODES_ATTEMPT_MS, LATE_MS] = [250, 400];

afterEach(local.closeServers);

/** A network whose names come from a name server of the test. */
function networkAt(nameServer: string) {
  return createNetwork({
    overrides: parseHostOverrides(''),
    userAgent: local.AGENT,
    lookup: local.lookupAt(nameServer),
  });
}

const fetchWith = (network: ReturnType<typeof networkAt>, url: string, ms = 2_000) =>
  fetchUrl(url, { network, maxBytes: 1_000, until: performance.now() + ms });

const addresses = (name: string, ...data: string[]) =>
  data.map((address) => ({ name, type: 'A' as const, ttl: 0, data: address }));

describe('hosts that resolve to private addresses', () => {
  test.each([['127.0.0.1'], ['10.0.0.1', '192.168.1.1'], ['169.254.169.254'], ['100.64.0.1'], ['0.0.0.0']])(
    'are not connected to: %s',
    async (...data) => {
      const network = networkAt(await local.serveDns(({ name }) => addresses(name, ...data)));
      for (const url of ['http://evil.example/', 'https://evil.example/']) {
        await expect(fetchWith(network, url)).rejects.toMatchObject({ code: 'address_not_public' });
      }
      await expect(network.connect('evil.example', 443)).rejects.toMatchObject({ code: 'address_not_public' });
    },
  );

  test('are connected to only at their public addresses when they have both', async () => {
    const network = networkAt(await local.serveDns(({ name }) => addresses(name, '127.0.0.1', '192.0.2.1', '1.1.1.1')));
    const tried = await triedAddresses(network, 'mixed.example');
    expect(tried).toEqual(['1.1.1.1']);
  });

  test('are checked at each connection, so that DNS rebinding has no effect', async () => {
    let lookups = 0;
    const nameServer = await local.serveDns(({ name }) => addresses(name, lookups++ === 0 ? '1.1.1.1' : '127.0.0.1'));
    const network = networkAt(nameServer);
    expect(await triedAddresses(network, 'rebound.example')).toEqual(['1.1.1.1']);
    await expect(fetchWith(network, 'http://rebound.example/')).rejects.toMatchObject({ code: 'address_not_public' });
    expect(lookups).toBe(2);
  });
});

test.each(['network.ts', '../../sources/providers/provider-client.ts', '../../forum/upstream-http.ts'])(
  'a connection uses an address that answers late if the other one cannot be reached: %s',
  async (client) => {
    net.setDefaultAutoSelectFamilyAttemptTimeout(NODES_ATTEMPT_MS);
    jest.resetModules();
    await import(`../../../../functions/core/platform/network/${client}`);
    const found = [
      { address: '127.0.0.1', family: 4 },
      { address: '2001:db8::1', family: 6 },
    ];
    const port = await local.serveHttp((_, response) => response.end());
    const socket = net.connect({
      host: 'dual.example',
      port,
      lookup: (_, __, answer) => setImmediate(answer, null, found),
    });
    // A busy process detects late that it is connected.
    const work = () => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, LATE_MS);
    socket.once('connectionAttempt', () => process.nextTick(work));
    await once(socket, 'connect');
    expect(socket.remoteAddress).toBe('127.0.0.1');
    socket.destroy();
  },
);

/** Returns the addresses that the http agent's socket is given to connect to; the connection itself is aborted. */
function triedAddresses(network: ReturnType<typeof networkAt>, host: string): Promise<string[]> {
  return new Promise((resolve, reject) => {
    const socket = network.agents.http.createConnection({ host, port: 80 }, () => {})!;
    const tried: string[] = [];
    socket.on('lookup', (error: Error | null, address: string) => {
      if (error) return reject(error);
      tried.push(address);
      setImmediate(() => {
        socket.destroy();
        resolve(tried);
      });
    });
    socket.on('error', () => {});
  });
}

describe('literal addresses', () => {
  test.each(['127.0.0.1', '::1', '[::1]', '::ffff:10.0.0.1', '169.254.169.254', '0.0.0.0', 'fe80::1'])(
    'are checked without a lookup: %s',
    async (host) => {
      await expect(local.networkOf({}).connect(host, 443)).rejects.toMatchObject({ code: 'address_not_public' });
    },
  );
});

describe('ports', () => {
  test('other than 80 and 443 are rejected', async () => {
    const network = local.networkOf({});
    await expect(network.connect('1.1.1.1', 22)).rejects.toMatchObject({ code: 'port_not_allowed' });
    await expect(fetchWith(network, 'http://1.1.1.1:8080/')).rejects.toMatchObject({ code: 'port_not_allowed' });
  });

  test('of an overridden host may be any, and the override is used', async () => {
    const network = local.networkOf({ '*.site.example': await local.serveHttp((_, response) => response.end('here')) });
    const answer = await fetchWith(network, 'http://a.site.example:8080/');
    expect(Buffer.concat(answer.body).toString()).toBe('here');
    const socket = await network.connect('a.site.example', 443);
    expect(socket.remoteAddress).toBe('127.0.0.1');
    socket.destroy();
  });
});

test('a connection to an address that is not public is closed before anything is sent', async () => {
  let received = 0;
  const port = await local.serveTcp((socket) => socket.on('data', () => (received += 1)));
  const destination = { host: '127.0.0.1', port, lookup: local.knowsNothing, overridden: false };
  for (const socket of [
    watch(net.connect(port, '127.0.0.1'), destination, 'connect'),
    watch(tls.connect(port, '127.0.0.1'), destination, 'secureConnect'),
  ]) {
    socket.write('secret');
    const [failure] = (await once(socket, 'error')) as [Error];
    expect(failure).toMatchObject({ code: 'address_not_public' });
  }
  expect(received).toBe(0);
});

test('a TLS handshake without a response times out early enough for http', async () => {
  const network = local.networkOf({ 'site.example': await local.serveTcp(() => {}) });
  await expect(fetchWith(network, 'https://site.example/', 600_000)).rejects.toMatchObject({ code: 'timeout' });
});

test('each connection is closed with its request', async () => {
  let open = 0;
  const port = await local.serveHttp((_, response) => response.end('ok'));
  const network = local.networkOf({ 'site.example': port });
  await fetchWith(network, 'http://site.example/');
  for (const sockets of Object.values({ ...network.agents.http.freeSockets })) open += sockets!.length;
  expect(open).toBe(0);
});

test('the resolver uses the configured name servers for overridden hosts only', () => {
  const network = local.networkOf({ '*.example': 1 }, ['127.0.0.1:5353']);
  expect(network.resolver('shop.example').getServers()).toEqual(['127.0.0.1:5353']);
  expect(network.resolver('shop.test').getServers()).not.toContain('127.0.0.1:5353');
  expect(local.networkOf({ '*.example': 1 }).resolver('shop.example').getServers()).not.toContain('127.0.0.1:5353');
});

test('the user agent contains product, version and contact', () => {
  expect(userAgent('https://operator.example/bot')).toBe(local.AGENT);
});

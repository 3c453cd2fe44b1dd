import { createSocket } from 'node:dgram';
import { Resolver } from 'node:dns/promises';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { connect as connectTls } from 'node:tls';
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { startSignInServer } from '../../../infra/local/sign-in/sign-in-server.ts';
import { startDnsServer } from '../../../infra/sandbox/dns-server.ts';
import { startForumServer } from '../../../infra/sandbox/forum-server.ts';
import { makeCertificates, startSiteServer } from '../../../infra/sandbox/site-server.ts';
import { startProviders } from '../../../infra/sandbox/providers/server.ts';

/** A server of the runner, its address, and its status for an ordinary request. */
interface Served {
  open: () => Socket;
  host: string;
  path: string;
  status: number;
}

const servers: Record<string, Served> = {};
const closings: (() => unknown)[] = [];

beforeAll(async () => {
  const certificates = await makeCertificates(['shop.example']);
  const sites = await startSiteServer(certificates);
  const forum = await startForumServer({ salt: 's', deviceCode: 'd', marketId: 'm' });
  const providers = await startProviders();
  const users = { operator: { name: 'operator', password: 'a' }, viewer: { name: 'viewer', password: 'b' } };
  const signIn = await startSignInServer({
    clientId: 'page',
    scope: 'pages/all',
    pageUrls: ['http://127.0.0.1/'],
    users,
  });
  // The OpenID provider logs each path that it cannot decode.
  jest.spyOn(console, 'error').mockImplementation(() => {});
  closings.push(...[sites, forum, providers, signIn].map((server) => () => server.close()));
  const plain = (port: number) => () => connect(port, '127.0.0.1');
  const secure = (port: number) => () =>
    connectTls({ port, host: '127.0.0.1', servername: 'shop.example', ca: certificates.ca });
  const portOf = (url: string) => Number(new URL(url).port);
  Object.assign(servers, {
    'site, http': { open: plain(sites.port), host: 'shop.example', path: '/', status: 301 },
    'site, https': { open: secure(sites.port), host: 'shop.example', path: '/', status: 200 },
    forum: { open: plain(portOf(forum.url)), host: 'forum', path: '/', status: 200 },
    providers: { open: plain(portOf(providers.url)), host: 'providers', path: '/', status: 404 },
    'sign-in': {
      open: plain(portOf(signIn.issuer)),
      host: '127.0.0.1',
      path: '/.well-known/openid-configuration',
      status: 200,
    },
  } satisfies Record<string, Served>);
});
afterAll(() => Promise.all(closings.map((close) => close())));

const names = ['site, http', 'site, https', 'forum', 'providers', 'sign-in'];

const TIMEOUT_MS = 20_000;

/**
 * @returns the status of the response; `null` if the connection is closed without one
 * @throws when there is no response in time
 */
async function ask({ open, host }: Served, target: string, method = 'GET'): Promise<number | null> {
  const socket = open();
  socket.setTimeout(TIMEOUT_MS, () => socket.destroy(new Error(`No response to ${method} ${target}`)));
  socket.write(`${method} ${target} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`, 'latin1');
  const answer = await text(socket);
  return answer ? Number(/^HTTP\/1\.1 (\d{3}) /.exec(answer)![1]) : null;
}

/** Closes the connection after an incomplete request. */
async function disconnect({ open, host }: Served): Promise<void> {
  const socket = open();
  socket.write(`POST / HTTP/1.1\r\nHost: ${host}\r\nContent-Length: 9\r\n\r\nhalf`, () => socket.destroy());
  await once(socket, 'close');
}

const TARGETS = [
  '//',
  '///',
  '//evil.test/x',
  '//evil.test:99999/',
  '//[',
  '/\\evil.test/',
  '/%',
  '/%00',
  '/../../../../etc/hostname',
  '/%2e%2e/%2e%2e/%2e%2e/%2e%2e/etc/hostname',
  '/?',
  '/??&=%',
  '*',
  'http://shop.example/',
  'http://shop.example//',
  'http://evil.test/x',
  'http://[/',
  'http://',
  'a://../../../etc/hostname',
  'mailto:a',
  '',
];

describe.each(names)('%s', (name) => {
  test('answers an ordinary request after any request target', async () => {
    for (const target of TARGETS) {
      for (const method of ['GET', 'HEAD', 'POST', 'OPTIONS']) await ask(servers[name]!, target, method);
    }
    expect(await ask(servers[name]!, servers[name]!.path)).toBe(servers[name]!.status);
  });

  test('answers an ordinary request after clients that disconnected within theirs', async () => {
    await Promise.all(Array.from({ length: 5 }, () => disconnect(servers[name]!)));
    expect(await ask(servers[name]!, servers[name]!.path)).toBe(servers[name]!.status);
  });
});

test.each(['//evil.test', '//evil.test/x', '//evil.test:99999/', '//[', '*'])(
  'a site has no page at %s',
  async (target) => {
    expect(await ask(servers['site, https']!, target)).toBe(404);
  },
);

test('a site has its page at an absolute target too (RFC 9112, 3.2.2)', async () => {
  expect(await ask(servers['site, https']!, 'https://shop.example/')).toBe(200);
  expect(await ask(servers['site, https']!, 'https://shop.example/none')).toBe(404);
});

test('the name server answers queries after packets that are no query', async () => {
  const server = await startDnsServer({ 'shop.example': { A: ['192.0.2.10'] } });
  try {
    const resolver = new Resolver({ timeout: 2_000, tries: 1 });
    resolver.setServers([server.address]);
    const [address, port] = server.address.split(':');
    const socket = createSocket('udp4');
    for (const packet of [Buffer.alloc(0), Buffer.from('garbage'), Buffer.alloc(12, 0xff), Buffer.alloc(600, 0xc0)]) {
      await new Promise((resolve) => socket.send(packet, Number(port), address, resolve));
    }
    socket.close();
    expect(await resolver.resolve4('shop.example')).toEqual(['192.0.2.10']);
  } finally {
    await server.close();
  }
});

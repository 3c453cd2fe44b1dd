import { once } from 'node:events';
import net from 'node:net';
import tls from 'node:tls';
import { afterEach, describe, expect, jest, test } from '@jest/globals';
import fc from 'fast-check';
import { watch } from '../../../../functions/core/platform/network/guarded-connection.ts';
import { InvalidHostOverride, parseHostOverrides } from '../../../../functions/core/platform/network/host-overrides.ts';
import { fetchUrl } from '../../../../functions/core/platform/network/http-client.ts';
import { createNetwork } from '../../../../functions/core/platform/network/network.ts';
import { isPublicAddress } from '../../../../functions/core/platform/network/public-address.ts';
import { userAgent } from '../../../../functions/core/platform/network/user-agent.ts';
import { readCases } from '../../../support/cases.ts';
import * as local from './local-servers.ts';

/** Time that Node waits for each address except the last, and a longer time. */
const [NODES_ATTEMPT_MS, LATE_MS] = [250, 400];

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

describe('network', () => {
  afterEach(local.closeServers);

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
      const network = networkAt(
        await local.serveDns(({ name }) => addresses(name, '127.0.0.1', '192.0.2.1', '1.1.1.1')),
      );
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

  test.each(['network.ts', '../../sources/providers/provider-client.ts', '../../forum/upstream-request.ts'])(
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
      const network = local.networkOf({
        '*.site.example': await local.serveHttp((_, response) => response.end('here')),
      });
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
});

describe('parseHostOverrides', () => {
  test('reads hosts, addresses and ports, ignoring white space and case', () => {
    const overrides = parseHostOverrides(' Shop.example=127.0.0.1:3001 , blog.example=[::1]:3002');
    expect(overrides.find('shop.example')).toEqual({ address: '127.0.0.1', port: 3001 });
    expect(overrides.find('BLOG.example.')).toEqual({ address: '::1', port: 3002 });
    expect(overrides.find('www.shop.example')).toBeNull();
  });

  test('overrides nothing when the setting is empty', () => {
    expect(parseHostOverrides('').find('shop.example')).toBeNull();
    expect(parseHostOverrides('  ').find('')).toBeNull();
  });

  test('prefers an exact host to a wildcard, a longer wildcard to a shorter one, and the first of equals', () => {
    const overrides = parseHostOverrides(
      '*.example=127.0.0.1:1,*.shop.example=127.0.0.1:2,a.shop.example=127.0.0.1:3,a.shop.example=127.0.0.1:4',
    );
    expect(overrides.find('blog.example')?.port).toBe(1);
    expect(overrides.find('shop.example')?.port).toBe(1);
    expect(overrides.find('b.c.shop.example')?.port).toBe(2);
    expect(overrides.find('a.shop.example')?.port).toBe(3);
    expect(overrides.find('example')).toBeNull();
    expect(overrides.find('notexample')).toBeNull();
  });

  test.each(readCases<string[]>('network/host-overrides'))('reports the malformed entry %j', (entry) => {
    const parse = () => parseHostOverrides(`good.example=127.0.0.1:80,${entry},other.example=127.0.0.1:80`);
    expect(parse).toThrow(InvalidHostOverride);
    expect(parse).toThrow(`"${entry}"`);
  });
});

/** `special`: IANA's special-purpose IPv4 blocks, written out a second time as [first octets, prefix length]. */
const { refused, special } = readCases<{ refused: string[]; special: [string, number][] }>('network/addresses');

const numberOf = (address: string) => address.split('.').reduce((sum, octet) => sum * 256 + Number(octet), 0);
const dotted = (value: number) => [24, 16, 8, 0].map((shift) => (value >>> shift) & 255).join('.');
const hexPair = (value: number) => `${(value >>> 16).toString(16)}:${(value & 0xffff).toString(16)}`;

const isSpecial = (value: number) =>
  special.some(
    ([base, bits]) => Math.floor(value / 2 ** (32 - bits)) === Math.floor(numberOf(base) / 2 ** (32 - bits)),
  );

/** Any IPv4 address, and often one of a special block or just beside it. */
const ipv4 = fc.oneof(
  fc.integer({ min: 0, max: 0xffffffff }),
  fc
    .tuple(fc.constantFrom(...special), fc.double({ min: 0, max: 1, noNaN: true }), fc.constantFrom(-1, 0, 1))
    .map(([[base, bits], share, side]) => {
      const size = 2 ** (32 - bits);
      const inside = numberOf(base) + Math.floor(share * (size - 1));
      return Math.min(0xffffffff, Math.max(0, inside + side * size));
    }),
);

const group = fc.integer({ min: 0, max: 0xffff }).map((value) => value.toString(16));

describe('isPublicAddress', () => {
  test.each(['8.8.8.8', '1.1.1.1', '93.184.215.14', '2606:4700:4700::1111', '2a00:1450:4001:81b::200e'])(
    'accepts %s',
    (address) => expect(isPublicAddress(address)).toBe(true),
  );

  test.each(refused)('rejects %s', (address) => expect(isPublicAddress(address)).toBe(false));

  test.each(['', 'localhost', '0x7f.1', '127.1', '2130706433', '0177.0.0.1', '8.8.8.8.8', '[::1]', '8.8.8.8 '])(
    "rejects %j, which is not in the system's notation",
    (text) => expect(isPublicAddress(text)).toBe(false),
  );

  test('checks every IPv4 address by the registry', () => {
    fc.assert(
      fc.property(ipv4, (value) => isPublicAddress(dotted(value)) === !isSpecial(value)),
      { numRuns: 5_000 },
    );
  });

  test('checks IPv4-mapped and NAT64 addresses by the IPv4 address in any notation', () => {
    fc.assert(
      fc.property(ipv4, fc.constantFrom('::ffff:', '64:ff9b::'), fc.boolean(), (value, prefix, hex) => {
        const address = prefix + (hex ? hexPair(value) : dotted(value));
        return isPublicAddress(address) === !isSpecial(value);
      }),
      { numRuns: 5_000 },
    );
  });

  test('rejects addresses outside of global unicast, and 6to4 and Teredo with any address', () => {
    const anyGroups = fc.array(group, { minLength: 7, maxLength: 7 }).map((groups) => groups.join(':'));
    const outside = fc
      .integer({ min: 0, max: 0xffff })
      .filter((value) => value >> 13 !== 1 && value !== 0 && value !== 0x64);
    fc.assert(fc.property(outside, anyGroups, (value, rest) => !isPublicAddress(`${value.toString(16)}:${rest}`)));
    fc.assert(fc.property(anyGroups, (rest) => !isPublicAddress(`2002:${rest}`)));
    fc.assert(fc.property(anyGroups, (rest) => !isPublicAddress(`2001:0:${rest.split(':').slice(1).join(':')}`)));
  });

  test('rejects any other text without throwing', () => {
    fc.assert(fc.property(fc.string(), (text) => isPublicAddress(text) === false || /^[\d.]+$|:/.test(text)));
  });
});

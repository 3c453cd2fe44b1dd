import dgram from 'node:dgram';
import { Resolver } from 'node:dns';
import http from 'node:http';
import https from 'node:https';
import net, { type AddressInfo, type LookupFunction } from 'node:net';
import { type Answer, decode, encode, type Question } from 'dns-packet';
import { generate } from 'selfsigned';
import { parseHostOverrides } from '../../../../functions/core/platform/network/host-overrides.ts';
import { createNetwork, type Network } from '../../../../functions/core/platform/network/network.ts';

const closers: (() => void)[] = [];

/** Closes all servers; for `afterEach` or `afterAll`. */
export function closeServers(): void {
  for (const close of closers.splice(0)) close();
}

async function listen(server: net.Server): Promise<number> {
  const sockets = new Set<net.Socket>();
  server.on('connection', (socket: net.Socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    socket.on('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closers.push(() => {
    server.close();
    for (const socket of sockets) socket.destroy();
  });
  return (server.address() as AddressInfo).port;
}

export function serveHttp(handler: http.RequestListener): Promise<number> {
  return listen(http.createServer(handler));
}

export interface Certificate {
  cert: string;
  key: string;
}

export function serveHttps(certificate: Certificate, handler: http.RequestListener): Promise<number> {
  return listen(https.createServer(certificate, handler));
}

export function serveTcp(onConnection: (socket: net.Socket) => void): Promise<number> {
  return listen(net.createServer(onConnection));
}

/** Serves http and https on one port, since an override has one port per host; the first byte distinguishes them. */
export function serveBoth(certificate: Certificate, secure: http.RequestListener, plain: http.RequestListener) {
  const servers = { secure: https.createServer(certificate, secure), plain: http.createServer(plain) };
  return serveTcp((socket) => {
    socket.once('data', (start) => {
      socket.pause();
      socket.unshift(start);
      (start[0] === 0x16 ? servers.secure : servers.plain).emit('connection', socket);
      process.nextTick(() => socket.resume());
    });
  });
}

/** Returns a port without a listener. */
export async function closedPort(): Promise<number> {
  const server = net.createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** Reply of a test's name server: records, an error code of DNS, or none. */
export type DnsReply = Answer[] | 'NXDOMAIN' | 'SERVFAIL' | 'silence';

/** A name server on UDP. @returns its `address:port` */
export async function serveDns(reply: (question: Question) => DnsReply): Promise<string> {
  const server = dgram.createSocket('udp4');
  server.on('message', (message, { port, address }) => {
    const { id, questions = [] } = decode(message);
    const replied = reply(questions[0]!);
    if (replied === 'silence') return;
    const flags = 0x0180 | { NXDOMAIN: 3, SERVFAIL: 2, none: 0 }[typeof replied === 'string' ? replied : 'none'];
    const answers = typeof replied === 'string' ? [] : replied;
    server.send(encode({ id: id!, type: 'response', flags, questions, answers }), port, address);
  });
  await new Promise<void>((resolve) => server.bind(0, '127.0.0.1', resolve));
  closers.push(() => server.close());
  return `127.0.0.1:${server.address().port}`;
}

/** Looks names up at one name server, IPv4 only, and returns every address. */
export function lookupAt(nameServer: string): LookupFunction {
  return (hostname, options, callback) => {
    const resolver = new Resolver();
    resolver.setServers([nameServer]);
    resolver.resolve4(hostname, (error, addresses) => {
      if (error) return callback(error, []);
      const answer = addresses.map((address) => ({ address, family: 4 }));
      return options.all ? callback(null, answer) : callback(null, addresses[0]!, 4);
    });
  };
}

/** Rejects every name as unknown. */
export const knowsNothing: LookupFunction = (hostname, _options, callback) =>
  callback(Object.assign(new Error(`no ${hostname}`), { code: 'ENOTFOUND' }), []);

export const AGENT = 'DomaingaugeBot/0.4 (+https://operator.example/bot)';

/** A network in which only these hosts have an address: the given ports of 127.0.0.1. */
export function networkOf(hosts: Record<string, number>, dnsServers: string[] = []): Network {
  const text = Object.entries(hosts)
    .map(([host, port]) => `${host}=127.0.0.1:${port}`)
    .join(',');
  return createNetwork({ overrides: parseHostOverrides(text), userAgent: AGENT, dnsServers, lookup: knowsNothing });
}

/** A certificate for a host, self-signed unless an authority is given. */
export async function certificateFor(
  host: string,
  {
    ca,
    from = new Date(Date.now() - 86_400_000),
    to = new Date(Date.now() + 30.5 * 86_400_000),
  }: { ca?: Certificate; from?: Date; to?: Date } = {},
): Promise<Certificate> {
  const made = await generate(
    [
      { name: 'commonName', value: host },
      { name: 'organizationName', value: 'Test Site' },
    ],
    {
      keyType: 'ec',
      algorithm: 'sha256',
      notBeforeDate: from,
      notAfterDate: to,
      ...(ca && { ca }),
      extensions: [{ name: 'subjectAltName', altNames: [{ type: 2, value: host }] }],
    },
  );
  return { cert: made.cert, key: made.private };
}

/** A certificate authority; it is trusted when its certificate is added to the default ones. */
export async function authority(name = 'Test Authority'): Promise<Certificate> {
  const made = await generate([{ name: 'commonName', value: name }], {
    keyType: 'ec',
    algorithm: 'sha256',
    notBeforeDate: new Date(Date.now() - 86_400_000),
    extensions: [
      { name: 'basicConstraints', cA: true, critical: true },
      { name: 'keyUsage', keyCertSign: true, cRLSign: true },
    ],
  });
  return { cert: made.cert, key: made.private };
}

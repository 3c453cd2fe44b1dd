import { once } from 'node:events';
import { createServer as createHttpServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { createSecureContext, TLSSocket } from 'node:tls';
import { certificateFor } from '../../../unit/platform/network/local-servers.ts';
import type { Attack, Handshake } from './attack.ts';

/** First byte of a TLS record that opens a handshake (RFC 8446, 5.1). */
const TLS_HANDSHAKE = 0x16;
const DAY_MS = 86_400_000;

/** A server on one port for any number of hostile sites, distinguished by host name. */
export interface SiteHost {
  port: number;
  /** Serves an attack. @returns its host name */
  host(attack: Attack): string;
  close(): Promise<void>;
}

/** @param suffix of all host names */
export async function startSiteHost(suffix: string): Promise<SiteHost> {
  const attacks = new Map<string, Attack>();
  const sockets = new Set<Socket>();
  const secureContexts = await contexts(suffix);
  const http = plainServer(attacks);
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {}).on('close', () => sockets.delete(socket));
    socket.once('data', (start: Buffer) => {
      socket.pause();
      if (start[0] === TLS_HANDSHAKE) return shakeHands(socket, start, handshakeOf(start, attacks));
      socket.unshift(start);
      http.emit('connection', socket);
      process.nextTick(() => socket.resume());
    });
  });

  function shakeHands(socket: Socket, start: Buffer, handshake: Handshake | undefined) {
    if (handshake === 'stalled') return;
    if (handshake === 'garbage') return socket.end(Buffer.alloc(5_000, 0x5a));
    const secureContext = secureContexts[handshake ?? ''];
    if (!secureContext) return socket.destroy();
    socket.unshift(start);
    const secure = new TLSSocket(socket, { isServer: true, secureContext });
    secure.on('error', () => {});
    // Closes after the server's first handshake messages.
    if (handshake === 'aborted') socket.once('resume', () => setTimeout(() => socket.destroy(), 20));
    http.emit('connection', secure);
  }

  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  let hosts = 0;
  return {
    port: (server.address() as AddressInfo).port,
    host(attack) {
      const host = `site-${++hosts}.${suffix}`;
      attacks.set(host, attack);
      return host;
    },
    close: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

/** The first handshake message has the name in plain text (RFC 6066, 3). */
function handshakeOf(start: Buffer, attacks: Map<string, Attack>): Handshake | undefined {
  const host = /site-\d+\.[a-z.]+/.exec(start.toString('latin1'))?.[0] ?? '';
  return attacks.get(host)?.handshake;
}

function plainServer(attacks: Map<string, Attack>): Server {
  const server = createHttpServer((request: IncomingMessage, response: ServerResponse) => {
    request.on('error', () => {});
    response.on('error', () => {});
    const attack = attacks.get((request.headers.host ?? '').replace(/:\d+$/, ''));
    if (attack) attack.serve(request, response);
    else response.writeHead(404).end();
  });
  server.on('clientError', (_error, socket) => socket.destroy());
  return server;
}

async function contexts(suffix: string) {
  const expired = certificateFor(`*.${suffix}`, {
    from: new Date(Date.now() - 20 * DAY_MS),
    to: new Date(Date.now() - DAY_MS),
  });
  const [old, other, own] = await Promise.all([expired, certificateFor('other.test'), certificateFor(`*.${suffix}`)]);
  const made = { expired: old, 'for another name': other, 'self-signed': own, aborted: own };
  return Object.fromEntries(
    Object.entries(made).map(([name, certificate]) => [name, createSecureContext(certificate)]),
  ) as Partial<Record<string, ReturnType<typeof createSecureContext>>>;
}

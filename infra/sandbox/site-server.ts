import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer as createHttpServer, type RequestListener } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { extname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { TLSSocket } from 'node:tls';
import { requestTarget } from '../request-target.ts';
import type { Certificates } from './certificates.ts';
import { type Site, sites } from './sites.ts';

const filesDir = join(import.meta.dirname, 'sites');
/** First byte of a TLS record that opens a handshake (RFC 8446, 5.1). */
const TLS_HANDSHAKE = 0x16;

const CONTENT_TYPES: Record<string, string> = {
  '.html': 'text/html',
  '.txt': 'text/plain; charset=utf-8',
  '.xml': 'application/xml',
};

export interface SiteServer {
  port: number;
  close(): Promise<void>;
}

/** Serves the sandbox's sites by their host names, http and https on one port. */
export async function startSiteServer({ cert, key }: Certificates): Promise<SiteServer> {
  const http = createHttpServer(serve);
  const https = createHttpsServer({ cert, key }, serve);
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => socket.destroy()).on('close', () => sockets.delete(socket));
    socket.once('readable', () => {
      const first = socket.read() as Buffer | null;
      if (!first) return socket.destroy();
      socket.unshift(first);
      (first[0] === TLS_HANDSHAKE ? https : http).emit('connection', socket);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    close: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

const serve: RequestListener = (request, response) => {
  const name = (request.headers.host ?? '').replace(/:\d+$/, '');
  const host = name.replace(/^www\./, '');
  const site = sites.find((candidate) => candidate.host === host);
  const path = requestTarget(request).pathname;
  const isAtHome = name === host && request.socket instanceof TLSSocket;
  void answer(site, path, isAtHome).then(({ status, headers, body }) => {
    response.writeHead(status, { 'Content-Length': body.length, ...headers });
    response.end(request.method === 'HEAD' ? undefined : body);
  });
};

interface SiteAnswer {
  status: number;
  headers: Record<string, string>;
  body: Buffer;
}

async function answer(site: Site | undefined, path: string, isAtHome: boolean): Promise<SiteAnswer> {
  if (!site) return textAnswer(404, 'No such site');
  if (site.https && !isAtHome) return textAnswer(301, '', { Location: `https://${site.host}${path}` });
  const { status, headers, delayMs = 0, bytes = 0 } = site.special?.[path] ?? {};
  await sleep(delayMs);
  if (status !== undefined) return textAnswer(status, '', headers);
  const file = path.endsWith('/') ? `${path}index.html` : path;
  try {
    const body = await readWhole(site.host, file);
    const blanks = Buffer.alloc(Math.max(0, bytes - body.length), ' ');
    return {
      status: 200,
      headers: { ...site.headers, 'Content-Type': contentType(file) },
      body: Buffer.concat([body, blanks]),
    };
  } catch {
    return textAnswer(404, 'Not found', site.headers);
  }
}

/** As servers write it that put parts of pages together. */
const INCLUDE = /<!--#include file="([^"]+)" -->/;

/** @returns the file with the files that it includes */
async function readWhole(host: string, file: string): Promise<Buffer> {
  // `requestTarget` has resolved `..` in the path: it cannot leave the folder.
  const content = await readFile(join(filesDir, host, file));
  if (extname(file) !== '.html') return content;
  // A character a byte: pages may be in any encoding.
  const pieces = content.toString('latin1').split(INCLUDE);
  // Every other piece is the name of a file.
  const read = pieces.map(async (piece, index) =>
    index % 2 === 0 ? Buffer.from(piece, 'latin1') : readWhole(host, piece),
  );
  return Buffer.concat(await Promise.all(read));
}

function contentType(file: string): string {
  return CONTENT_TYPES[extname(file)] ?? 'application/octet-stream';
}

function textAnswer(status: number, text: string, headers: Record<string, string> = {}): SiteAnswer {
  return { status, headers: { 'Content-Type': 'text/plain; charset=utf-8', ...headers }, body: Buffer.from(text) };
}

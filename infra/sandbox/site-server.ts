import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer as createHttpServer, type IncomingMessage, type RequestListener } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { extname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { TLSSocket } from 'node:tls';
import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { generate } from 'selfsigned';
import { requestTarget } from '../local-server.ts';
import { demoPage, demoSites } from './demo-sites.ts';
import type { Zone } from './dns-server.ts';
import { createReceiver, RECEIVER_HOST } from './receiver.ts';
import { DAY_MS } from '../../functions/core/platform/time/day.ts';

const filesDir = join(import.meta.dirname, 'sites');
/** First byte of a TLS record that opens a handshake (RFC 8446, 5.1). */
const TLS_HANDSHAKE = 0x16;

const CONTENT_TYPES: Record<string, string> = {
  '.html': 'text/html',
  '.jpg': 'image/jpeg',
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.xml': 'application/xml',
};

export interface SiteServer {
  port: number;
  /** Serves a text at a path of a host, whatever the site has there, such as the token of a proof of control. */
  publish(host: string, path: string, text: string): void;
  close(): Promise<void>;
}

/** Serves the sandbox's sites and receiver by their host names, http and https on one port. */
export async function startSiteServer({ cert, key }: Certificates): Promise<SiteServer> {
  const receive = createReceiver();
  const published = new Map<string, string>();
  const listener: RequestListener = (request, response) => {
    if (hostOf(request) === RECEIVER_HOST) return receive(request, response);
    const text = published.get(hostOf(request) + requestTarget(request).pathname);
    if (text === undefined) serve(request, response);
    else response.writeHead(200, { 'Content-Type': CONTENT_TYPES['.txt'] }).end(text);
  };
  const http = createHttpServer(listener);
  const https = createHttpsServer({ cert, key }, listener);
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
    publish: (host, path, text) => void published.set(host + path, text),
    close: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

/** The sites of the demo portfolio, whose pages are generated. */
const generated = demoSites.map((demo) => ({
  host: demo.host,
  https: true,
  pageAt: (path: string) => demoPage(demo, path),
}));

const hostOf = ({ headers }: IncomingMessage) => (headers.host ?? '').replace(/:\d+$/, '');

const serve: RequestListener = (request, response) => {
  const name = hostOf(request);
  const host = name.replace(/^www\./, '');
  const site = [...sites, ...generated].find((candidate) => candidate.host === host);
  const path = requestTarget(request).pathname;
  const isAtHome = name === host && request.socket instanceof TLSSocket;
  const acceptsGzip = /\bgzip\b/.test(request.headers['accept-encoding'] ?? '');
  const answered =
    isAtHome && !isAdmitted(request, site) ? Promise.resolve(UNAUTHORIZED) : answer(site, path, isAtHome);
  void answered.then(({ status, headers, body, gzip }) => {
    const isZipped = gzip && acceptsGzip;
    const sent = isZipped ? gzipSync(body) : body;
    const ofBody = { 'Content-Length': sent.length, ...(isZipped && { 'Content-Encoding': 'gzip' }) };
    response.writeHead(status, { ...ofBody, ...headers });
    response.end(request.method === 'HEAD' ? undefined : sent);
  });
};

/** @returns whether a request has the headers that its site requires */
function isAdmitted({ headers }: IncomingMessage, site: Site | (typeof generated)[number] | undefined): boolean {
  const required = site && 'requires' in site ? site.requires : undefined;
  return Object.entries(required ?? {}).every(([name, value]) => headers[name] === value);
}

interface SiteAnswer {
  status: number;
  headers: Record<string, string>;
  body: Buffer;
  /** Whether it is compressed for clients that accept gzip. */
  gzip?: boolean;
}

async function answer(
  site: Site | (typeof generated)[number] | undefined,
  path: string,
  isAtHome: boolean,
): Promise<SiteAnswer> {
  if (!site) return textAnswer(404, 'No such site');
  if (site.https && !isAtHome) return textAnswer(301, '', { Location: `https://${site.host}${path}` });
  if ('pageAt' in site) return demoAnswer(site, path);
  const special = site.special?.[path] ?? {};
  const { status, headers, delayMs = 0, bytes = 0, file = path.endsWith('/') ? `${path}index.html` : path } = special;
  await sleep(delayMs);
  if (status !== undefined) return textAnswer(status, '', headers);
  try {
    const body = await readWhole(site, file);
    const blanks = Buffer.alloc(Math.max(0, bytes - body.length), ' ');
    return {
      status: 200,
      headers: { ...(headers ?? site.headers), 'Content-Type': contentType(file) },
      body: Buffer.concat([body, blanks]),
      gzip: special.gzip ?? site.gzip ?? false,
    };
  } catch {
    return textAnswer(404, 'Not found', site.headers);
  }
}

function demoAnswer({ pageAt }: (typeof generated)[number], path: string): SiteAnswer {
  const page = pageAt(path);
  if (!page) return textAnswer(404, 'Not found');
  return { status: page.status, headers: { 'Content-Type': page.type }, body: Buffer.from(page.body) };
}

/** Server-side include. */
const INCLUDE = /<!--#include file="([^"]+)" -->/;

/** Types of files that contain addresses of their site. */
const TEXTS = ['.html', '.txt', '.xml'];

/** @returns the file with the files that it includes */
async function readWhole(site: Site, file: string): Promise<Buffer> {
  const { host, like = host } = site;
  // `requestTarget` has resolved `..` in the path: it cannot leave the folders.
  const content = await readFile(join(filesDir, host, file)).catch(() => readFile(join(filesDir, like, file)));
  if (!TEXTS.includes(extname(file))) return content;
  // One character per byte: pages may be in any encoding.
  const pieces = content.toString('latin1').replaceAll(like, host).split(INCLUDE);
  // Every other piece is the name of a file.
  const read = pieces.map(async (piece, index) =>
    index % 2 === 0 ? Buffer.from(piece, 'latin1') : readWhole(site, piece),
  );
  return Buffer.concat(await Promise.all(read));
}

function contentType(file: string): string {
  return CONTENT_TYPES[extname(file)] ?? 'application/octet-stream';
}

function textAnswer(status: number, text: string, headers: Record<string, string> = {}): SiteAnswer {
  return { status, headers: { 'Content-Type': 'text/plain; charset=utf-8', ...headers }, body: Buffer.from(text) };
}

const UNAUTHORIZED = textAnswer(401, 'Unauthorized', { 'WWW-Authenticate': 'Basic realm="preview"' });

/** A path whose response is not simply the file of that name. */
interface SpecialAnswer {
  /** Without one, the file is sent. */
  status?: number;
  /** In place of the headers of the site. */
  headers?: Record<string, string>;
  /** In place of that of the site. */
  gzip?: boolean;
  /** Delay before the first byte. */
  delayMs?: number;
  /** The file is filled up with blanks to this size. */
  bytes?: number;
  /** Path of the file, if it is another one. */
  file?: string;
}

/** A site of the sandbox; its files are in `sites/<host>/`. */
interface Site {
  host: string;
  /** Plain http, and `www.`, redirect to https without it. Without it, the server's certificate is for other names. */
  https: boolean;
  /** Files are compressed for clients that accept gzip. */
  gzip?: boolean;
  headers?: Record<string, string>;
  special?: Record<string, SpecialAnswer>;
  /** Headers without which it answers 401; their names are in lower case. */
  requires?: Record<string, string>;
  /** Host of a site whose settings and files it has, with its own host in them, unless it has its own. */
  like?: string;
}

const written = JSON.parse(readFileSync(join(import.meta.dirname, 'sites.json'), 'utf8')) as {
  sites: Site[];
  zone: Zone;
};

/** Its addresses are reserved for documentation (RFC 5737 and 3849) and never connected to. */
export const { zone } = written;

/**
 * A shop without errors and warnings, a Chinese blog, a site whose home page has most of the possible faults and may not be
 * indexed, and one with a page for each issue of a whole site, which declare their issues in a meta element, except issues that would
 * hide others (a blocked home page or site) or need an earlier crawl; the times and sizes of its pages are just above the
 * limits of the issues. A second version of it, of which pages were added, removed, corrected and broken; and one of the shop
 * that requires a login and a header.
 */
export const sites = written.sites.map((site): Site => {
  const original = written.sites.find(({ host }) => host === site.like);
  return { ...original, ...site, special: { ...original?.special, ...site.special } };
});

const VALID_DAYS = 365;

export interface Certificates {
  /** PEM certificate of the authority that clients have to trust. */
  ca: string;
  cert: string;
  key: string;
}

/** Creates a certificate authority and a certificate for the hosts at each start. */
export async function makeCertificates(hosts: string[]): Promise<Certificates> {
  const notAfterDate = new Date(Date.now() + VALID_DAYS * DAY_MS);
  // Valid from an earlier time, as authorities do, for clients whose clock is slow.
  const notBeforeDate = new Date(Date.now() - DAY_MS);
  const common = { keyType: 'ec', algorithm: 'sha256', notBeforeDate, notAfterDate } as const;
  const authority = await generate([{ name: 'commonName', value: 'Sandbox Authority' }], {
    ...common,
    extensions: [
      { name: 'basicConstraints', cA: true, critical: true },
      { name: 'keyUsage', keyCertSign: true, cRLSign: true, critical: true },
    ],
  });
  const leaf = await generate([{ name: 'commonName', value: hosts[0]! }], {
    ...common,
    ca: { key: authority.private, cert: authority.cert },
    extensions: [{ name: 'subjectAltName', altNames: hosts.map((value) => ({ type: 2, value })) }],
  });
  return { ca: authority.cert, cert: leaf.cert, key: leaf.private };
}

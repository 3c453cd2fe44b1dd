import type { RequestListener } from 'node:http';
import { gzipSync } from 'node:zlib';
import type { Network } from '../../functions/core/platform/network/network.ts';
import * as local from '../unit/platform/network/local-servers.ts';

interface Response {
  status?: number;
  headers?: Record<string, string>;
  body?: string | Buffer;
  /** The connection is reset after the body, or without a response if there is none. */
  cut?: true;
  /** Never responds. */
  silent?: true;
  /** A page in this language, or in none (`null`), with alternates by code and further elements of the head. */
  lang?: string | null;
  links?: Record<string, string>;
  head?: string;
  /** A sitemap of these addresses, or an index of these sitemaps, compressed if `gzip` is set. */
  urlset?: string[];
  index?: string[];
  gzip?: true;
}

/** Response of an address: a text is HTML, or a redirect if it begins with `→ `; a number is a status. */
export type Reply = string | number | Buffer | Response | RequestListener;

/** Responses by address; those of `http://site.example` by path. All other addresses return 404. */
export type Replies = Record<string, Reply>;

export const HTML =
  '<!doctype html><html lang="en"><head><title>Shop</title><meta name="description" content="All things"></head><body><h1>Shop</h1></body></html>';

/** @param log gets the addresses of the requests, in the same form */
export function listenerOf(replies: Replies, log: string[] = [], scheme = 'http'): RequestListener {
  return (request, response) => {
    const url = `${scheme}://${request.headers.host!}${request.url!}`;
    const address = url.replace('http://site.example/', '/');
    log.push(address);
    const reply = replies[address] ?? replies[url] ?? 404;
    if (typeof reply === 'function') return reply(request, response);
    const { status = 200, headers = {}, body, cut, silent } = inFull(reply);
    if (silent) return;
    if (cut && body === undefined) return void request.socket.resetAndDestroy();
    response.writeHead(status, { 'content-type': 'text/html; charset=utf-8', ...headers });
    if (cut) response.write(body, () => request.socket.destroy());
    else response.end(body);
  };
}

function inFull(reply: Exclude<Reply, RequestListener>): Response {
  if (typeof reply === 'number') return { status: reply, body: HTML };
  if (Buffer.isBuffer(reply)) return { body: reply };
  if (typeof reply === 'object') return { ...reply, ...bodyOf(reply) };
  return reply.startsWith('→ ') ? { status: 301, headers: { location: reply.slice(2) } } : { body: reply };
}

function bodyOf({ urlset, index, gzip, ...reply }: Response): { body?: string | Buffer } {
  if (reply.links) return { body: pageOf(reply) };
  const xml = (urlset && sitemapXml(...urlset)) ?? (index && indexXml(...index));
  return xml === undefined ? {} : { body: gzip ? gzipSync(xml) : xml };
}

const NAMESPACE = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"';
const locOf = (address: string) => `<loc>${new URL(address, 'http://site.example').href}</loc>`;

export const sitemapXml = (...urls: string[]) =>
  `<urlset ${NAMESPACE}>${urls.map((url) => `<url>${locOf(url)}</url>`).join('')}</urlset>`;
export const indexXml = (...urls: string[]) =>
  `<sitemapindex ${NAMESPACE}>${urls.map((url) => `<sitemap>${locOf(url)}</sitemap>`).join('')}</sitemapindex>`;

function pageOf({ lang, links, head = '' }: Response): string {
  const tags = Object.entries(links!).map(([code, href]) => `<link rel="alternate" hreflang="${code}" href="${href}">`);
  const attribute = lang == null ? '' : ` lang="${lang}"`;
  return `<!doctype html><html${attribute}><head><title>Page</title>${head}${tags.join('')}</head><body>Text</body></html>`;
}

/**
 * Serves hosts over http.
 *
 * @param hosts names that have an address; by default, those of the replies and `site.example`
 */
export async function serveSite(
  replies: Replies,
  hosts = hostsOf(replies),
): Promise<{ network: Network; log: string[] }> {
  const log: string[] = [];
  const port = await local.serveHttp(listenerOf(replies, log));
  return { network: local.networkOf(Object.fromEntries(hosts.map((host) => [host, port]))), log };
}

const hostsOf = (replies: Replies) => [
  ...new Set(Object.keys(replies).map((address) => new URL(address, 'http://site.example').hostname)),
];

import got, { type Request } from 'got';
import type { ClientRequest, IncomingMessage } from 'node:http';
import { failureOf, NetworkFailure } from './failures.ts';
import type { Network } from './network.ts';
import { type ContentCoding, unpackBody } from './unpack-body.ts';

export const MAX_REDIRECTS = 10;
/** Node's default of 16 KB is too small for sites with long policies and many cookies. */
const MAX_HEADER_BYTES = 64 * 1024;
/** Twice what servers accept; code that checks addresses need not handle more. */
const MAX_ADDRESS_LENGTH = 16 * 1024;
const MAX_CODINGS = 2;
const REDIRECT_STATUSES = [301, 302, 303, 307, 308];
const CODINGS: Record<string, ContentCoding> = { gzip: 'gzip', 'x-gzip': 'gzip', br: 'br', deflate: 'deflate' };

export interface FetchOptions {
  network: Network;
  /** Maximum number of bytes of the body that are read, after decompression. */
  maxBytes: number;
  /** Deadline, on the clock of `performance.now()`. */
  until: number;
  accept?: string;
  /** Default: GET. */
  method?: 'GET' | 'HEAD';
  /** Further headers; those of this client replace them. */
  headers?: Record<string, string> | undefined;
  /** Returns by the headers whether the body is read; default: true. */
  wantsBody?: (headers: Hop['headers']) => boolean;
  /** Called before each request, including redirects; an error that it throws ends the fetch. */
  admit?: (url: URL) => Promise<void>;
}

// Redirects, codings and time limits are handled here, so that each hop is checked and each byte is counted.
const client = got.extend({
  followRedirect: false,
  decompress: false,
  throwHttpErrors: false,
  retry: { limit: 0 },
  http2: false,
  enableUnixSockets: false,
  maxHeaderSize: MAX_HEADER_BYTES,
  https: { rejectUnauthorized: true },
});

/**
 * Fetches an address and follows its redirects. Any HTTP status is a valid response. If a body is longer than
 * `maxBytes`, not complete at `until`, or ends early, the part that was read is returned and marked `truncated`.
 *
 * @throws {NetworkFailure} if there is no response; `redirects` is the number of redirects followed before
 */
export function fetchUrl(url: string, options: FetchOptions): Promise<ServedPage> {
  return followRedirects(url, (hop) => fetchHop(hop, options));
}

/**
 * Follows redirects as {@link fetchUrl} does, with another function that fetches each address.
 *
 * @param fetch gets an address, and those that have redirected to it, the first one first
 * @throws {NetworkFailure} if there is no response; `redirects` is the number of redirects followed before
 */
export async function followRedirects(
  url: string,
  fetch: (url: URL, redirectedFrom: readonly string[]) => Promise<Hop>,
): Promise<ServedPage> {
  const redirects: Redirect[] = [];
  const visited = new Set<string>();
  let current = withoutExtras(new URL(url));
  let totalMs = 0;
  try {
    for (;;) {
      visited.add(current.href);
      const hop = await fetch(
        current,
        redirects.map((redirect) => redirect.url),
      );
      totalMs += hop.totalMs;
      if (!hop.location) {
        const { status, headers, ttfbMs, body, truncated } = hop;
        const answer = { requestedUrl: url, url: current.href, status, redirects, headers, body, truncated };
        return { ...answer, ttfbMs: Math.round(ttfbMs), totalMs: Math.round(totalMs) };
      }
      if (redirects.length === MAX_REDIRECTS) throw new NetworkFailure('too_many_redirects');
      redirects.push({ url: current.href, status: hop.status, location: hop.location.href });
      current = hop.location;
      if (visited.has(current.href)) throw new NetworkFailure('redirect_loop');
    }
  } catch (error) {
    if (error instanceof NetworkFailure) error.redirects = redirects.length;
    throw error;
  }
}

/** The response of one address. */
export interface Hop {
  status: number;
  /** In order, including repeated ones; names in lower case. */
  headers: [name: string, value: string][];
  ttfbMs: number;
  totalMs: number;
  /** Target of a redirect, whose body is not read. */
  location: URL | null;
  /** The body after decompression, in chunks. */
  body: Uint8Array[];
  /** The body was not read to its end: it was too long, too slow or ended early. */
  truncated: boolean;
}

const NO_BODY = { body: [], truncated: false };

/**
 * Fetches an address without following a redirect.
 *
 * @throws {NetworkFailure} if there is no response
 */
export async function fetchHop(url: URL, options: FetchOptions): Promise<Hop> {
  if (url.href.length > MAX_ADDRESS_LENGTH) throw new NetworkFailure('address_too_long');
  await options.admit?.(url);
  const leave = await options.network.enter(url.hostname, options.until);
  const started = performance.now();
  const stream = send(url, options);
  try {
    const { response, ttfbMs } = await responseOf(stream, url, options.until);
    const status = response.statusCode!;
    const headers = headerPairs(response.rawHeaders);
    const location = REDIRECT_STATUSES.includes(status) ? redirectTarget(response, url) : null;
    const hasBody = !location && (options.wantsBody?.(headers) ?? true);
    const { body, truncated } = hasBody ? await readBody(stream, headers, options) : NO_BODY;
    return { status, headers, ttfbMs, totalMs: performance.now() - started, location, body, truncated };
  } finally {
    stream.destroy();
    leave();
  }
}

function send(url: URL, { network, accept = '*/*', method = 'GET', headers: further }: FetchOptions): Request {
  const headers = { ...further, 'user-agent': network.userAgent, accept, 'accept-encoding': 'gzip, deflate, br' };
  const stream = client.stream(url, { method, agent: network.agents, headers });
  // `responseOf` and `unpackBody` handle errors; between the two, and afterwards, errors have no effect.
  stream.on('error', () => {});
  stream.once('request', ignoreErrorsAfterResponse);
  return stream;
}

/** Ignores errors of data after a complete response, as browsers do: otherwise the response would be discarded. */
function ignoreErrorsAfterResponse(request: ClientRequest & { res?: IncomingMessage }) {
  const emit = request.emit.bind(request);
  request.emit = (name: string, ...values: unknown[]) =>
    name === 'error' && request.res?.complete ? true : emit(name, ...values);
}

async function responseOf(stream: Request, url: URL, until: number) {
  const timer = setTimeout(() => stream.destroy(new NetworkFailure('timeout')), Math.max(0, until - performance.now()));
  let sentAt = performance.now();
  stream.once('request', (request: ClientRequest) => {
    request.once('socket', (socket) => {
      socket.once(url.protocol === 'https:' ? 'secureConnect' : 'connect', () => (sentAt = performance.now()));
    });
  });
  try {
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      stream.once('response', resolve);
      stream.once('error', reject);
    });
    return { response, ttfbMs: performance.now() - sentAt };
  } catch (error) {
    throw failureOf(error);
  } finally {
    clearTimeout(timer);
  }
}

async function readBody(stream: Request, headers: [string, string][], { maxBytes, until }: FetchOptions) {
  const { body, truncated, error } = await unpackBody(stream, codingsOf(headers), { maxBytes, until });
  if (error && body.length === 0) throw failureOf(error);
  return { body, truncated };
}

/** @throws {NetworkFailure} bad_response if there are more than {@link MAX_CODINGS} */
function codingsOf(headers: [string, string][]): ContentCoding[] {
  const tokens = headers.flatMap(([name, value]) => (name === 'content-encoding' ? value.split(',') : []));
  // Unknown codings (`utf-8`, `none`) are errors of the server; browsers ignore them.
  const codings = tokens.flatMap((token) => CODINGS[token.trim().toLowerCase()] ?? []);
  if (codings.length > MAX_CODINGS) throw new NetworkFailure('bad_response');
  return codings;
}

function headerPairs(rawHeaders: string[]): [name: string, value: string][] {
  const names = rawHeaders.filter((_, index) => index % 2 === 0);
  return names.map((name, index) => [name.toLowerCase(), rawHeaders[index * 2 + 1]!]);
}

/**
 * @returns `null` without a Location, in which case the response is final, as in browsers
 * @throws {NetworkFailure} bad_redirect if Location is not an http or https address
 */
function redirectTarget({ headers: { location } }: IncomingMessage, base: URL): URL | null {
  if (location === undefined) return null;
  // Node decodes header values as Latin-1; servers send UTF-8.
  const target = URL.parse(Buffer.from(location, 'latin1').toString(), base.href);
  if (target?.protocol !== 'http:' && target?.protocol !== 'https:') throw new NetworkFailure('bad_redirect');
  return withoutExtras(target);
}

/** Removes the fragment and the credentials, which are not sent. */
function withoutExtras(url: URL): URL {
  const plain = new URL(url);
  plain.hash = plain.username = plain.password = '';
  return plain;
}

/** A redirect that was followed. */
interface Redirect {
  /** Address of the response. */
  url: string;
  status: number;
  /** Target of the redirect. */
  location: string;
}

/** The final response for a page, after redirects. */
export interface ServedPage extends Omit<Hop, 'location'> {
  /** First address requested. */
  requestedUrl: string;
  /** Address after redirects. */
  url: string;
  redirects: Redirect[];
  /** Code of the failure of https, if the page was requested over http for that reason. */
  overHttps?: string;
}

/** The response for `/robots.txt` of the page's origin. */
export interface RobotsAnswer {
  url: string;
  /** `null`: it could not be fetched. */
  status: number | null;
  /** The body as text; `null` without a body. */
  content: string | null;
}

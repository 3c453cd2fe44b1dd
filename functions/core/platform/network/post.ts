import http, { type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import https from 'node:https';
import { failureOf, NetworkFailure } from './failures.ts';
import type { Network } from './network.ts';

const MAX_HEADER_BYTES = 64 * 1024;

interface PostOptions {
  network: Network;
  headers: Record<string, string>;
  body: string;
  /** Deadline, on the clock of `performance.now()`. */
  until: number;
  /** Maximum number of bytes of the response that are read, and ignored. */
  maxBytes: number;
}

/**
 * Posts a body to an address, without following redirects. A response counts as soon as its headers have arrived.
 *
 * @throws {NetworkFailure} if there is no response before the deadline
 */
export async function post(
  url: URL,
  { network, headers, body, until, maxBytes }: PostOptions,
): Promise<{ status: number; headers: IncomingHttpHeaders }> {
  const leave = await network.enter(url.hostname, until);
  const isSecure = url.protocol === 'https:';
  const request = (isSecure ? https : http).request(withoutUser(url), {
    method: 'POST',
    agent: isSecure ? network.agents.https : network.agents.http,
    headers: { 'user-agent': network.userAgent, 'content-length': Buffer.byteLength(body), ...headers },
    maxHeaderSize: MAX_HEADER_BYTES,
  });
  // Errors after the response have no effect.
  request.on('error', () => {});
  const timeUp = () => request.destroy(new NetworkFailure('timeout'));
  const timer = setTimeout(timeUp, Math.max(0, until - performance.now()));
  try {
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      request.once('response', resolve).once('error', reject);
      // Without an error and a response, as after a response that changes the protocol.
      request.once('close', () => reject(new NetworkFailure('bad_response')));
      request.end(body);
    });
    await drain(response, maxBytes).catch(() => {});
    return { status: response.statusCode!, headers: response.headers };
  } catch (error) {
    throw failureOf(error);
  } finally {
    clearTimeout(timer);
    request.destroy();
    leave();
  }
}

async function drain(response: IncomingMessage, maxBytes: number): Promise<void> {
  let read = 0;
  for await (const chunk of response) {
    read += (chunk as Buffer).length;
    if (read > maxBytes) return;
  }
}

function withoutUser(url: URL): URL {
  const plain = new URL(url);
  plain.username = plain.password = '';
  return plain;
}

import { once } from 'node:events';
import type { IncomingMessage, RequestListener, Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Common functions of the local servers: the runner's, and those of its sandbox. */

/** Starts a server on 127.0.0.1. @param port 0: any free port @returns its URL without a trailing slash */
export async function listen(server: Server, port = 0): Promise<string> {
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const NAMES = new Set(['127.0.0.1', 'localhost', '[::1]']);

/**
 * Refuses requests whose `Host` does not name this machine (the port may be any): a browser treats a web page whose
 * host name resolves to 127.0.0.1 as the runner's own page (DNS rebinding).
 */
export function onlyLocalHost(listener: RequestListener): RequestListener {
  return (request, response) => {
    if (isLocalHost(request)) listener(request, response);
    else refuse(request, response, 421, `This server answers to ${[...NAMES].join(', ')} only`);
  };
}

function isLocalHost({ headers }: IncomingMessage): boolean {
  const name = (headers.host ?? '').toLowerCase().replace(/:\d*$/, '');
  return NAMES.has(name);
}

/** Refuses requests of web pages: browsers send `Origin`, AWS's clients do not. */
export function onlyNonBrowsers(listener: RequestListener): RequestListener {
  return (request, response) => {
    if (request.headers.origin === undefined) listener(request, response);
    else refuse(request, response, 403, 'This server does not answer web pages');
  };
}

const refuse = (...[request, response, status, message]: [...Parameters<RequestListener>, number, string]) => {
  request.resume();
  response.writeHead(status, { 'Content-Type': 'text/plain' }).end(`${message}\n`);
};

/**
 * Reads the target of a request to one of the servers of this machine, whatever it consists of.
 *
 * A path is read literally: `//other.test/x` is a path of this server (RFC 9112, 3.2.1), not another server's address.
 * Only the path of an absolute target is used (3.2.2). Anything else, such as `*`, becomes a path that no server has.
 *
 * @returns path and query, without `.` and `..` in the path; the host has no meaning
 */
export function requestTarget({ url = '/' }: Pick<IncomingMessage, 'url'>): URL {
  const isAbsolute = /^https?:\/\//i.test(url) && URL.canParse(url);
  return new URL(isAbsolute ? url : `http://localhost${url.startsWith('/') ? '' : '/'}${url}`);
}

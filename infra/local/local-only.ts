import type { IncomingMessage, RequestListener } from 'node:http';

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

import type { IncomingMessage, RequestListener } from 'node:http';

const NAMES = new Set(['127.0.0.1', 'localhost', '[::1]']);

/**
 * Answers requests that name this machine in `Host`, at whichever port, and refuses all others: a web page whose own
 * name points to 127.0.0.1 counts for the browser as the runner's own page (DNS rebinding).
 */
export function onlyOwnNames(listener: RequestListener): RequestListener {
  return (request, response) => {
    if (isOwnName(request)) listener(request, response);
    else refuse(request, response, 421, `This server answers to ${[...NAMES].join(', ')} only`);
  };
}

function isOwnName({ headers }: IncomingMessage): boolean {
  const name = (headers.host ?? '').toLowerCase().replace(/:\d*$/, '');
  return NAMES.has(name);
}

/** Refuses requests of web pages: browsers send `Origin`, AWS's clients do not. */
export function onlyPrograms(listener: RequestListener): RequestListener {
  return (request, response) => {
    if (request.headers.origin === undefined) listener(request, response);
    else refuse(request, response, 403, 'This server does not answer web pages');
  };
}

const refuse = (...[request, response, status, message]: [...Parameters<RequestListener>, number, string]) => {
  request.resume();
  response.writeHead(status, { 'Content-Type': 'text/plain' }).end(`${message}\n`);
};

import type { RequestListener } from 'node:http';
import type { DomainAnswer } from '../../../../functions/core/record/record.ts';

/** Outcome of a TLS handshake with the site; without one the connection is closed. */
export type Handshake = 'expired' | 'for another name' | 'self-signed' | 'aborted' | 'stalled' | 'garbage';

/** A kind of misbehaviour of a site, served under its own host. */
export interface Attack {
  /** Line of the report. */
  kind: string;
  /** Its variation, to reproduce a failure. */
  detail: string;
  handshake?: Handshake;
  /** What it serves over plain http. */
  serve: RequestListener;
  expected: Expectation;
}

export interface Expectation {
  /** Possible codes of the site's failure in the response; none: the page is read. */
  failure?: string[];
  /** Checks the record. */
  record?: (answer: DomainAnswer) => void;
}

/** Outcomes of a page of five megabytes: on a loaded machine, reading it may exceed the time limit of a thread. */
export const READ_OR_TOO_COMPLEX = ['none', 'too_complex'];

/** Answers these paths by their listeners; all others are a 404. */
export function serving(paths: Record<string, RequestListener>): RequestListener {
  return (request, response) => {
    const listener = paths[request.url!];
    if (listener) listener(request, response);
    else response.writeHead(404).end();
  };
}

/** Answers with a body as is. */
export function answering(body: string | Buffer, headers: Record<string, string> = {}): RequestListener {
  return (_request, response) =>
    response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8', ...headers }).end(body);
}

export const goodPage = answering('<html lang="en"><title>A page</title><h1>Hello</h1><p>one two three');

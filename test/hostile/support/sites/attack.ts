import type { RequestListener } from 'node:http';
import type { DomainAnswer } from '../../../../functions/shared/record/record.ts';

/** What comes of a handshake with the site; without one the connection is closed. */
export type Handshake = 'expired' | 'of another name' | 'self-signed' | 'broken off' | 'stalled' | 'garbage';

/** One way in which a site misbehaves, ready to be served under a host of its own. */
export interface Attack {
  /** Line of the report. */
  kind: string;
  /** This variation of it, for who looks into a failure. */
  detail: string;
  handshake?: Handshake;
  /** What it serves over plain http. */
  serve: RequestListener;
  expected: Expectation;
}

export interface Expectation {
  /** Codes of the site's failure, one of which the answer names; none: the page is read. */
  failure?: string[];
  /** What the record then is like. */
  record?: (answer: DomainAnswer) => void;
}

/** Answers `/` and, by their names, other paths; the rest is a 404. */
export function serving(paths: Record<string, RequestListener>): RequestListener {
  return (request, response) => {
    const listener = paths[request.url!];
    if (listener) listener(request, response);
    else response.writeHead(404).end();
  };
}

/** Answers with a body as it stands. */
export function answering(body: string | Buffer, headers: Record<string, string> = {}): RequestListener {
  return (_request, response) =>
    response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8', ...headers }).end(body);
}

export const goodPage = answering('<html lang="en"><title>A page</title><h1>Hello</h1><p>one two three');

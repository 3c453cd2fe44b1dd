import type { IncomingHttpHeaders } from 'node:http';
import type { SourceKey } from '../../../functions/shared/providers/keys.ts';

export interface StandInRequest {
  method: string;
  path: string;
  query: URLSearchParams;
  headers: IncomingHttpHeaders;
  body: string;
}

export interface StandInAnswer {
  status: number;
  headers: Record<string, string>;
  body: string | Buffer;
}

/** What stand-ins know besides the request. */
export interface World {
  /** Scheme, host and port of the server that all of them stand on. */
  origin: string;
  /** The keys that they accept. */
  keys: Record<SourceKey, string>;
  /** Milliseconds since the epoch: dates in answers are relative to it. */
  now: number;
}

/** One provider in small, at the provider's own path and in its own words. */
export interface StandIn {
  /** Under which it is told to misbehave: the source's id, with a suffix for the provider's second address. */
  id: string;
  method: 'GET' | 'POST';
  /** The paths that are its own. */
  path: RegExp;
  /** Requests that come sooner after the one before are refused, where the pace is enforced. */
  pace?: { intervalMs: number; tooFast: StandInAnswer };
  answer(request: StandInRequest, world: World): StandInAnswer;
}

export function json(body: unknown, status = 200, headers: Record<string, string> = {}): StandInAnswer {
  return { status, headers: { 'Content-Type': 'application/json', ...headers }, body: JSON.stringify(body) };
}

/** A page for people. */
export function page(status: number, title: string): StandInAnswer {
  const body = `<html>\n<head><title>${title}</title></head>\n<body><center><h1>${title}</h1></center></body>\n</html>\n`;
  return { status, headers: { 'Content-Type': 'text/html' }, body };
}

/** @returns undefined where the text is no JSON */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

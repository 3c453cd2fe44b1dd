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

/** The context of a request. */
export interface World {
  /** Scheme, host and port of the server, which all stand-ins share. */
  origin: string;
  /** The keys that they accept. */
  keys: Record<SourceKey, string>;
  /** Milliseconds since the epoch: dates in answers are relative to it. */
  now: number;
}

/** Simulates one endpoint of a provider, with the provider's path and response format. */
export interface StandIn {
  /** The id for faults: that of the source, with a suffix for a further endpoint of the provider. */
  id: string;
  method: 'GET' | 'POST';
  /** The paths that it answers. */
  path: RegExp;
  /** Rate limit, where it is enforced: a request sooner after the previous one gets the response `tooFast`. */
  pace?: { intervalMs: number; tooFast: StandInAnswer };
  answer(request: StandInRequest, world: World): StandInAnswer;
}

export function json(body: unknown, status = 200, headers: Record<string, string> = {}): StandInAnswer {
  return { status, headers: { 'Content-Type': 'application/json', ...headers }, body: JSON.stringify(body) };
}

/** An HTML page. */
export function page(status: number, title: string): StandInAnswer {
  const body = `<html>\n<head><title>${title}</title></head>\n<body><center><h1>${title}</h1></center></body>\n</html>\n`;
  return { status, headers: { 'Content-Type': 'text/html' }, body };
}

/** @returns undefined where the text is not JSON */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

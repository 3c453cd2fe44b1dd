import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';
import { type CsvForm, jsonOrCsv } from './csv.ts';
import type { Endpoint } from './endpoint.ts';
import { success } from './envelope.ts';
import { unlessKnown, weakEtag } from './headers.ts';
import { noteFacts } from './request-log.ts';

/** An answer, before its form is chosen. */
export interface Answer {
  /** Default: 200. */
  status?: 200 | 202;
  /** `data` as JSON text. */
  json: string;
  /** Absent: the answer is JSON. */
  csv?: CsvForm;
  /** Texts that change whenever the answer does: answers to `GET` have an ETag of them. `null`: no ETag. */
  revision: readonly string[] | null;
  headers?: Record<string, string>;
}

/** Composes the response: JSON or CSV, or 304 if the caller has the same version of the answer. */
export function responseTo(
  event: APIGatewayProxyEvent,
  { status = 200, json, csv, revision, headers }: Answer,
): APIGatewayProxyResult {
  const formed = csv ? jsonOrCsv(event, { status, json, ...csv }) : success(event, json, status);
  const response = { ...formed, headers: { ...formed.headers, ...headers } };
  // Responses to changes are not cacheable.
  if (revision === null || event.httpMethod !== 'GET') return response;
  return unlessKnown(event, weakEtag(String(response.headers['Content-Type']), ...revision), response);
}

/** What was read for a request: the stored answer, or what the way of a miss reuses of the attempt. */
export type Read<Stored, Missed> = { stored: Stored } | { missed: Missed };

/** How the answer to a request is found. */
export interface CachedQuery<Found, Missed> {
  /**
   * Reads the stored answer, with one read.
   *
   * @param now milliseconds since the epoch
   */
  read: (event: APIGatewayProxyEvent, now: number) => Promise<Read<Found, Missed>>;
  /** Answers the complete query. What only a miss needs is loaded by it (`await import()`). */
  miss: (event: APIGatewayProxyEvent, missed: Missed) => Promise<Found>;
}

interface CachedEndpoint<Found, Missed> extends CachedQuery<Found, Missed> {
  /** Members of the log entry of a hit; by default, none. */
  hitFacts?: Parameters<typeof noteFacts>[1];
  /** Does what the response to a hit does not depend on. */
  afterHit?: (stored: Found, now: number) => Promise<void>;
  /** @param now milliseconds since the epoch */
  respond: (
    event: APIGatewayProxyEvent,
    found: Found,
    now: number,
  ) => APIGatewayProxyResult | Promise<APIGatewayProxyResult>;
}

/** Creates an endpoint that answers from what is stored, if it can. */
export function createCachedEndpoint<Found, Missed>(options: CachedEndpoint<Found, Missed>): Endpoint {
  const { read, miss, hitFacts, afterHit, respond } = options;
  return async (event) => {
    const now = Date.now();
    const outcome = await read(event, now);
    if ('missed' in outcome) return respond(event, await miss(event, outcome.missed), Date.now());
    await afterHit?.(outcome.stored, now);
    if (hitFacts) noteFacts(event, hitFacts);
    return respond(event, outcome.stored, now);
  };
}

import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { join, parse } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { type SourceKey, sourceKeys } from '../../../functions/core/sources/providers/keys.ts';
import { baseUrlSettings } from '../../../functions/core/keywords/settings.ts';
import { listen, requestTarget } from '../../local-server.ts';
import { commonCrawl, commonCrawlList, wayback } from './web-archives.ts';
import { crux, cruxHistory, pagespeed } from './google.ts';
import { dataforseo, dataforseoKeywords } from './dataforseo.ts';
import { openPageRank, tranco } from './domain-ranks.ts';
import { json, page, readEndpoints, type FakeEndpoint, type FakeAnswer, type FakeRequest, type World } from './fake.ts';
import { engines, type SuggestAnswer } from './suggest/engines.ts';

/** The endpoints that consist of JSON files only. */
const recorded = readdirSync(join(import.meta.dirname, 'recorded')).flatMap((file) =>
  readEndpoints(`recorded/${parse(file).name}`),
);

/** All fakes. Their paths differ, so that one server can serve all of them. */
const fakes: FakeEndpoint[] = [
  ...recorded,
  tranco,
  openPageRank,
  wayback,
  commonCrawlList,
  commonCrawl,
  crux,
  cruxHistory,
  pagespeed,
  dataforseo,
  dataforseoKeywords,
  ...engines,
];

interface ProvidersOptions {
  /** One value for all keys; by default each key has another value. */
  key?: string;
  /** Delay of each response. */
  latencyMs?: number;
  /** Clock, in milliseconds since the epoch: dates in answers are relative to it. */
  now?: () => number;
}

export interface ProviderRequestSeen extends FakeRequest {
  /** Id of the fake. */
  provider: string;
  /** Time of the request, in milliseconds since the epoch. */
  at: number;
  /** The suggestions of the response in its spelling; missing where it was not a response to a search. */
  phrases?: string[];
}

export interface Providers {
  /** Scheme, host and port of all. */
  url: string;
  /** The same URL by setting, such as `TRANCO_URL`. */
  urls: Record<string, string>;
  /** The keys that are accepted. */
  keys: Record<SourceKey, string>;
  /** The requests so far, in order. */
  requests: ProviderRequestSeen[];
  /**
   * Sets the fault of a fake; null removes it.
   *
   * @param id of a source or an engine, or `rdap_bootstrap`, `common_crawl_list`, `crux_history`, `google_sorry` for
   *   a further endpoint of one; followed by a blank and a text, of those requests whose query or body contains it
   */
  fault(id: string, fault: ProviderFault | null): void;
  close(): Promise<void>;
}

/** Starts a server with the fakes of all providers, which validate requests as the providers do. */
export async function startProviders(options: ProvidersOptions = {}): Promise<Providers> {
  const { latencyMs = 0, now = Date.now } = options;
  const keys = Object.fromEntries(sourceKeys.map((name) => [name, options.key ?? `sandbox-${name}`]));
  const requests: ProviderRequestSeen[] = [];
  const current = new Map<string, ProviderFault>();

  async function serve(incoming: IncomingMessage, response: ServerResponse) {
    const at = Date.now();
    const request = await readRequest(incoming);
    const fake = fakes.find(({ path }) => path.test(request.path));
    if (!fake) return send(response, page(404, '404 Not Found'));
    const seen: ProviderRequestSeen = { ...request, provider: fake.id, at };
    requests.push(seen);
    const isMeant = (name: string) => name === fake.id || isFor(name, seen);
    const fault = current.get([...current.keys()].find(isMeant) ?? '');
    await sleep(fault?.kind === 'slow' ? fault.ms : latencyMs);
    if (fault?.kind === 'reset') return response.destroy();
    if (fault?.kind === 'answer') return send(response, fault.answer);
    if (request.method !== fake.method) return send(response, page(405, '405 Method Not Allowed'));
    const answer: SuggestAnswer = fake.answer(request, { origin: url, keys: keys as World['keys'], now: now() });
    const body = Buffer.from(answer.body);
    if (answer.phrases && fault?.kind !== 'truncated') seen.phrases = answer.phrases;
    const end = fault?.kind === 'truncated' ? Math.floor(body.length / 2) : body.length;
    send(response, { ...answer, body: body.subarray(0, end) });
  }

  const server = createServer((incoming, response) => {
    // The client may have disconnected.
    serve(incoming, response).catch(() => response.destroy());
  });
  const url = await listen(server);
  return {
    url,
    urls: Object.fromEntries(Object.keys(baseUrlSettings).map((setting) => [setting, url])),
    keys: keys as Providers['keys'],
    requests,
    fault(id, fault) {
      if (!fakes.some((fake) => fake.id === id.split(' ', 1)[0])) throw new Error(`Unknown fake: ${id}`);
      if (fault) current.set(id, fault);
      else current.delete(id);
    },
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** @param name id and text, as `fault` takes them */
function isFor(name: string, { provider, query, body }: ProviderRequestSeen): boolean {
  return name.startsWith(`${provider} `) && `${query.toString()} ${body}`.includes(name.slice(provider.length + 1));
}

async function readRequest(incoming: IncomingMessage): Promise<FakeRequest> {
  const { pathname, searchParams } = requestTarget(incoming);
  const { method = '', headers } = incoming;
  const isJson = headers['content-type']?.startsWith('application/json') ?? false;
  // Providers read a body only if its content type is JSON.
  const body = await text(incoming);
  return { method, path: pathname, query: searchParams, headers, body: isJson ? body : '' };
}

function send(response: ServerResponse, { status, headers, body }: FakeAnswer) {
  response.writeHead(status, headers).end(body);
}

/** A fault of a fake. */
export type ProviderFault =
  /** The usual response, delayed. */
  | { kind: 'slow'; ms: number }
  /** Resets the connection without a response. */
  | { kind: 'reset' }
  /** Sends the first half of its usual response as if it were complete. */
  | { kind: 'truncated' }
  | { kind: 'answer'; answer: FakeAnswer };

const answering = (answer: FakeAnswer): ProviderFault => ({ kind: 'answer', answer });

/** Faults that are possible at every provider. */
export const faults = {
  slow: (ms: number): ProviderFault => ({ kind: 'slow', ms }),
  reset: (): ProviderFault => ({ kind: 'reset' }),
  truncated: (): ProviderFault => ({ kind: 'truncated' }),
  /** The HTML error page of a web server, without JSON or Retry-After. */
  tooManyRequestsPage: () => answering(page(429, '429 Too Many Requests')),
  tooManyRequests: (retryAfterSeconds: number) =>
    answering(json({ error: 'Too many requests' }, 429, { 'Retry-After': String(retryAfterSeconds) })),
  serverError: () => answering(page(500, '500 Internal Server Error')),
  unavailable: () => answering(page(503, 'Services are temporarily offline')),
  /** A captcha page with status 200. */
  captcha: () => answering(page(200, 'Are you a robot?')),
  forbiddenPage: () => answering(page(403, 'Just a moment...')),
  /** Any other response. */
  json: (body: unknown, status = 200, headers: Record<string, string> = {}) => answering(json(body, status, headers)),
  page: (status: number, title: string) => answering(page(status, title)),
  raw: (body: string | Buffer, contentType: string, status = 200) =>
    answering({ status, headers: { 'Content-Type': contentType }, body }),
  /** Google's response to suspected bots: a redirect to a captcha page, whose status may be 200. */
  sorry: () => faults.redirect('/sorry/index?continue=https://www.google.com/complete/search'),
  redirect: (location: string) => answering({ status: 302, headers: { Location: location }, body: '' }),
};

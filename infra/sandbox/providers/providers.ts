import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join, parse } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { type SourceKey, sourceKeys } from '../../../functions/core/sources/providers/keys.ts';
import { baseUrlSettings } from '../../../functions/core/platform/settings/settings.ts';
import { requestTarget } from '../../request-target.ts';
import { commonCrawl, commonCrawlList } from './common-crawl.ts';
import { crux, cruxHistory } from './crux.ts';
import { dataforseoKeywords } from './dataforseo-keywords.ts';
import { dataforseo } from './dataforseo.ts';
import type { ProviderFault } from './faults.ts';
import { openPageRank } from './open-page-rank.ts';
import { pagespeed } from './pagespeed.ts';
import { page, readEndpoints, type StandIn, type StandInAnswer, type StandInRequest, type World } from './stand-in.ts';
import { engines, type SuggestAnswer } from './suggest/engines.ts';
import { tranco } from './tranco.ts';
import { wayback } from './wayback.ts';

/** The endpoints that are JSON files alone. */
const recorded = readdirSync(join(import.meta.dirname, 'recorded')).flatMap((file) =>
  readEndpoints(`recorded/${parse(file).name}`),
);

/** All stand-ins. Their paths differ, so that one server can answer for all of them. */
const standIns: StandIn[] = [
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

export interface ProvidersOptions {
  /** One value for all keys; by default each key has another value. */
  key?: string;
  /** Delay of each response. */
  latencyMs?: number;
  /** Clock, in milliseconds since the epoch: dates in answers are relative to it. */
  now?: () => number;
}

export interface ProviderRequestSeen extends StandInRequest {
  /** Id of the stand-in. */
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
   * Sets the fault of a stand-in; null removes it.
   *
   * @param id of a source or an engine, or `rdap_bootstrap`, `common_crawl_list`, `crux_history`, `google_sorry` for
   *   a further endpoint of one; followed by a blank and a text, of those requests whose query or body contains it
   */
  fault(id: string, fault: ProviderFault | null): void;
  close(): Promise<void>;
}

/** Starts a server with the stand-ins of all providers, which validate requests as the providers do. */
export async function startProviders(options: ProvidersOptions = {}): Promise<Providers> {
  const { latencyMs = 0, now = Date.now } = options;
  const keys = Object.fromEntries(sourceKeys.map((name) => [name, options.key ?? `sandbox-${name}`]));
  const requests: ProviderRequestSeen[] = [];
  const faults = new Map<string, ProviderFault>();

  async function serve(incoming: IncomingMessage, response: ServerResponse) {
    const at = Date.now();
    const request = await readRequest(incoming);
    const standIn = standIns.find(({ path }) => path.test(request.path));
    if (!standIn) return send(response, page(404, '404 Not Found'));
    const seen: ProviderRequestSeen = { ...request, provider: standIn.id, at };
    requests.push(seen);
    const isMeant = (name: string) => name === standIn.id || isFor(name, seen);
    const fault = faults.get([...faults.keys()].find(isMeant) ?? '');
    await sleep(fault?.kind === 'slow' ? fault.ms : latencyMs);
    if (fault?.kind === 'reset') return response.destroy();
    if (fault?.kind === 'answer') return send(response, fault.answer);
    if (request.method !== standIn.method) return send(response, page(405, '405 Method Not Allowed'));
    const answer: SuggestAnswer = standIn.answer(request, { origin: url, keys: keys as World['keys'], now: now() });
    const body = Buffer.from(answer.body);
    if (answer.phrases && fault?.kind !== 'truncated') seen.phrases = answer.phrases;
    const end = fault?.kind === 'truncated' ? Math.floor(body.length / 2) : body.length;
    send(response, { ...answer, body: body.subarray(0, end) });
  }

  const server = createServer((incoming, response) => {
    // The client may have disconnected.
    serve(incoming, response).catch(() => response.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    urls: Object.fromEntries(baseUrlSettings.map((setting) => [setting, url])),
    keys: keys as Providers['keys'],
    requests,
    fault(id, fault) {
      if (!standIns.some((standIn) => standIn.id === id.split(' ', 1)[0]))
        throw new Error(`There is no stand-in ${id}`);
      if (fault) faults.set(id, fault);
      else faults.delete(id);
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

async function readRequest(incoming: IncomingMessage): Promise<StandInRequest> {
  const { pathname, searchParams } = requestTarget(incoming);
  const { method = '', headers } = incoming;
  const isJson = headers['content-type']?.startsWith('application/json') ?? false;
  // Providers read a body only where its content type is JSON.
  const body = await text(incoming);
  return { method, path: pathname, query: searchParams, headers, body: isJson ? body : '' };
}

function send(response: ServerResponse, { status, headers, body }: StandInAnswer) {
  response.writeHead(status, headers).end(body);
}

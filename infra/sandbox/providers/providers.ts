import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { type SourceKey, sourceKeys } from '../../../functions/shared/providers/keys.ts';
import { baseUrlSettings } from '../../../functions/shared/settings/settings.ts';
import { requestTarget } from '../../request-target.ts';
import { commonCrawl, commonCrawlList } from './common-crawl.ts';
import { crux, cruxHistory } from './crux.ts';
import { dataforseoKeywords } from './dataforseo-keywords.ts';
import { dataforseo } from './dataforseo.ts';
import type { ProviderFault } from './faults.ts';
import { openPageRank } from './open-page-rank.ts';
import { pagespeed } from './pagespeed.ts';
import { rdap, rdapBootstrap } from './rdap.ts';
import { page, type StandIn, type StandInAnswer, type StandInRequest, type World } from './stand-in.ts';
import { baidu } from './suggest/baidu.ts';
import { bing } from './suggest/bing.ts';
import { duckduckgo } from './suggest/duckduckgo.ts';
import { google, googleSorry } from './suggest/google.ts';
import { so360 } from './suggest/so360.ts';
import { sogou } from './suggest/sogou.ts';
import type { SuggestAnswer } from './suggest/suggest-answer.ts';
import { yandex } from './suggest/yandex.ts';
import { tranco } from './tranco.ts';
import { wayback } from './wayback.ts';

/** All stand-ins. Their paths differ, so that one server can answer for all of them. */
const standIns: StandIn[] = [
  rdapBootstrap,
  rdap,
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
  google,
  googleSorry,
  bing,
  duckduckgo,
  baidu,
  yandex,
  so360,
  sogou,
];

export interface ProvidersOptions {
  /** One value for all keys; by default each key has another value. */
  key?: string;
  /** Delay of each response. */
  latencyMs?: number;
  /** Refuse requests that come faster than the provider allows. */
  enforcePace?: boolean;
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
   *   a further endpoint of one
   */
  fault(id: string, fault: ProviderFault | null): void;
  close(): Promise<void>;
}

/** Starts a server with the stand-ins of all providers, which validate requests as the providers do. */
export async function startProviders(options: ProvidersOptions = {}): Promise<Providers> {
  const { latencyMs = 0, enforcePace = false, now = Date.now } = options;
  const keys = Object.fromEntries(sourceKeys.map((name) => [name, options.key ?? `sandbox-${name}`]));
  const requests: ProviderRequestSeen[] = [];
  const faults = new Map<string, ProviderFault>();
  const lastAt = new Map<string, number>();

  function isTooFast({ id, pace }: StandIn, at: number): boolean {
    const since = at - (lastAt.get(id) ?? -Infinity);
    lastAt.set(id, at);
    return enforcePace && pace !== undefined && since < pace.intervalMs;
  }

  async function serve(incoming: IncomingMessage, response: ServerResponse) {
    const at = Date.now();
    const request = await readRequest(incoming);
    const standIn = standIns.find(({ path }) => path.test(request.path));
    if (!standIn) return send(response, page(404, '404 Not Found'));
    const seen: ProviderRequestSeen = { ...request, provider: standIn.id, at };
    requests.push(seen);
    const fault = faults.get(standIn.id);
    await sleep(fault?.kind === 'slow' ? fault.ms : latencyMs);
    if (fault?.kind === 'reset') return response.destroy();
    if (fault?.kind === 'answer') return send(response, fault.answer);
    if (isTooFast(standIn, at)) return send(response, standIn.pace!.tooFast);
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
      if (!standIns.some((standIn) => standIn.id === id)) throw new Error(`There is no stand-in ${id}`);
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

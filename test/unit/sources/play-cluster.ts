import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import * as schema from '../../../functions/shared/record/schema.ts';
import { crawledSite } from '../../../functions/shared/domain-record/ask-sources.ts';
import { hreflangSource } from '../../../functions/shared/sources/hreflang/hreflang.ts';
import { siteSource } from '../../../functions/shared/sources/site/site.ts';
import type { CrawledSite } from '../../../functions/shared/sources/source.ts';
import { siteAccessOf } from '../../support/site-access.ts';
import { siteReader } from '../../support/site-reader.ts';
import { contextOf } from '../../support/source-context.ts';
import * as local from '../network/local-servers.ts';

export type Reply =
  string | { status?: number; headers?: Record<string, string>; body?: string | Buffer } | RequestListener;

/** Replies by host and path, such as `de.site.example/`; those of `site.example` by path alone. */
export type Cluster = Record<string, Reply>;

/** A link of the head: language code and address. */
type Link = [hreflang: string, href: string];

/** @returns a page in a language with these alternates */
export function pageIn(lang: string | null, links: Link[], head = ''): string {
  const tags = links.map(([code, href]) => `<link rel="alternate" hreflang="${code}" href="${href}">`);
  const attribute = lang === null ? '' : ` lang="${lang}"`;
  return `<!doctype html><html${attribute}><head><title>Page</title>${head}${tags.join('')}</head><body>Text</body></html>`;
}

/** A cluster as it was asked: what came of it, and the requests of the crawl and of the source. */
export interface Played {
  answer: Awaited<ReturnType<typeof hreflangSource.ask>>;
  crawl: string[];
  requests: string[];
  crawled: CrawledSite | null;
}

/**
 * Serves a cluster over http, crawls the home page of `site.example`, and asks the source in the same fetch.
 *
 * @param later asks the source in a fetch of its own, which knows of the crawl what the record keeps
 */
export async function playCluster(
  cluster: Cluster,
  { later = false, blocked = [] }: { later?: boolean; blocked?: string[] } = {},
): Promise<Played> {
  const log: string[] = [];
  const port = await local.serveHttp((request, response) => serve(cluster, log, request, response));
  const network = local.networkOf({ 'site.example': port, '*.site.example': port, 'other.example': port });
  const newContext = () => ({ network, reader: siteReader, site: siteAccessOf(network, { blocked }), now: Date.now });
  const context = newContext();
  const { sections } = await siteSource.ask('site.example', contextOf(context));
  const crawl = log.splice(0);
  const crawled = crawledSite(sections);
  const own = contextOf({ ...(later ? newContext() : context), crawled: Promise.resolve(crawled) });
  const answer = await hreflangSource.ask('site.example', own);
  if (answer.sections) schema.hreflangCluster.parse(answer.sections.hreflang_cluster);
  return { answer, crawl, requests: log, crawled };
}

function serve(cluster: Cluster, log: string[], request: IncomingMessage, response: ServerResponse): void {
  const { host } = request.headers;
  const address = host === 'site.example' ? request.url! : `${host}${request.url}`;
  log.push(address);
  const reply = cluster[address] ?? { status: 404, body: 'not here' };
  if (typeof reply === 'function') return reply(request, response);
  const { status = 200, headers = {}, body } = typeof reply === 'string' ? { body: reply } : reply;
  response.writeHead(status, { 'content-type': 'text/html; charset=utf-8', ...headers }).end(body);
}

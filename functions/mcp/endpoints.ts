import type { Endpoint } from '../core/platform/http/endpoint.ts';
import type { McpSettings } from '../core/platform/settings/settings.ts';

/** The endpoints that tools ask, by their paths. */
export type Path = '/query' | '/history' | '/keywords' | '/long-tail' | '/page' | '/site' | '/site/pages';

/** What answers each of them; it is loaded when it is first asked. */
export type Endpoints = Record<Path, () => Promise<Endpoint>>;

export function openEndpoints(settings: McpSettings): Endpoints {
  return {
    '/query': once(async () => (await import('../core/domains/query/open-query.ts')).openQuery(settings)),
    '/history': once(async () => (await import('../core/domains/history/open-history.ts')).openHistory(settings)),
    '/keywords': once(async () => (await import('../core/keywords/search/open-keywords.ts')).openKeywords(settings)),
    '/long-tail': once(async () =>
      (await import('../core/keywords/long-tail/open-long-tail.ts')).openLongTail(settings),
    ),
    '/page': once(async () => (await import('../core/pages/open-page.ts')).openPage(settings)),
    '/site': once(async () => (await import('../core/sites/answer/open-site.ts')).openSite(settings)),
    '/site/pages': once(async () =>
      (await import('../core/sites/pages-answer/open-site-pages.ts')).openSitePages(settings),
    ),
  };
}

function once<Value>(make: () => Promise<Value>): () => Promise<Value> {
  let made: Promise<Value> | undefined;
  return () => (made ??= make());
}

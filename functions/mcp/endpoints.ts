import type { Endpoint } from '../shared/http/endpoint.ts';
import type { McpSettings } from '../shared/settings/settings.ts';

/** The endpoints that tools ask, by their paths. */
export type Path = '/query' | '/history' | '/keywords' | '/long-tail' | '/page' | '/site' | '/site/pages';

/** What answers each of them; it is loaded when it is first asked. */
export type Endpoints = Record<Path, () => Promise<Endpoint>>;

export function openEndpoints(settings: McpSettings): Endpoints {
  return {
    '/query': once(async () => (await import('../shared/answers/query/open-query.ts')).openQuery(settings)),
    '/history': once(async () => (await import('../shared/answers/history/open-history.ts')).openHistory(settings)),
    '/keywords': once(async () => (await import('../shared/answers/keywords/open-keywords.ts')).openKeywords(settings)),
    '/long-tail': once(async () =>
      (await import('../shared/answers/long-tail/open-long-tail.ts')).openLongTail(settings),
    ),
    '/page': once(async () => (await import('../shared/answers/page/open-page.ts')).openPage(settings)),
    '/site': once(async () => (await import('../shared/answers/site/open-site.ts')).openSite(settings)),
    '/site/pages': once(async () =>
      (await import('../shared/answers/site-pages/open-site-pages.ts')).openSitePages(settings),
    ),
  };
}

function once<Value>(make: () => Promise<Value>): () => Promise<Value> {
  let made: Promise<Value> | undefined;
  return () => (made ??= make());
}

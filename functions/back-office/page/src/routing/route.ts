import { inject, parse } from 'regexparam';

/**
 * A view of the page. `query` is that of its address, without `tab`; `tab` is the open one, and after a dot the one within
 * it; without it, the first.
 */
export type Route =
  | { view: 'overview'; query?: string }
  | { view: 'keys' }
  | { view: 'key'; id: string }
  | { view: 'domains'; query?: string }
  | { view: 'issues'; query?: string }
  | { view: 'issue'; id: string; query?: string }
  | { view: 'compare'; query?: string }
  | { view: 'keywords'; query?: string }
  | { view: 'long-tail'; query?: string }
  | { view: 'keyword-lists' }
  | { view: 'keyword-list'; id: string; query?: string }
  | { view: 'domain'; domain: string; tab?: string; query?: string }
  | { view: 'page'; domain: string; url: string; tab?: string; query?: string }
  | { view: 'report'; domain: string; token: string }
  | { view: 'batches' }
  | { view: 'batch'; ids: string[]; query?: string }
  | { view: 'watches' }
  | { view: 'queue'; query?: string }
  | { view: 'journal'; query?: string }
  | { view: 'unknown' };

/** The addresses of the views, in the fragment. */
const PATHS: Record<Exclude<Route['view'], 'unknown'>, string> = {
  overview: '/overview',
  keys: '/keys',
  key: '/keys/:id',
  domains: '/domains',
  issues: '/issues',
  issue: '/issues/:id',
  compare: '/compare',
  keywords: '/keywords',
  'long-tail': '/long-tail',
  'keyword-lists': '/keyword-lists',
  'keyword-list': '/keyword-lists/:id',
  domain: '/domains/:domain',
  page: '/domains/:domain/:url',
  report: '/report/:domain/:token',
  batches: '/batches',
  batch: '/batches/:ids',
  watches: '/watches',
  queue: '/queue',
  journal: '/journal',
};

const patterns = Object.entries(PATHS).map(([view, path]) => ({ view, ...parse(path) }));

/** The view of a URL fragment; by default the overview. */
export function parseRoute(hash: string): Route {
  const [path = '', query = ''] = hash.replace(/^#?\/?/, '').split('?');
  const address = path === '' ? PATHS.overview : `/${path}`;
  const found = patterns.find(({ pattern }) => pattern.test(address));
  if (!found) return { view: 'unknown' };
  const [, ...values] = found.pattern.exec(address)!;
  const parts = found.keys.map((key, index): [string, unknown] => {
    const value = values[index]!;
    return [key, key === 'ids' ? value.split(',').map(decoded) : decoded(value)];
  });
  const chosen = found.view === 'domain' || found.view === 'page' ? openIn(query) : query && { query };
  return { view: found.view, ...Object.fromEntries(parts), ...(chosen || {}) } as Route;
}

/** The open tab of a query, and its other parameters. */
function openIn(query: string): { tab?: string; query?: string } {
  const parameters = new URLSearchParams(query);
  const tab = parameters.get('tab');
  parameters.delete('tab');
  return { ...(tab && { tab }), ...(parameters.size > 0 && { query: parameters.toString() }) };
}

/** The fragment of a view, for links. */
export function hrefOf({ view, ...parts }: Route & { tab?: string; query?: string }): string {
  const { tab, query, ...names } = parts;
  const encoded = Object.entries(names as Record<string, string | string[]>).map(([key, value]) => [
    key,
    [value]
      .flat()
      .map((text) => encodeURIComponent(text))
      .join(','),
  ]);
  const chosen = [tab && new URLSearchParams({ tab }).toString(), query].filter(Boolean).join('&');
  const path =
    view === 'unknown' ? '/unknown' : inject(PATHS[view], Object.fromEntries(encoded) as Record<string, string>);
  return `#${path}${chosen && `?${chosen}`}`;
}

/** The same for all that one view may show. */
export function viewKey(route: Route): string {
  return hrefOf(route).split('?', 1)[0]!;
}

type ViewAbove = Extract<Route, { view: 'keys' | 'domains' | 'issues' | 'batches' | 'domain' | 'keyword-lists' }>;

/** The views above a view, from the top. */
export function viewsAbove(route: Route): ViewAbove[] {
  if (route.view === 'key') return [{ view: 'keys' }];
  if (route.view === 'domain') return [{ view: 'domains' }];
  if (route.view === 'issue') return [{ view: 'issues' }];
  if (route.view === 'page') return [{ view: 'domains' }, { view: 'domain', domain: route.domain, tab: 'pages' }];
  if (route.view === 'keyword-list') return [{ view: 'keyword-lists' }];
  return route.view === 'batch' ? [{ view: 'batches' }] : [];
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

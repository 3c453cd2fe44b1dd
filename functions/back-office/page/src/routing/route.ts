/**
 * A view of the page. `query` is that of its address, without `tab`; `tab` is the open one, and after a dot the one within
 * it; without it, the first.
 */
export type Route =
  | { view: 'overview'; query?: string }
  | { view: 'keys' }
  | { view: 'key'; id: string }
  | { view: 'domains'; query?: string }
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
  | { view: 'queue' }
  | { view: 'journal' }
  | { view: 'unknown' };

/** The view of a URL fragment; by default the overview. */
export function parseRoute(hash: string): Route {
  const [path = '', query = ''] = hash.replace(/^#?\/?/, '').split('?');
  const [section = '', encoded = '', below = '', ...more] = path.split('/');
  const name = decoded(encoded);
  const open = openIn(query);
  const chosen = query ? { query } : {};
  const depth = more.length > 0 ? 4 : below ? 3 : name ? 2 : 1;
  if (section === 'report' && depth === 3 && name) return { view: 'report', domain: name, token: below };
  if (section === 'domains' && depth === 3 && name) return { view: 'page', domain: name, url: decoded(below), ...open };
  if (section === 'domains' && depth === 2) return { view: 'domain', domain: name, ...open };
  if (section === 'batches' && depth === 2) return { view: 'batch', ids: encoded.split(',').map(decoded), ...chosen };
  if (section === 'keys' && depth === 2) return { view: 'key', id: name };
  if (section === 'keyword-lists' && depth === 2) return { view: 'keyword-list', id: name, ...chosen };
  if (depth > 1) return { view: 'unknown' };
  if (isWithQuery(section)) return { view: section, ...chosen };
  if (section === 'keyword-lists') return { view: section };
  if (section === 'batches' || section === 'queue' || section === 'journal') return { view: section };
  if (section === 'keys' || section === 'watches') return { view: section };
  return { view: section === '' ? 'overview' : 'unknown' };
}

/** The open tab of a query, and its other parameters. */
function openIn(query: string): { tab?: string; query?: string } {
  const parameters = new URLSearchParams(query);
  const tab = parameters.get('tab');
  parameters.delete('tab');
  return { ...(tab && { tab }), ...(parameters.size > 0 && { query: parameters.toString() }) };
}

/** The views whose addresses contain what is selected in them. */
const WITH_QUERY = ['overview', 'domains', 'compare', 'keywords', 'long-tail'] as const;
const isWithQuery = (section: string): section is (typeof WITH_QUERY)[number] =>
  WITH_QUERY.some((view) => view === section);

/** The fragment of a view, for links. */
export function hrefOf(route: Route): string {
  const open = route.view === 'domain' || route.view === 'page' ? queryOf(route) : '';
  if (route.view === 'key') return `#/keys/${encodeURIComponent(route.id)}`;
  if (route.view === 'domain') return `#/domains/${encodeURIComponent(route.domain)}${open}`;
  if (route.view === 'page') {
    return `#/domains/${encodeURIComponent(route.domain)}/${encodeURIComponent(route.url)}${open}`;
  }
  if (route.view === 'report') return `#/report/${encodeURIComponent(route.domain)}/${route.token}`;
  const chosen = 'query' in route && route.query ? `?${route.query}` : '';
  if (route.view === 'batch') return `#/batches/${route.ids.map(encodeURIComponent).join(',')}${chosen}`;
  if (route.view === 'keyword-list') return `#/keyword-lists/${encodeURIComponent(route.id)}${chosen}`;
  return `#/${route.view}${chosen}`;
}

function queryOf({ tab, query }: { tab?: string; query?: string }): string {
  const parts = [tab ? new URLSearchParams({ tab }).toString() : '', query ?? ''].filter(Boolean);
  return parts.length > 0 ? `?${parts.join('&')}` : '';
}

/** The same for all that one view may show. */
export function viewKey(route: Route): string {
  return hrefOf(route).split('?', 1)[0]!;
}

type ViewAbove = Extract<Route, { view: 'keys' | 'domains' | 'batches' | 'domain' | 'keyword-lists' }>;

/** The views above a view, from the top. */
export function viewsAbove(route: Route): ViewAbove[] {
  if (route.view === 'key') return [{ view: 'keys' }];
  if (route.view === 'domain') return [{ view: 'domains' }];
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

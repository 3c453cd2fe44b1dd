/** A view of the page. */
export type Route =
  | { view: 'keys' }
  | { view: 'key'; id: string }
  | { view: 'domains' }
  | { view: 'domain'; domain: string }
  | { view: 'page'; domain: string; url: string }
  | { view: 'batches' }
  | { view: 'batch'; ids: string[] }
  | { view: 'queue' };

/** The view of a URL fragment; by default the keys. */
export function parseRoute(hash: string): Route {
  const [section, encoded = '', below = ''] = hash.replace(/^#?\/?/, '').split('/');
  const name = decoded(encoded);
  if (section === 'domains' && name && below) return { view: 'page', domain: name, url: decoded(below) };
  if (section === 'domains') return name ? { view: 'domain', domain: name } : { view: 'domains' };
  if (section === 'batches')
    return name ? { view: 'batch', ids: encoded.split(',').map(decoded) } : { view: 'batches' };
  if (section === 'queue') return { view: 'queue' };
  return section === 'keys' && name ? { view: 'key', id: name } : { view: 'keys' };
}

/** The fragment of a view, for links. */
export function hrefOf(route: Route): string {
  if (route.view === 'key') return `#/keys/${encodeURIComponent(route.id)}`;
  if (route.view === 'domain') return `#/domains/${encodeURIComponent(route.domain)}`;
  if (route.view === 'page') return `#/domains/${encodeURIComponent(route.domain)}/${encodeURIComponent(route.url)}`;
  if (route.view === 'batch') return `#/batches/${route.ids.map(encodeURIComponent).join(',')}`;
  return `#/${route.view}`;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

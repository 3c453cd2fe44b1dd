import { fillIn, json, type StandIn } from './stand-in.ts';

/** Times of the first and the last capture. */
const CAPTURES: Record<string, string[]> = {
  'shop.example': ['20091102093012', '{day -3}120500'],
  'blog.example': ['20150719220541', '{day -48}120500'],
};

/** The CDX server: of all captures, the first and the last. */
export const wayback: StandIn = {
  id: 'wayback',
  method: 'GET',
  path: /^\/cdx\/search\/cdx$/,
  answer({ query }, world) {
    const domain = query.get('url') ?? '';
    const captures = fillIn(CAPTURES[domain] ?? [], world);
    if (query.get('output') !== 'json') return { status: 200, headers: { 'Content-Type': 'text/plain' }, body: '' };
    if (captures.length === 0) return json([]);
    const rows = captures.map((time): Record<string, string> => ({
      timestamp: time.replaceAll('-', ''),
      original: `http://${domain}:80/`,
      // Revisit records have no status.
      statuscode: query.get('filter') === 'statuscode:200' ? '200' : '-',
    }));
    const limit = Number(query.get('limit') ?? rows.length);
    const asked = limit < 0 ? rows.slice(limit) : rows.slice(0, limit);
    const columns = (query.get('fl') ?? 'timestamp,original,statuscode').split(',');
    return json([columns, ...asked.map((row) => columns.map((column) => row[column] ?? '-'))]);
  },
};

import { between, dayBefore, figuresOf } from './figures.ts';
import { json, type StandIn } from './stand-in.ts';

interface Captures {
  first: string;
  lastDaysAgo: number;
}

const known: Record<string, Captures | null> = {
  'shop.example': { first: '20091102093012', lastDaysAgo: 3 },
  'blog.example': { first: '20150719220541', lastDaysAgo: 48 },
  'broken.example': null,
};

/** The CDX server: of all captures, the first and the last. */
export const wayback: StandIn = {
  id: 'wayback',
  method: 'GET',
  path: /^\/cdx\/search\/cdx$/,
  answer({ query }, { now }) {
    const domain = query.get('url') ?? '';
    const captures = figuresOf(known, domain, () => ({
      first: `${between(1_998, 2_020, 'first', domain)}0${between(1, 9, 'month', domain)}15101500`,
      lastDaysAgo: between(1, 300, 'last', domain),
    }));
    if (query.get('output') !== 'json') return { status: 200, headers: { 'Content-Type': 'text/plain' }, body: '' };
    if (!captures) return json([]);
    const rows = [captures.first, `${dayBefore(now, captures.lastDaysAgo).replaceAll('-', '')}120500`].map(
      (timestamp): Record<string, string> => ({
        timestamp,
        original: `http://${domain}:80/`,
        // Revisit records have no status.
        statuscode: query.get('filter') === 'statuscode:200' ? '200' : '-',
      }),
    );
    const limit = Number(query.get('limit') ?? rows.length);
    const asked = limit < 0 ? rows.slice(limit) : rows.slice(0, limit);
    const columns = (query.get('fl') ?? 'timestamp,original,statuscode').split(',');
    return json([columns, ...asked.map((row) => columns.map((column) => row[column] ?? '-'))]);
  },
};

import { dayBefore, fillIn, json, page, type FakeEndpoint } from './fake.ts';
import { DAY_MS } from '../../../functions/core/platform/time/day.ts';

/** Times of the first and the last capture. */
const CAPTURES: Record<string, string[]> = {
  'shop.example': ['20091102093012', '{day -3}120500'],
  'blog.example': ['20150719220541', '{day -48}120500'],
};

/** The CDX server: of all captures, the first and the last. */
export const wayback: FakeEndpoint = {
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
    const requested = limit < 0 ? rows.slice(limit) : rows.slice(0, limit);
    const columns = (query.get('fl') ?? 'timestamp,original,statuscode').split(',');
    return json([columns, ...requested.map((row) => columns.map((column) => row[column] ?? '-'))]);
  },
};

const CRAWLS = 3;
const DAYS_BETWEEN = 28;
const CRAWL_DAYS = 14;
const DAYS_TO_PUBLISH = 14;
/** When a crawl before all of them ended. */
const FIRST_END = Date.parse('2003-11-08');
const PAGE_SIZE = 5;

/** Blocks of the index. */
const BLOCKS: Record<string, number> = { 'shop.example': 1, 'blog.example': 2 };

/** The list of crawls, newest first. */
export const commonCrawlList: FakeEndpoint = {
  id: 'common_crawl_list',
  method: 'GET',
  path: /^\/collinfo\.json$/,
  answer: (_request, { origin, now }) => {
    const entry = (id: string, name: string) => ({
      id,
      name,
      timegate: `${origin}/${id}/`,
      'cdx-api': `${origin}/${id}-index`,
    });
    const recent = crawls(now).map(({ id, from, to }) => ({ ...entry(id, `${from} Index`), from, to }));
    // The oldest entries have no dates.
    return json([...recent, entry('CC-MAIN-2009-2010', '2009 - 2010 Index')]);
  },
};

export const commonCrawl: FakeEndpoint = {
  id: 'common_crawl',
  method: 'GET',
  path: /^\/CC-MAIN-[\d-]+-index$/,
  answer({ path, query }, { now }) {
    if (!crawls(now).some(({ id }) => path === `/${id}-index`)) return page(404, '404 Not Found');
    if (query.get('showNumPages') !== 'true' || query.get('output') !== 'json') return page(400, '400 Bad Request');
    const url = query.get('url') ?? '';
    const blocks = BLOCKS[url.replace(/^\*\./, '')];
    if (!blocks) return json({ message: `No Captures found for: ${url}` }, 404);
    const size = { pages: Math.ceil(blocks / PAGE_SIZE), pageSize: PAGE_SIZE, blocks };
    return json(size, 200, { 'Content-Type': 'text/x-cdxj' });
  },
};

/** The newest crawls. Their days are fixed, so that a crawl in a list that a client has kept still exists. */
function crawls(now: number) {
  const published = now - DAYS_TO_PUBLISH * DAY_MS;
  const newest = published - ((published - FIRST_END) % (DAYS_BETWEEN * DAY_MS));
  return Array.from({ length: CRAWLS }, (_, index) => {
    const days = index * DAYS_BETWEEN;
    const [from, to] = [dayBefore(newest, days + CRAWL_DAYS), dayBefore(newest, days)];
    return { id: `CC-MAIN-${weekOf(to)}`, from: `${from}T00:00:00`, to: `${to}T00:00:00` };
  });
}

/** @returns year and week, `YYYY-WW` */
function weekOf(day: string): string {
  const year = day.slice(0, 4);
  const days = (Date.parse(day) - Date.parse(`${year}-01-01`)) / DAY_MS;
  return `${year}-${String(Math.floor(days / 7) + 1).padStart(2, '0')}`;
}

import { dayBefore } from './figures.ts';
import { json, page, type StandIn } from './stand-in.ts';
import { DAY_MS } from '../../../functions/core/platform/time/day.ts';

const CRAWLS = 3;
const DAYS_BETWEEN = 28;
const PAGE_SIZE = 5;

/** Blocks of the index. */
const BLOCKS: Record<string, number> = { 'shop.example': 1, 'blog.example': 2 };

/** The list of crawls, newest first. */
export const commonCrawlList: StandIn = {
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

export const commonCrawl: StandIn = {
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

function crawls(now: number) {
  return Array.from({ length: CRAWLS }, (_, index) => {
    const days = 14 + index * DAYS_BETWEEN;
    const to = dayBefore(now, days);
    return { id: `CC-MAIN-${weekOf(to)}`, from: `${dayBefore(now, days + 14)}T00:00:00`, to: `${to}T00:00:00` };
  });
}

/** @returns year and week, `YYYY-WW` */
function weekOf(day: string): string {
  const year = day.slice(0, 4);
  const days = (Date.parse(day) - Date.parse(`${year}-01-01`)) / DAY_MS;
  return `${year}-${String(Math.floor(days / 7) + 1).padStart(2, '0')}`;
}

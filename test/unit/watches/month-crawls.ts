import type { Coverage } from '../../../functions/core/crawls/begin-crawl.ts';
import type { RequestedCrawl } from '../../../functions/core/watches/watched-lists.ts';
import { type Answers, html } from '../crawls/crawl-world.ts';

const WHOLE: RequestedCrawl = { every: 'day', pages: 100, include: [], exclude: [], depth: null };
/** Watches of the crawled site: their owners and crawls. `any` is compared with crawls of the schedule too. */
export const WATCHES = {
  any: { owner: 'o1', crawl: null },
  own: { owner: 'o1', crawl: WHOLE },
  part: { owner: 'o1', crawl: { ...WHOLE, include: ['/blog/'] } },
  other: { owner: 'o2', crawl: null },
};

export const SITE: Answers = {
  '/robots.txt': '',
  '/': html('Home', '/a', '/b', '/blog/'),
  '/a': html('Page a', '/'),
  '/b': html('Page b', '/'),
  '/blog/': html('Blog', '/blog/x'),
  '/blog/x': html('Article', '/'),
};
const everywhere = (answer: Answers[string]): Answers =>
  Object.fromEntries(Object.keys(SITE).map((path) => [path, answer]));
const RESET: Answers[string] = (request) => void request.socket.destroy();
const answering =
  (status: number): Answers[string] =>
  (_, response) =>
    void response.writeHead(status, { 'content-type': 'text/html' }).end(html('Error'));
const disallowing = (agent: string): Answers => ({ '/robots.txt': `User-agent: ${agent}\nDisallow: /` });
/** An error of a page alone: a password on a page over http. */
const INSECURE = '<input type="password">';
const BROKEN_A = { '/a': html('Page a', '/', '/gone') + INSECURE };
const ERRORS_OF_A = ['broken-link /a', 'client-error /gone', 'form-insecure /a'];
const NOINDEX_B = { '/b': '<meta name="robots" content="noindex">' + html('Page b', '/') };
const IMAGE_B = { '/b': html('Page b', '/') + '<img src="/none.png">' };
const SCRIPT_B = { '/b': html('Page b', '/') + '<img src="/none.png"><script src="/none.js"></script>' };
const INSECURE_B = { '/b': html('Page b', '/', '/a') + INSECURE };
const INSECURE_X = { '/blog/x': html('Article', '/') + INSECURE };

export interface ScriptedCrawl {
  day: number;
  /** By default the whole site for o1. */
  crawl?: Coverage & { owner?: string | null; pages?: number };
  /** How the site differs from {@link SITE}. */
  site?: Answers;
  /** The errors that are new, by watch, whose events contain them. */
  errors?: Partial<Record<keyof typeof WATCHES, string[]>>;
}

/** The crawls of the month. */
export const CRAWLS: ScriptedCrawl[] = [
  { day: 0, crawl: { owner: null } },
  { day: 0 },
  { day: 1, crawl: { include: ['/blog/'] } },
  // Smaller: what it read is compared. The next one is compared with the last complete one too.
  { day: 2, crawl: { pages: 2 }, site: BROKEN_A, errors: { any: ['form-insecure /a'], own: ['form-insecure /a'] } },
  { day: 3, site: BROKEN_A, errors: { any: ERRORS_OF_A, own: ERRORS_OF_A } },
  // Failing.
  { day: 4, site: everywhere(RESET) },
  { day: 5, site: everywhere(answering(503)), errors: { any: ['server-error /'], own: ['server-error /'] } },
  { day: 6, site: BROKEN_A },
  { day: 7, site: { ...BROKEN_A, ...disallowing('DomaingaugeBot') } },
  {
    ...{ day: 8, site: { ...BROKEN_A, ...disallowing('*') } },
    errors: { any: ['indexability-lost /'], own: ['indexability-lost /'] },
  },
  { day: 9, site: BROKEN_A },
  // Of another owner, whose crawls do not hide errors from o1.
  {
    ...{ day: 10, crawl: { owner: 'o2' }, site: { ...BROKEN_A, ...NOINDEX_B } },
    errors: { other: [...ERRORS_OF_A, 'indexability-lost /b'] },
  },
  {
    ...{ day: 11, site: { ...BROKEN_A, ...NOINDEX_B } },
    errors: { any: ['indexability-lost /b'], own: ['indexability-lost /b'] },
  },
  { day: 12 },
  // With other options: a resource is new only if both crawls requested it.
  { day: 13, crawl: { resources: true }, site: IMAGE_B },
  { day: 14, crawl: { resources: true }, site: IMAGE_B },
  {
    ...{ day: 15, crawl: { resources: true }, site: SCRIPT_B },
    errors: { any: ['script-broken /b'], own: ['script-broken /b'] },
  },
  { day: 16, site: SCRIPT_B },
  { day: 17, crawl: { resources: true }, site: SCRIPT_B },
  // Of a part, of the schedule, of another part.
  { day: 18, crawl: { include: ['/blog/'] }, site: INSECURE_X, errors: { part: ['form-insecure /blog/x'] } },
  {
    ...{ day: 19, crawl: { owner: null }, site: INSECURE_X },
    errors: { any: ['form-insecure /blog/x'], other: ['form-insecure /blog/x'] },
  },
  { day: 20, site: INSECURE_X, errors: { own: ['form-insecure /blog/x'] } },
  { day: 21, crawl: { exclude: ['/blog/'] }, site: { ...INSECURE_X, ...INSECURE_B } },
  // With a page that refuses the crawler.
  { day: 22, site: { ...INSECURE_X, '/b': answering(429) } },
  { day: 23, site: { ...INSECURE_X, ...INSECURE_B }, errors: { any: ['form-insecure /b'], own: ['form-insecure /b'] } },
  // At another limit.
  { day: 24, crawl: { pages: 5_000 }, site: { ...INSECURE_X, ...INSECURE_B } },
  { day: 25, crawl: { pages: 3 } },
  // With an error whose page refuses the crawler in between.
  { day: 26, site: { ...INSECURE_X, '/b': answering(429) } },
  { day: 27, site: { ...INSECURE_X, ...INSECURE_B } },
  { day: 28 },
];

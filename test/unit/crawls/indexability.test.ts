import type { RequestListener } from 'node:http';
import { afterEach, describe, expect, test } from '@jest/globals';
import type { IssueRow } from '../../../functions/core/record/site-evidence-schema.ts';
import { CRAWLER_TOKEN } from '../../../functions/core/platform/network/user-agent.ts';
import { DAY_MS } from '../../../functions/core/platform/time/day.ts';
import type { Coverage } from '../../../functions/core/crawls/begin-crawl.ts';
import { closeServers } from '../platform/network/local-servers.ts';
import { type Answers, html, createCrawlWorld } from './crawl-world.ts';

const HOST = 'http://site.example';
const disallowing = (path: string, ...agents: string[]) =>
  `${agents.map((agent) => `User-agent: ${agent}\n`).join('')}Disallow: ${path}\n`;

let world: Awaited<ReturnType<typeof createCrawlWorld>>;

afterEach(async () => {
  closeServers();
  await world.close();
});

const open = async (answers: Answers) => (world = await createCrawlWorld({ ...answers }));
const paths = () => world.requests.map((request) => request.replace('site.example', ''));

/** @returns the occurrences of an issue in the last crawl */
async function occurrencesOf(...ids: string[]): Promise<Pick<IssueRow, 'issue' | 'url' | 'value' | 'expected'>[]> {
  const [last] = await world.services.crawls.list('site.example', { consistent: true });
  const index = await world.services.crawls.readDirectory(last!, 'issues');
  const chunks = [...new Set(index!.segments.map(({ chunk }) => chunk))];
  const rows = await Promise.all(chunks.map((chunk) => world.services.crawls.readEvidence(last!, 'issues', chunk)));
  return rows
    .flat()
    .filter(({ issue }) => ids.includes(issue))
    .map(({ issue, url, value, expected }) => ({ issue, url: url.replace(HOST, ''), value, expected }));
}

describe('a home page that robots.txt disallows', () => {
  test('ends the crawl with the reason, and is reported with the rule', async () => {
    await open({ '/': html('Home', '/a'), '/a': html('A'), '/robots.txt': disallowing('/', '*') });
    const { ended, rows, result } = await world.crawl();
    expect(paths()).toEqual(['/robots.txt']);
    expect(ended).toMatchObject([{ status: 'stopped', stopReason: 'robots', isComplete: false }]);
    const ids = ['home-page-not-indexable', 'robots-disallows-all'];
    expect(rows).toMatchObject([
      {
        ...{ url: `${HOST}/`, http_status: null, failure: 'robots_disallowed', indexable: false, reason: 'robots' },
        issues: ids,
      },
    ]);
    expect(result).toMatchObject({ health: null, site_score: null, pages: { total: 1, blocked_by_robots: 1 } });
    expect(result!.issues.map(({ id, severity, count }) => [id, severity, count])).toEqual(
      ids.map((id) => [id, 'error', 1]),
    );
    expect(ended[0]!.summary).toEqual({ pages: 1, read: 0, health: null, issues: { error: 2, warning: 0, notice: 0 } });
    expect(await occurrencesOf(...ids)).toEqual(
      ids.map((issue) => ({ issue, url: '/', value: 'Disallow: /', expected: null })),
    );
  });

  test.each<[string, Answers, string[]]>([
    ['alone', { '/': html('Home', '/a'), '/robots.txt': disallowing('/$', '*') }, ['/ home-page-not-indexable']],
    ['for this crawler alone', { '/': html('Home', '/a'), '/robots.txt': disallowing('/', CRAWLER_TOKEN) }, []],
    [
      'after a redirect',
      {
        '/': (_, response) => void response.writeHead(302, { location: '/en/' }).end(),
        '/en/': html('Home'),
        '/robots.txt': disallowing('/en/', '*'),
      },
      ['/en/ home-page-not-indexable'],
    ],
  ])('%s ends the crawl too, and is reported by the rules for Googlebot', async (_, answers, reported) => {
    await open(answers);
    const { ended, rows } = await world.crawl();
    expect(ended).toMatchObject([{ stopReason: 'robots', summary: { read: expect.any(Number) } }]);
    const shown = rows.flatMap(({ url, issues }) => issues.map((id) => `${url.replace(HOST, '')} ${id}`));
    expect(shown).toEqual(reported);
  });
});

test('a home page that robots.txt disallows for Googlebot alone is crawled and reported', async () => {
  const robots = disallowing('/', 'Googlebot');
  await open({ '/': html('Home', '/a'), '/a': html('A', '/'), '/robots.txt': robots });
  const { ended, rows, result } = await world.crawl();
  expect(ended).toMatchObject([{ status: 'done', stopReason: null, isComplete: true, fetched: 2 }]);
  expect(rows.map(({ indexable, reason }) => [indexable, reason])).toEqual(rows.map(() => [false, 'robots']));
  expect(await occurrencesOf('home-page-not-indexable', 'robots-disallows-all')).toEqual([
    { issue: 'home-page-not-indexable', url: '/', value: 'Disallow: /', expected: null },
    { issue: 'robots-disallows-all', url: '/', value: 'Disallow: /', expected: null },
  ]);
  expect(result).toMatchObject({ site_score: null, pages: { total: 2, indexable: 0, blocked_by_robots: 2 } });
});

test('a home page with noindex is reported as such, and other pages with noindex as not indexable', async () => {
  const noindex = '<meta name="robots" content="noindex">';
  await open({ '/': noindex + html('Home', '/a'), '/a': noindex + html('A', '/') });
  await world.crawl();
  expect(await occurrencesOf('home-page-not-indexable', 'not-indexable')).toMatchObject([
    { issue: 'home-page-not-indexable', url: '/', value: 'meta robots: noindex' },
    { issue: 'not-indexable', url: '/a' },
  ]);
});

test("Googlebot's group decides whether a page is indexable, and the group of this crawler whether it is read", async () => {
  await open({
    '/': html('Home', '/for-crawler', '/for-googlebot', '/for-none', '/for-both'),
    ...Object.fromEntries(['/for-crawler', '/for-both'].map((path) => [path, html(path, '/')])),
    '/robots.txt':
      `User-agent: ${CRAWLER_TOKEN}\nDisallow: /for-googlebot\nDisallow: /for-none\n\n` +
      'User-agent: Googlebot\nDisallow: /for-crawler\nDisallow: /for-none\n\nUser-agent: *\nDisallow: /\n',
  });
  const { rows, result } = await world.crawl();
  expect(paths().filter((path) => path.startsWith('/for'))).toEqual(['/for-crawler', '/for-both']);
  expect(
    rows.map(({ url, failure, indexable, reason }) => [url.replace(HOST, ''), failure, indexable, reason]),
  ).toEqual([
    ['/', null, true, null],
    ['/for-crawler', null, false, 'robots'],
    ['/for-googlebot', 'robots_disallowed', null, 'unknown'],
    ['/for-none', 'robots_disallowed', false, 'robots'],
    ['/for-both', null, true, null],
  ]);
  expect(result!.pages).toMatchObject({ total: 5, indexable: 2, blocked_by_robots: 3 });
});

describe('a page that was indexable', () => {
  const SITE: Answers = { '/': html('Home', '/a', '/b'), '/a': html('A', '/'), '/b': html('B', '/') };
  const A_WEEK_MS = 7 * DAY_MS;

  const served =
    (headers: Record<string, string>, body = html('A', '/')): RequestListener =>
    (_, response) =>
      void response.writeHead(200, { 'content-type': 'text/html', ...headers }).end(body);
  const status =
    (code: number, headers: Record<string, string> = {}): RequestListener =>
    (_, response) =>
      void response.writeHead(code, { 'content-type': 'text/html', ...headers }).end(html('Error'));
  const inHead = (element: string) => element + html('A', '/');
  const NOINDEX = inHead('<meta name="robots" content="noindex, follow">');

  async function crawlAfter(ms: number, answers: Answers = {}, coverage: Coverage = {}, owner: string | null = null) {
    world.clock.now += ms;
    Object.assign(world.answers, answers);
    return world.crawl(500, coverage, { owner });
  }
  const lost = async () => (await occurrencesOf('indexability-lost')).map(({ url, value }) => [url, value]);

  test.each<[string, Answers, string]>([
    ['noindex in a header', { '/a': served({ 'x-robots-tag': 'noindex' }) }, 'X-Robots-Tag: noindex'],
    ['noindex in its markup', { '/a': NOINDEX }, 'meta robots: noindex, follow'],
    ['a rule of robots.txt', { '/robots.txt': disallowing('/a', '*') }, 'Disallow: /a'],
    ['a rule of robots.txt for Googlebot', { '/robots.txt': disallowing('/a', 'Googlebot') }, 'Disallow: /a'],
    ['another canonical', { '/a': inHead('<link rel="canonical" href="/b">') }, `canonical: ${HOST}/b`],
    [
      'a redirect to a page with noindex',
      { '/a': status(301, { location: '/gone' }), '/gone': NOINDEX },
      `redirect: ${HOST}/gone`,
    ],
  ])('and has %s is reported with it', async (_, answers, value) => {
    await open(SITE);
    const [first] = (await world.crawl()).ended;
    const { rows } = await crawlAfter(A_WEEK_MS, answers);
    expect(await occurrencesOf('indexability-lost')).toEqual([
      { issue: 'indexability-lost', url: '/a', value, expected: `indexable on ${first!.finishedAt.slice(0, 10)}` },
    ]);
    expect(rows.find(({ url }) => url === `${HOST}/a`)).toMatchObject({
      ...{ indexable: false, last_indexable_at: first!.finishedAt },
      issues: expect.arrayContaining(['indexability-lost']),
    });
  });

  test.each<[string, Answers]>([
    ['is disallowed for this crawler alone', { '/robots.txt': disallowing('/a', CRAWLER_TOKEN) }],
    ['is no longer linked', { '/': html('Home', '/b') }],
    ['is unchanged', {}],
  ])('and %s is not reported', async (_, answers) => {
    await open(SITE);
    await world.crawl();
    const { ended } = await crawlAfter(A_WEEK_MS, answers);
    expect([ended[0]!.isComplete, await lost()]).toEqual([true, []]);
  });

  test('is reported in each crawl of the 30 days after it was last indexable, and not later', async () => {
    await open(SITE);
    await world.crawl();
    await crawlAfter(10 * DAY_MS, { '/a': NOINDEX });
    expect(await lost()).toEqual([['/a', 'meta robots: noindex, follow']]);
    await crawlAfter(10 * DAY_MS);
    expect(await lost()).toEqual([['/a', 'meta robots: noindex, follow']]);
    const { rows } = await crawlAfter(10 * DAY_MS + 60_000);
    expect([await lost(), rows.map(({ last_indexable_at }) => last_indexable_at !== null)]).toEqual([
      [],
      [true, false, true],
    ]);
  });

  test('is no longer reported once it is indexable again', async () => {
    await open(SITE);
    await world.crawl();
    await crawlAfter(A_WEEK_MS, { '/a': NOINDEX });
    const { ended, rows } = await crawlAfter(A_WEEK_MS, { '/a': html('A', '/') });
    expect(await lost()).toEqual([]);
    expect(new Set(rows.map(({ last_indexable_at }) => last_indexable_at))).toEqual(new Set([ended[0]!.finishedAt]));
  });

  test('is reported after a crawl of the site while it was down', async () => {
    await open(SITE);
    await world.crawl();
    const down = await crawlAfter(DAY_MS, { '/': status(500) });
    expect(down.ended[0]).toMatchObject({ stopReason: 'unreachable' });
    await crawlAfter(DAY_MS, { ...SITE, '/a': NOINDEX });
    expect(await lost()).toEqual([['/a', 'meta robots: noindex, follow']]);
  });

  test('is not reported when only an incomplete crawl found it indexable', async () => {
    await open(SITE);
    expect((await world.crawl(2)).ended).toMatchObject([{ stopReason: 'page_limit' }]);
    await crawlAfter(DAY_MS, { '/a': NOINDEX });
    expect(await lost()).toEqual([]);
  });

  test.each<[string, Coverage, Coverage]>([
    ["another owner's crawl of the site", {}, {}],
    ["another owner's crawl of the site, by a crawl of a part", {}, { include: ['/a'] }],
    ["another owner's crawl of the same part", { include: ['/a'] }, { include: ['/a'] }],
  ])('is reported when it was indexable in %s', async (_, before, now) => {
    await open(SITE);
    await crawlAfter(0, {}, before, 'owner-1');
    await crawlAfter(DAY_MS, { '/a': NOINDEX }, now, 'owner-2');
    expect(await lost()).toEqual([['/a', 'meta robots: noindex, follow']]);
  });

  test('is reported as the home page when robots.txt disallows the whole site', async () => {
    await open(SITE);
    const { audit } = await world.crawl();
    const now = await crawlAfter(A_WEEK_MS, { '/robots.txt': disallowing('/', '*') });
    expect(now.ended[0]).toMatchObject({ stopReason: 'robots' });
    expect(await lost()).toEqual([['/', 'Disallow: /']]);
    expect(now.audit!.id).toBe(audit!.id);
  });
});

import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  type SiteAnswer,
  siteAnswer,
  type SitePagesAnswer,
  sitePagesAnswer,
  type SiteVerification,
} from '../../functions/core/record/site-schema.ts';
import {
  type SiteIssuesAnswer,
  siteIssuesAnswer,
  type SiteLinksAnswer,
  siteLinksAnswer,
} from '../../functions/core/record/site-evidence-schema.ts';
import { keepSuiteWithinDay } from '../support/keep-within-day.ts';
import { proKeys } from '../support/pro-keys.ts';
import { startTestRunner, type TestRunner } from '../support/runner.ts';
import { startSite, type TestSite } from '../support/site.ts';

// Allowances are counted by day.
keepSuiteWithinDay();

let runner: TestRunner;
let site: TestSite;
/** Requested paths of the site, except robots.txt and sitemaps. */
let requests: string[];
/** Token of the verification of the site. */
let token = '';
/** Delays pages until it resolves. */
let held: Promise<void> | null = null;

const PAGES = 12;

beforeAll(async () => {
  requests = [];
  site = await startSite(({ url = '/', headers: { host = '' } }, response) => {
    if (url === '/robots.txt') return void response.end('User-agent: *\nDisallow: /private');
    if (url === '/.well-known/seo-verification.txt') return void response.end(token);
    if (url.endsWith('.xml')) return void response.writeHead(404).end();
    if (url.startsWith('/gone')) return void response.writeHead(404).end();
    if (host.startsWith('checked.')) return void response.setHeader('content-type', 'text/html').end(CHECKED);
    requests.push(url);
    const answer = () => void response.setHeader('content-type', 'text/html').end(pageOf(Number(url.slice(1)) || 0));
    return held ? void held.then(answer) : answer();
  });
  runner = await startTestRunner({ LOCAL_RESOLVE: `*.site.test=127.0.0.1:${site.port}`, MAX_CRAWL_PAGES: '50' });
});
afterAll(() => Promise.all([runner.close(), site.close()]));

/** A page with an image and an external target that do not exist. */
const CHECKED =
  '<html lang="en"><title>Checked</title><img src="/gone.png"><a href="http://linked.site.test/gone">Gone</a>';

/** Every second page has no title. */
function pageOf(number: number): string {
  const title = number % 2 ? '' : `<title>Page ${number}</title>`;
  const next = number < PAGES - 1 ? `<a href="/${number + 1}">next</a>` : '';
  return `<html lang="en">${title}${next}<a href="/private">private</a>`;
}

interface RequestOptions {
  key?: string;
  method?: string;
  headers?: Record<string, string>;
  /** Body of a POST. */
  body?: unknown;
}

async function request<Data>(
  path: string,
  { key = runner.apiKey, headers = {}, body: sent, method = sent === undefined ? 'GET' : 'POST' }: RequestOptions = {},
) {
  const response = await fetch(`${runner.url}/api/v1/seo/${path}`, {
    method,
    headers: { 'X-SEO-API-Key': key, ...headers },
    ...(sent !== undefined && { body: JSON.stringify(sent) }),
  });
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.includes('json');
  const body = (isJson ? JSON.parse(text) : {}) as { data: Data; error?: string; details?: { param: string }[] };
  return { status: response.status, headers: response.headers, text, ...body };
}

const audit = async (query: string, options?: RequestOptions) => {
  const answer = await request<SiteAnswer>(`site?${query}`, options);
  if (answer.status < 300) expect(siteAnswer.parse(answer.data)).toEqual(answer.data);
  return answer;
};

/** Polls until the running crawl has ended, with a new key, since the number of requests is unknown. */
async function ended(domain: string): Promise<SiteAnswer> {
  const [key] = await proKeys(runner, 1);
  for (;;) {
    const { status, data } = await audit(`domain=${domain}`, { key: key! });
    if (status === 200) return data;
    await sleep(200);
  }
}

async function pagesOf(query: string): Promise<SitePagesAnswer> {
  const { status, data } = await request<SitePagesAnswer>(`site/pages?${query}`);
  expect(status).toBe(200);
  expect(sitePagesAnswer.parse(data)).toEqual(data);
  return data;
}

describe('the audit of a site', () => {
  const domain = 'whole.site.test';

  test('is started by the first call, and available when the crawl has ended', async () => {
    expect((await pagesOf(`domain=${domain}`)).items).toEqual([]);
    const first = await audit(`domain=https://WWW.${domain}/x&pages=40`);
    expect([first.status, first.headers.get('retry-after')]).toEqual([202, String(first.data.poll_after_seconds)]);
    expect(first.data).toMatchObject({ domain, status: 'queued', site_score: null, finished_at: null });
    const last = await ended(domain);
    expect(last).toMatchObject({ status: 'done', stop_reason: null, poll_after_seconds: null });
    expect(last.progress).toEqual({ found: PAGES + 1, fetched: PAGES, limit: 40 });
    expect(last.pages).toMatchObject({ total: PAGES + 1, blocked_by_robots: 1 });
    expect(last.issues?.find(({ id }) => id === 'title-missing')?.count).toBe(PAGES / 2);
    expect(last.sources).toMatchObject([{ id: 'site', status: 'ok', fetched_at: last.finished_at }]);
  });

  test('requests each page of the site once, and none for a repeated call', async () => {
    expect(requests.toSorted()).toEqual(['/', ...Array.from({ length: PAGES - 1 }, (_, n) => `/${n + 1}`)].toSorted());
    await audit(`domain=${domain}&pages=1`);
    expect(requests).toHaveLength(PAGES);
  });

  test('has an ETag, and is available as a table of its issues', async () => {
    const { headers } = await audit(`domain=${domain}`);
    const known = { headers: { 'If-None-Match': headers.get('etag')! } };
    expect((await audit(`domain=${domain}`, known)).status).toBe(304);
    const table = await request(`site?domain=${domain}&format=csv`);
    expect(table.headers.get('content-disposition')).toMatch(/filename="site-whole\.site\.test-.*\.csv"/);
    expect(table.text).toMatch(/^id,severity,.*\r\n(?:.*\r\n)*title-missing,error,page,6,/);
  });

  test('has pages that are listed by issue and status, in the requested order and format', async () => {
    const { items } = await pagesOf(`domain=${domain}&issue=title-missing&sort=depth&status=2xx`);
    expect(items.map(({ url, depth }) => [new URL(url).pathname, depth])).toEqual(
      [1, 3, 5, 7, 9, 11].map((number) => [`/${number}`, number]),
    );
    const all = await pagesOf(`domain=${domain}`);
    expect(all).toMatchObject({ count: PAGES + 1, truncated: false, next_cursor: null });
    const table = await request(`site/pages?domain=${domain}&limit=5`, { headers: { Accept: 'text/csv' } });
    expect(table.text.trim().split('\r\n')).toHaveLength(6);
    const next = await pagesOf(`domain=${domain}&limit=100&cursor=${table.headers.get('x-next-cursor')!}`);
    expect(next.items).toEqual(all.items.slice(5));
    expect((await request(`site/pages?domain=${domain}&status=404&cursor=${all.next_cursor ?? 'x'}`)).status).toBe(422);
  });

  test('is repeated on request, returns the last result until then, and reports changes', async () => {
    const before = await ended(domain);
    const { status, data } = await audit(`domain=${domain}&refresh=1`);
    expect([status, data.finished_at, data.site_score]).toEqual([202, before.finished_at, before.site_score]);
    const after = await ended(domain);
    expect(after.changes).toMatchObject({ since: before.finished_at, added: 0, removed: 0, changed: 0 });
    expect(after.progress.limit).toBe(50);
  });
});

describe('a crawl with settings', () => {
  const domain = 'part.site.test';
  const start = (body: unknown) => request<SiteAnswer>('site', { body });

  test('requests only a part of the site, and not twice at a time', async () => {
    const wait = Promise.withResolvers<void>();
    held = wait.promise;
    const started = await start({
      domain: `https://www.${domain}/`,
      pages: 30,
      exclude: ['/private', '/5$'],
      depth: 8,
    });
    expect([started.status, started.headers.get('retry-after')]).toEqual([202, expect.any(String)]);
    expect(started.data).toMatchObject({ domain, status: 'queued', progress: { limit: 30 } });
    expect(await start({ domain })).toMatchObject({ status: 409, error: 'crawl_in_progress' });
    held = null;
    wait.resolve();
    expect(await ended(domain)).toMatchObject({
      status: 'done',
      progress: { fetched: 5 },
      settings: { depth: 8, rate: 1 },
    });
    const { items } = await pagesOf(`domain=${domain}&sort=depth`);
    expect(items.map(({ url }) => new URL(url).pathname)).toEqual(['/', '/1', '/2', '/3', '/4']);
    expect((await ended(domain)).skipped).toMatchObject([{ reason: 'excluded', count: 2 }]);
  });

  test('requests external targets and resources, and lists what is broken', async () => {
    const name = 'checked.site.test';
    const { status, data } = await start({ domain: name, external: 1, resources: true });
    expect([status, data.settings]).toEqual([
      202,
      { include: [], exclude: [], depth: null, external: true, resources: true, rate: 1 },
    ]);
    const result = await ended(name);
    const broken = { total: 1, broken: 1, unchecked: 0, truncated: false };
    expect(result).toMatchObject({ status: 'done', external: broken, resources: broken });
    const found = await request<SiteIssuesAnswer>(`site/issues?domain=${name}`);
    expect(siteIssuesAnswer.parse(found.data).items).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ issue: 'image-broken', target: `http://${name}/gone.png`, status: 404 }),
        expect.objectContaining({ issue: 'external-broken', target: 'http://linked.site.test/gone', status: 404 }),
      ]),
    );
    const links = await request<SiteLinksAnswer>(`site/links?domain=${name}&status=4xx`);
    expect(siteLinksAnswer.parse(links.data).items.map(({ kind }) => kind)).toEqual(['link', 'image']);
  });

  test.each([
    [{}, ['domain']],
    [{ domain, external: 'yes', resources: 2 }, ['external', 'resources']],
    [{ domain: 'localhost' }, ['domain']],
    [{ domain, pages: 51 }, ['pages']],
    [{ domain, include: 'all', exclude: ['private'], depth: -1 }, ['include', 'exclude.0', 'depth']],
    [{ domain, include: Array<string>(101).fill('/') }, ['include']],
    [{ domain, includes: [] }, ['includes']],
    [{ domain, rate: 0.5 }, ['rate']],
    [{ domain, rate: 11, depth: '1' }, ['depth', 'rate']],
    [[], ['body']],
  ])('is refused with the names of invalid members: %j', async (body, names) => {
    const { status, details } = await start(body);
    expect([status, details!.map(({ param }) => param)]).toEqual([422, names]);
  });
});

test('a crawl at a higher rate requires that the owner of the key controls the domain', async () => {
  const domain = 'own.site.test';
  const [key, other] = await proKeys(runner, 2);
  const start = (by: string) => request<SiteAnswer>('site', { key: by, body: { domain, rate: 4.5, pages: 3 } });
  const verify = () => request<SiteVerification>(`site/verification?domain=www.${domain}`, { key: key! });
  expect(await start(key!)).toMatchObject({
    ...{ status: 422, error: 'not_verified' },
    message: expect.stringContaining(`/api/v1/seo/site/verification?domain=${domain}`),
  });
  const { data, headers } = await verify();
  expect([data.verified, data.expires_at, headers.get('cache-control')]).toEqual([false, null, 'no-store']);
  token = data.token;
  expect((await verify()).data).toEqual({ token, verified: true, expires_at: expect.any(String) });
  expect(await start(other!)).toMatchObject({ status: 422, error: 'not_verified' });
  expect(await start(key!)).toMatchObject({ status: 202, data: { settings: { rate: 4.5 } } });
  expect(await ended(domain)).toMatchObject({ status: 'done', progress: { fetched: 3 }, settings: { rate: 4.5 } });
}, 60_000);

describe('a crawl', () => {
  test('is visible to all keys, and stopped only by its owner', async () => {
    const domain = 'stopped.site.test';
    const [owner, other] = await proKeys(runner, 2);
    const wait = Promise.withResolvers<void>();
    held = wait.promise;
    try {
      expect((await audit(`domain=${domain}`, { key: owner! })).status).toBe(202);
      expect((await audit(`domain=${domain}`, { key: other! })).data).toMatchObject({ domain, stop_reason: null });
      const refused = await audit(`domain=${domain}`, { key: other!, method: 'DELETE' });
      expect([refused.status, refused.error]).toEqual([404, 'not_found']);
      const stopped = await audit(`domain=${domain}`, { key: owner!, method: 'DELETE' });
      expect([stopped.status, stopped.data.stop_reason]).toEqual([202, 'cancelled']);
    } finally {
      held = null;
      wait.resolve();
    }
    expect(await ended(domain)).toMatchObject({ status: 'stopped', stop_reason: 'cancelled' });
    const again = await audit(`domain=${domain}`, { key: owner!, method: 'DELETE' });
    expect([again.status, again.error]).toEqual([404, 'not_found']);
  });

  test('counts its pages only for its owner, and returns those that were not requested', async () => {
    const domain = 'counted.site.test';
    const [key] = await proKeys(runner, 1);
    await audit(`domain=${domain}&pages=30`, { key: key! });
    await ended(domain);
    const response = await fetch(`${runner.url}/api/v1/usage`, { headers: { 'X-SEO-API-Key': key! } });
    const { data } = (await response.json()) as { data: { pages: { used: number } } };
    expect(data.pages.used).toBe(PAGES);
  });
});

test('a site that does not exist is a 404, and no crawl is started', async () => {
  const { status, error } = await audit('domain=nowhere.example');
  expect([status, error]).toEqual([404, 'domain_not_found']);
});

test.each([
  ['GET', 'site?domain=localhost&pages=51&refresh=yes&format=xml', ['domain', 'format', 'pages', 'refresh']],
  ['GET', 'site?page=4', ['domain', 'page']],
  ['DELETE', 'site?domain=a.site.test&pages=4', ['pages']],
  [
    'GET',
    'site/pages?domain=localhost&issue=none&status=9xx&sort=x&limit=0',
    ['domain', 'issue', 'limit', 'sort', 'status'],
  ],
])('%s %s lists all invalid parameters', async (method, path, params) => {
  const { status, details } = await request(path, { method });
  expect([status, details?.map(({ param }) => param).toSorted()]).toEqual([422, params]);
});

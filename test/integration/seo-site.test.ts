import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  type SiteAnswer,
  siteAnswer,
  type SiteCrawlsAnswer,
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
import type { SiteComparison } from '../../functions/core/record/site-comparison-schema.ts';
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
  const body = (isJson ? JSON.parse(text) : {}) as {
    data: Data;
    error?: string;
    retry_after_seconds?: number;
    details?: { param: string }[];
  };
  return { status: response.status, headers: response.headers, text, ...body };
}

const audit = async (query: string, options?: RequestOptions) => {
  const answer = await request<SiteAnswer>(`site?${query}`, options);
  if (answer.status < 300) expect(siteAnswer.parse(answer.data)).toEqual(answer.data);
  return answer;
};

/**
 * Polls until the crawl in progress has ended, with a new key, since the number of requests is unknown.
 *
 * @param crawl id of the crawl to read; absent: the audit
 */
async function ended(domain: string, crawl?: string): Promise<SiteAnswer> {
  const [key] = await proKeys(runner, 1);
  for (;;) {
    const { status, data } = await audit(`domain=${domain}${crawl ? `&crawl=${crawl}` : ''}`, { key: key! });
    if (status === 200 && data.progress === null) return data;
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
    for (const list of ['pages', 'issues', 'links', 'crawls', 'compare']) {
      const { status, error } = await request(`site/${list}?domain=${domain}`);
      expect([list, status, error]).toEqual([list, 404, 'not_crawled']);
    }
    const first = await audit(`domain=https://WWW.${domain}/x&pages=40`);
    expect([first.status, first.headers.get('retry-after')]).toEqual([202, String(first.data.poll_after_seconds)]);
    expect(first.data).toMatchObject({ domain, status: 'queued', site_score: null, finished_at: null, limit: 40 });
    const last = await ended(domain);
    expect(last).toMatchObject({ crawl_id: first.data.crawl_id, status: 'done', complete: true, stop_reason: null });
    expect(last).toMatchObject({ poll_after_seconds: null, progress: null, last_crawl: null });
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
    expect(table.text).toMatch(/^id,severity,.*\r\n(?:.*\r\n)*title-missing,warning,page,6,/);
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
    const wait = Promise.withResolvers<void>();
    held = wait.promise;
    const { status, data } = await audit(`domain=${domain}&refresh=1`);
    expect([status, data.finished_at, data.site_score]).toEqual([202, before.finished_at, before.site_score]);
    // Others have the audit, and need not wait.
    const [other] = await proKeys(runner, 1);
    const seen = await audit(`domain=${domain}`, { key: other! });
    expect([seen.status, seen.headers.get('retry-after'), seen.data.crawl_id]).toEqual([200, null, before.crawl_id]);
    held = null;
    wait.resolve();
    expect(data).toMatchObject({ crawl_id: before.crawl_id, status: 'done', progress: { limit: 50 } });
    const after = await ended(domain);
    expect(after.crawl_id).toBe(data.last_crawl!.crawl_id);
    expect(after.changes).toMatchObject({ since: before.finished_at, added: 0, removed: 0, changed: 0 });
    expect(after).toMatchObject({ limit: 50, history: [{ crawl_id: before.crawl_id }, { crawl_id: after.crawl_id }] });
  });

  test('of an earlier crawl is read by its id, with its pages', async () => {
    const { data } = await request<SiteCrawlsAnswer>(`site/crawls?domain=${domain}`);
    const [, first] = data.items;
    const { status, data: earlier } = await audit(`domain=${domain}&crawl=${first!.crawl_id}`);
    expect([status, earlier.crawl_id, earlier.last_crawl?.crawl_id]).toEqual([
      200,
      first!.crawl_id,
      data.audit_crawl_id,
    ]);
    expect(await pagesOf(`domain=${domain}&crawl=${first!.crawl_id}`)).toMatchObject({ count: PAGES + 1 });
    const unknown = first!.crawl_id.replace(/.{8}$/, '00000000');
    for (const path of ['site', 'site/pages']) {
      const answer = await request(`${path}?domain=${domain}&crawl=${unknown}`);
      expect([answer.status, answer.error]).toEqual([404, 'crawl_not_found']);
    }
  });
});

describe('a crawl with scope and options', () => {
  const domain = 'part.site.test';
  const start = (body: unknown) => request<SiteAnswer>('site', { body });

  test('requests only a part of the site, and not twice at a time for an owner', async () => {
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
    const refused = await start({ domain });
    expect(refused).toMatchObject({ status: 409, error: 'crawl_in_progress' });
    expect(refused.headers.get('retry-after')).toBe(String(refused.retry_after_seconds));
    expect((await pagesOf(`domain=${domain}`)).items).toEqual([]);
    held = null;
    wait.resolve();
    const { crawl_id } = started.data;
    const scope = {
      include: [],
      exclude: ['/private', '/5$'],
      depth: 8,
      urls: [],
      urls_total: 0,
      sitemaps: [],
      sitemaps_total: 0,
    };
    expect(await ended(domain, crawl_id)).toMatchObject({
      ...{ crawl_id, status: 'done', complete: true, scope, limit: 30, options: { rate: 1 } },
      skipped: [{ reason: 'excluded', count: 2 }],
    });
    const { items } = await pagesOf(`domain=${domain}&crawl=${crawl_id}&sort=depth`);
    expect(items.map(({ url }) => new URL(url).pathname)).toEqual(['/', '/1', '/2', '/3', '/4']);
  });

  test('is no audit: lists need its id, and the first request for the audit crawls the whole site', async () => {
    const { status, error } = await request(`site/pages?domain=${domain}`);
    expect([status, error]).toEqual([404, 'no_audit']);
    const first = await audit(`domain=${domain}&pages=40`);
    expect([first.status, first.data.site_score]).toEqual([202, null]);
    expect(await ended(domain)).toMatchObject({ crawl_id: first.data.crawl_id, scope: { exclude: [], depth: null } });
    const { data } = await request<SiteCrawlsAnswer>(`site/crawls?domain=${domain}`);
    expect(data.audit_crawl_id).toBe(first.data.crawl_id);
    expect(data.items.map(({ scope: { depth } }) => depth)).toEqual([null, 8]);
  });

  test('requests external targets and resources, and lists what is broken', async () => {
    const name = 'checked.site.test';
    const { status, data } = await start({ domain: name, external: 1, resources: true });
    const options = { external: true, resources: true, rate: 1, extract: [], headers: [], basic_auth: false };
    expect([status, data.options]).toEqual([202, options]);
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
    [{ domain, urls: `http://${domain}/` }, ['urls']],
    [{ domain, urls: Array<string>(5_001).fill(`http://${domain}/`) }, ['urls']],
    [{ domain, sitemaps: Array<string>(51).fill(`http://${domain}/`) }, ['sitemaps']],
    [{ domain, urls: [`http://${domain}/`, 'http://other.site.test/', 7] }, ['urls.2']],
    [{ domain, urls: [`http://${domain}/`, 'http://other.site.test/', '/a'] }, ['urls.1', 'urls.2']],
    [{ domain, urls: [`http://${domain}/`], depth: 1, include: ['/a'] }, ['include', 'depth']],
    [
      { domain, extract: [{ name: 'Price', css: '', get: 'html' }] },
      ['extract.0.name', 'extract.0.css', 'extract.0.get'],
    ],
    [{ domain, extract: Array(11).fill({ name: 'a', css: 'b', get: 'text' }) }, ['extract']],
    [
      { domain, extract: ['p', 'p >'].map((css) => ({ name: 'a', css, get: 'text' })) },
      ['extract.1.name', 'extract.1.css'],
    ],
  ])('is refused with the names of invalid members: %j', async (body, names) => {
    const { status, details } = await start(body);
    expect([status, details!.map(({ param }) => param)]).toEqual([422, names]);
  });
});

describe('a crawl of a list of addresses', () => {
  const domain = 'list.site.test';
  const at = (path: string) => `http://${domain}${path}`;

  test('reads values of exactly these pages, and is in every answer by its id alone', async () => {
    requests = [];
    const extract = [
      { name: 'title', css: 'title', get: 'text' },
      { name: 'next', css: 'a', get: 'attribute:href' },
    ];
    const urls = [at('/4'), at('/2'), at('/4#part')];
    const { status, data } = await request<SiteAnswer>('site', { body: { domain, urls, extract } });
    const scope = { include: [], exclude: [], depth: null, urls: [at('/4'), at('/2')], urls_total: 2 };
    expect([status, data.limit]).toEqual([202, 4]);
    const { crawl_id } = data;
    expect(siteAnswer.parse(await ended(domain, crawl_id))).toMatchObject({
      ...{ crawl_id, status: 'done', complete: true, scope, options: { extract } },
    });
    expect(requests).toEqual(['/4', '/2']);
    const pages = sitePagesAnswer.parse(await pagesOf(`domain=${domain}&crawl=${crawl_id}`));
    expect(pages.items.map(({ url, extracted }) => [url, extracted])).toEqual([
      [at('/4'), { title: 'Page 4', next: '/5' }],
      [at('/2'), { title: 'Page 2', next: '/3' }],
    ]);
    const { data: crawls } = await request<SiteCrawlsAnswer>(`site/crawls?domain=${domain}`);
    expect(crawls).toMatchObject({ audit_crawl_id: null, items: [{ crawl_id, scope, options: { extract } }] });
    expect(await request(`site/pages?domain=${domain}`)).toMatchObject({ status: 404, error: 'no_audit' });
  });

  test('is compared with the last crawl of the same list, in whatever order', async () => {
    const { data } = await request<SiteAnswer>('site', { body: { domain, urls: [at('/2'), at('/4')] } });
    await ended(domain, data.last_crawl!.crawl_id);
    const { data: compared } = await request<SiteComparison>(`site/compare?domain=${domain}`);
    expect(compared).toMatchObject({
      verdict: 'passed',
      crawl: { scope: { urls: [at('/2'), at('/4')] } },
      base: { scope: { urls: [at('/4'), at('/2')] } },
      counts: { not_compared: { newer: { error: 0 }, base: { error: 0 } }, pages: 0 },
    });
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
  expect((await verify()).data).toEqual({ token, verified: true, proof: 'file', expires_at: expect.any(String) });
  expect(await start(other!)).toMatchObject({ status: 422, error: 'not_verified' });
  expect(await start(key!)).toMatchObject({ status: 202, data: { options: { rate: 4.5 } } });
  const last = await ended(domain);
  expect(last).toMatchObject({ status: 'done', stop_reason: 'page_limit', limit: 3, options: { rate: 4.5 } });
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

  test('of one owner runs while that of another one does', async () => {
    const domain = 'shared.site.test';
    const keys = await proKeys(runner, 2);
    const wait = Promise.withResolvers<void>();
    held = wait.promise;
    const started: string[] = [];
    try {
      for (const [index, key] of keys.entries()) {
        const { status, data } = await request<SiteAnswer>('site', { key, body: { domain, pages: 20 + index } });
        expect([status, data.progress?.limit]).toEqual([202, 20 + index]);
        started.push(data.last_crawl!.crawl_id);
      }
      const { data } = await request<SiteCrawlsAnswer>(`site/crawls?domain=${domain}`, { key: keys[0]! });
      const [newest, oldest] = data.items;
      expect([newest!.started_by, oldest!.started_by]).toEqual(['other', 'you']);
      // Each sees the progress of its own crawl.
      for (const [index, key] of keys.entries()) {
        expect((await audit(`domain=${domain}`, { key })).data.progress).toMatchObject({ limit: 20 + index });
      }
    } finally {
      held = null;
      wait.resolve();
    }
    const last = await ended(domain);
    const { data } = await request<SiteCrawlsAnswer>(`site/crawls?domain=${domain}`);
    expect(data.items.map(({ crawl_id, complete }) => [crawl_id, complete])).toEqual(
      started.toReversed().map((id) => [id, true]),
    );
    expect(last.crawl_id).toBe(started.at(-1));
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
    'site/pages?domain=localhost&crawl=1&issue=none&status=9xx&sort=x&limit=0',
    ['crawl', 'domain', 'issue', 'limit', 'sort', 'status'],
  ],
])('%s %s lists all invalid parameters', async (method, path, params) => {
  const { status, details } = await request(path, { method });
  expect([status, details?.map(({ param }) => param).toSorted()]).toEqual([422, params]);
});

test('the shop of the sandbox has no errors, no warnings, and no links or images that do not exist', async () => {
  const domain = 'shop.example';
  const [key] = await proKeys(runner, 1);
  const { status, data } = await request<SiteAnswer>('site', { key: key!, body: { domain, resources: true } });
  expect(status).toBe(202);
  const shop = await ended(domain, data.crawl_id);
  expect(shop).toMatchObject({ complete: true, pages: { total: 13, client_errors: 0 }, site_score: 100 });
  expect(shop.issues?.filter(({ severity }) => severity !== 'notice')).toEqual([]);
  const links = await request<SiteLinksAnswer>(`site/links?domain=${domain}&status=4xx`, { key: key! });
  expect(links.data.items).toEqual([]);
});

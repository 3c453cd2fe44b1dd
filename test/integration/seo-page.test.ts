import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { DomainAnswer } from '../../functions/core/record/record.ts';
import type { PageAnswer } from '../../functions/core/record/page-record.ts';
import { pageAnswer } from '../../functions/core/record/page-schema.ts';
import { InvokeCommand, LambdaClient } from '@aws-sdk/client-lambda';
import { startTestRunner, type TestRunner } from '../support/runner.ts';
import { startSite, type TestSite } from '../support/site.ts';

let runner: TestRunner;
let site: TestSite;
let dead: TestSite;

beforeAll(async () => {
  site = await startSite(({ url }, response) => {
    if (url === '/robots.txt') return void response.end('User-agent: *\nDisallow: /private');
    if (url === '/to-blocked') return void response.writeHead(301, { location: 'http://blocked.page.test./' }).end();
    if (url === '/leads') return void response.writeHead(302, { location: 'http://10.0.0.1/' }).end();
    response.setHeader('content-type', 'text/html').end(`<html lang="en"><title>${url}</title><a href="/x">here</a>`);
  });
  dead = await startSite((request) => void request.socket.destroy());
  const hosts = `*.page.test=127.0.0.1:${site.port},dead.test=127.0.0.1:${dead.port}`;
  runner = await startTestRunner({ LOCAL_RESOLVE: hosts });
});
afterAll(() => Promise.all([runner.close(), site.close(), dead.close()]));

interface Envelope {
  code: number;
  error?: string;
  message?: string;
  details?: { param: string; message: string }[];
  data: PageAnswer;
}

async function requestPage(url: string, more: Record<string, string> = {}) {
  const response = await runner.get(`/api/v1/seo/page?${new URLSearchParams({ url, ...more }).toString()}`);
  return { status: response.status, etag: response.headers.get('etag'), body: (await response.json()) as Envelope };
}

async function pageOf(url: string, more?: Record<string, string>): Promise<PageAnswer> {
  const { status, body } = await requestPage(url, more);
  expect([status, body.error]).toEqual([200, undefined]);
  expect(pageAnswer.parse(body.data)).toEqual(body.data);
  return body.data;
}

describe('a home page', () => {
  test.each(['shop.example', 'blog.example'])('of %s has the values of the record of its domain', async (domain) => {
    const response = await runner.get(`/api/v1/seo/query?domain=${domain}`);
    const { data: record } = (await response.json()) as { data: DomainAnswer };
    const page = await pageOf(record.page!.requested_url);
    const returned = [page.page, page.audit, page.seo_score, page.security_headers, page.keywords];
    const known = [record.page, record.audit, record.seo_score, record.security_headers, record.top_keywords];
    expect(withoutTimes(returned)).toBe(withoutTimes(known));
    expect(page.robots).toEqual({ allowed: true, rule: null });
  });
});

test.each(['http://shop.example/', 'https://www.shop.example/', 'http://www.shop.example/'])(
  'the address %s is a separate page that redirects to the home page',
  async (url) => {
    const { page, robots, cache_status } = await pageOf(url);
    expect(page).toMatchObject({ requested_url: url, final_url: 'https://shop.example/', http_status: 200 });
    expect([page!.redirects[0]!.url, robots.allowed, cache_status]).toEqual([url, true, 'miss']);
  },
);

/** Serializes members without the durations of requests. */
function withoutTimes(members: unknown[]): string {
  return JSON.stringify(members, (name, value: { id?: string }) => {
    if (name === 'ttfb_ms' || name === 'total_ms') return 0;
    return value?.id === 'ttfb' ? { ...value, value: 0, status: '' } : value;
  });
}

describe('a page', () => {
  test('is a miss, then a hit without a request to its site, then refreshed', async () => {
    const url = 'http://a.page.test/b?c=d';
    const miss = await pageOf(url);
    expect(miss).toMatchObject({ url, domain: 'a.page.test', cache_status: 'miss', page: { title: '/b?c=d' } });
    const before = site.requests.length;
    const hit = await pageOf('HTTP://A.page.test:80/x/../b?c=d#part');
    expect(hit).toEqual({ ...miss, cache_status: 'hit', age_seconds: hit.age_seconds });
    expect(site.requests.length).toBe(before);
    const refreshed = await pageOf(url, { refresh: '1' });
    expect(refreshed).toMatchObject({ cache_status: 'refreshed', first_cached_at: miss.first_cached_at });
    expect(site.requests.slice(before)).toEqual(['/robots.txt', '/b?c=d']);
  });

  test('from the cache has an ETag, and is a 304 when the caller has it', async () => {
    await pageOf('http://a.page.test/etag');
    const { etag } = await requestPage('http://a.page.test/etag');
    const address = `/api/v1/seo/page?url=${encodeURIComponent('http://a.page.test/etag')}`;
    const again = await runner.get(address, { headers: { 'If-None-Match': etag! } });
    expect([again.status, await again.text()]).toEqual([304, '']);
  });

  test('has only the requested members', async () => {
    const { body } = await requestPage('http://a.page.test/chosen', { fields: 'page.title,robots' });
    expect(body.data).toMatchObject({ page: { title: '/chosen' }, robots: { allowed: true, rule: null } });
    expect(Object.keys(body.data).toSorted()).toEqual(
      ['cache_status', 'domain', 'page', 'robots', 'sources', 'updated_at', 'url'].toSorted(),
    );
  });

  test('that robots.txt disallows is reported without being requested', async () => {
    const page = await pageOf('http://a.page.test/private/x');
    expect(page).toMatchObject({ page: null, audit: null, seo_score: null, keywords: null });
    expect(page.robots).toEqual({ allowed: false, rule: 'Disallow: /private' });
    expect(site.requests).not.toContain('/private/x');
  });

  test('that redirects to a private address is not read', async () => {
    expect(await requestPage('http://a.page.test/leads')).toMatchObject({
      status: 502,
      body: { error: 'all_sources_failed' },
    });
  });
});

test.each([
  ['a user name and password', 'http://user:password@a.page.test/', 'user name'],
  ['another port', 'http://a.page.test:8080/', 'port'],
  ['another scheme', 'ftp://a.page.test/', 'http'],
  ['a script', 'javascript:alert(1)', 'http'],
  ['no scheme', 'a.page.test/x', 'http'],
  ['4,000 characters', `http://a.page.test/${'x'.repeat(4_000)}`, 'longer'],
  ['a control character', 'http://a.page.test/a\u0000b', 'control'],
  ['an IP address', 'http://10.0.0.1/', 'IP address'],
  ['an IPv6 address', 'http://[::1]/', 'IP address'],
  ['a single label', 'http://localhost/', 'label'],
  ['a reserved name', 'http://nothing.invalid/', 'reserved'],
  ['a public suffix', 'http://co.uk/', 'suffix'],
])('an address with or of %s is rejected with the reason', async (_, url, word) => {
  const { status, body } = await requestPage(url);
  expect([status, body.error]).toEqual([422, 'invalid_parameter']);
  expect(body.details).toMatchObject([{ param: 'url', message: expect.stringContaining(word) }]);
});

test('a request without an address or with an unknown parameter is rejected', async () => {
  const { body } = await requestPage('', { domain: 'a.page.test' });
  expect(body.details!.map(({ param }) => param).toSorted()).toEqual(['domain', 'url']);
});

test('of a host that does not exist is a 404 with its name', async () => {
  const { status, body } = await requestPage('https://nowhere.example/x');
  expect([status, body.error, body.message]).toEqual([
    404,
    'domain_not_found',
    'The domain name nowhere.example does not exist. Check its spelling.',
  ]);
});

test('of a server that does not respond is a 502 with the reason, which is not cached', async () => {
  for (const refresh of ['', '1']) {
    const { status, body } = await requestPage('http://dead.test/', { refresh });
    expect([status, body.error, body.message]).toEqual([
      502,
      'all_sources_failed',
      'The page of dead.test could not be fetched: The host closed the connection before it answered (connection_reset)',
    ]);
  }
});

describe('a domain that the operator', () => {
  const command = async (payload: object) => {
    const lambda = new LambdaClient(runner.aws);
    await lambda.send(new InvokeCommand({ FunctionName: 'snapshot-scheduler', Payload: JSON.stringify(payload) }));
    lambda.destroy();
  };

  test('has deleted has no stored pages', async () => {
    await pageOf('http://forget.page.test/a');
    await pageOf('http://keep.page.test/a');
    await command({ forget: ['forget.page.test'] });
    expect((await pageOf('http://forget.page.test/a')).cache_status).toBe('miss');
    expect((await pageOf('http://keep.page.test/a')).cache_status).toBe('hit');
  });

  test('blocks has no page fetched, nor one of another domain that redirects there', async () => {
    await command({ block: ['blocked.page.test'] });
    for (const url of ['http://blocked.page.test/a', 'http://www.blocked.page.test/']) {
      const { status, body } = await requestPage(url);
      expect([status, body.details]).toMatchObject([422, [{ param: 'url', rule: 'blocked' }]]);
    }
    const leading = await requestPage('http://a.page.test/to-blocked');
    expect([leading.status, leading.body.message]).toEqual([502, expect.stringContaining('(host_blocked)')]);
    await command({ unblock: ['blocked.page.test'] });
    expect((await pageOf('http://blocked.page.test/a')).cache_status).toBe('miss');
  });
});

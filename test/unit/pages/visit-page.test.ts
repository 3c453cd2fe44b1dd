import type { RequestListener } from 'node:http';
import { afterEach, describe, expect, test } from '@jest/globals';
import { readPage } from '../../../functions/core/pages/read-page.ts';
import { createSiteSlots } from '../../../functions/core/sources/site/site-requests.ts';
import type { RateLimit } from '../../../functions/core/platform/rate-limit.ts';
import { siteRateLimitKey } from '../../../functions/core/sources/site-slots.ts';
import { closeServers } from '../platform/network/local-servers.ts';
import { HTML, createPageWorld, withRobots } from './page-world.ts';

const PAGE_A = { url: 'http://site.example/a', domain: 'site.example' };
let world: Awaited<ReturnType<typeof createPageWorld>>;

async function open(listener: RequestListener) {
  world = await createPageWorld(listener);
  return world;
}

afterEach(async () => {
  closeServers();
  await world.close();
});

/** Redirects by path; everything else is a page. */
const redirecting =
  (targets: Record<string, string>, status = 301): RequestListener =>
  ({ url, headers }, response) => {
    const location = targets[url!] ?? targets[headers.host!.replace(/:\d+$/, '') + url!];
    if (location) return void response.writeHead(status, { location }).end();
    response.writeHead(url === '/robots.txt' ? 404 : 200, { 'content-type': 'text/html' }).end(HTML);
  };

describe('a page is fetched', () => {
  test('after its robots.txt, each request in its slot', async () => {
    const { ask, requests, slotRequests } = await open(withRobots('User-agent: *\nCrawl-delay: 0.06\nDisallow:'));
    const { record } = await ask('http://site.example/a?b=1');
    expect(record.page).toMatchObject({
      requested_url: 'http://site.example/a?b=1',
      http_status: 200,
      title: 'A page',
    });
    expect(requests).toEqual(['site.example/robots.txt', 'site.example/a?b=1']);
    expect(slotRequests).toMatchObject([
      { host: 'site.example', count: 1, crawlDelaySeconds: null },
      { host: 'site.example', count: 1, crawlDelaySeconds: 0.06 },
    ]);
  });

  test('a second after a robots.txt without a delay, each request in a slot that all instances share', async () => {
    const at: number[] = [];
    const { services } = await open((...given) => {
      at.push(performance.now());
      withRobots('')(...given);
    });
    const slots: RateLimit[] = [];
    const take = (limit: RateLimit) => Promise.resolve((slots.push(limit), { end: () => Promise.resolve() }));
    const isOverridden = () => false;
    const network = { ...services.network, isOverridden };
    const pageSlots = createSiteSlots({ take }, 12_000, isOverridden);
    await readPage(PAGE_A, performance.now() + 20_000, { ...services, network, pageSlots: pageSlots });
    const slot = { key: siteRateLimitKey('www.site.example'), intervalMs: 1_000 };
    expect(slots).toEqual([slot, slot]);
    expect(at[1]! - at[0]!).toBeGreaterThan(950);
  });

  test('after the delay of a robots.txt that was just fetched', async () => {
    const at: number[] = [];
    const { ask } = await open((...given) => {
      at.push(performance.now());
      withRobots('User-agent: *\nCrawl-delay: 0.4\nDisallow:')(...given);
    });
    await ask('http://site.example/a');
    // The request for robots.txt took some time to arrive.
    expect(at[1]! - at[0]!).toBeGreaterThan(350);
  });

  test('not when its slot is too late, and the error has the time to retry', async () => {
    const { services, requests } = await open(withRobots('User-agent: *\nCrawl-delay: 10\nDisallow:'));
    const reading = readPage(PAGE_A, performance.now() + 3_000, services);
    await expect(reading).rejects.toMatchObject({
      code: 'all_sources_failed',
      retryAfterSeconds: 10,
      message:
        'The page of site.example could not be fetched: The next slot within the crawl rate of the site is too late (busy)',
    });
    expect(requests).toEqual(['site.example/robots.txt']);
  });

  test('within the remaining time of the caller, slots included', async () => {
    const { services, slotRequests } = await open(withRobots(''));
    await readPage(PAGE_A, performance.now() + 5_000, services);
    for (const { withinMs } of slotRequests) expect(withinMs).toBeLessThanOrEqual(5_000);
    expect(slotRequests[1]!.withinMs).toBeLessThan(slotRequests[0]!.withinMs!);
  });

  test('with its redirects, each with the robots.txt of its origin', async () => {
    const { ask, requests, slotRequests } = await open(
      redirecting({ '/a': 'http://site.example/b', 'site.example/b': 'http://other.example/c' }),
    );
    const { record } = await ask('http://site.example/a');
    expect(record.page).toMatchObject({ final_url: 'http://other.example/c', redirects: [{ status: 301 }, {}] });
    expect(requests).toEqual([
      'site.example/robots.txt',
      'site.example/a',
      'site.example/b',
      'other.example/robots.txt',
      'other.example/c',
    ]);
    expect(slotRequests).toHaveLength(5);
  });

  test('by the robots.txt to which that of the site redirects', async () => {
    const { ask } = await open((request, response) => {
      const host = request.headers.host!.replace(/:\d+$/, '');
      if (request.url !== '/robots.txt') return void response.end(HTML);
      if (host === 'site.example') response.writeHead(301, { location: 'http://www.site.example/robots.txt' }).end();
      else response.end('User-agent: *\nDisallow: /a');
    });
    expect((await ask('http://site.example/a')).record.robots).toEqual({ allowed: false, rule: 'Disallow: /a' });
    expect((await ask('http://site.example/b')).record.robots).toEqual({ allowed: true, rule: null });
  });
});

describe('robots.txt', () => {
  const nothing = { seo_score: null, audit: null, page: null, security_headers: null, keywords: null };

  test.each([
    ['the group for all crawlers', 'User-agent: *\nDisallow: /a'],
    ['the group that names this one', 'User-agent: *\nAllow: /\n\nUser-agent: DomaingaugeBot\nDisallow: /a'],
  ])('with %s disallows the page, which is not fetched', async (_, robots) => {
    const { ask, requests } = await open(withRobots(robots));
    const { record, entry } = await ask('http://site.example/a/b');
    expect(record).toMatchObject({ ...nothing, robots: { allowed: false, rule: 'Disallow: /a' } });
    expect(record.sources).toEqual([
      expect.objectContaining({ id: 'site', status: 'blocked', error: expect.objectContaining({ retryable: false }) }),
    ]);
    expect([requests, entry.retryAt]).toEqual([['site.example/robots.txt'], null]);
  });

  test('applies only its group for this crawler, if there is one', async () => {
    const { ask } = await open(withRobots('User-agent: *\nDisallow: /\n\nUser-agent: DomaingaugeBot\nAllow: /a'));
    expect((await ask('http://site.example/a')).record.robots).toEqual({ allowed: true, rule: 'Allow: /a' });
  });

  test.each(['http://site.example/', 'http://www.site.example/'])(
    'allows the home page %s when only a group for all crawlers disallows it',
    async (url) => {
      const { ask } = await open(withRobots('User-agent: *\nDisallow: /'));
      expect((await ask(url)).record).toMatchObject({
        page: { title: 'A page' },
        robots: { allowed: true, rule: null },
      });
    },
  );

  test.each(['/?a', '/?', '//', '/index.html'])(
    'disallows %s, which is not the home page, when a group for all crawlers disallows it',
    async (path) => {
      const { ask, requests } = await open(withRobots('User-agent: *\nDisallow: /'));
      const { record } = await ask(`http://site.example${path}`);
      expect(record.robots).toEqual({ allowed: false, rule: 'Disallow: /' });
      expect(requests).toEqual(['site.example/robots.txt']);
    },
  );

  test('disallows the home page by the group for this crawler, and it is not fetched', async () => {
    const { ask, requests } = await open(withRobots('User-agent: DomaingaugeBot\nDisallow: /'));
    expect((await ask('http://www.site.example/')).record).toMatchObject({ ...nothing, robots: { allowed: false } });
    expect(requests).toEqual(['www.site.example/robots.txt']);
  });

  test.each<[string, RequestListener]>([
    ['does not answer', () => {}],
    ['closes the connection', ({ socket }) => void socket.destroy()],
    [
      'redirects to a private address',
      (_, response) => void response.writeHead(302, { location: 'http://10.0.0.1/' }).end(),
    ],
    ['redirects in a loop', (_, response) => void response.writeHead(302, { location: '/robots.txt' }).end()],
  ])('%s: the page is not fetched', async (_, answerRobots) => {
    const { ask, requests } = await open((request, response) => {
      if (request.url === '/robots.txt') answerRobots(request, response);
      else response.end(HTML);
    });
    await expect(ask('http://site.example/a')).rejects.toMatchObject({
      code: 'all_sources_failed',
      message: expect.stringContaining('(robots_unreachable)'),
    });
    expect(requests).toEqual(['site.example/robots.txt']);
  });

  test('disallows the target of a redirect', async () => {
    const { ask, requests } = await open(({ url }, response) => {
      if (url === '/robots.txt') return void response.end('User-agent: *\nDisallow: /private');
      response.writeHead(302, { location: '/private/x' }).end();
    });
    const { record } = await ask('http://site.example/a');
    expect(record).toMatchObject({ ...nothing, robots: { allowed: false, rule: 'Disallow: /private' } });
    expect(requests).toEqual(['site.example/robots.txt', 'site.example/a']);
  });

  test.each([500, 503, 429])('with status %i allows only the home page', async (status) => {
    const { ask, requests } = await open(({ url }, response) => {
      response.writeHead(url === '/robots.txt' ? status : 200, { 'content-type': 'text/html' }).end(HTML);
    });
    await expect(ask('http://site.example/a')).rejects.toMatchObject({
      code: 'all_sources_failed',
      message: expect.stringContaining('robots_unreachable'),
    });
    expect(requests).toEqual(['site.example/robots.txt']);
    expect((await ask('http://site.example/')).record.page).toMatchObject({ title: 'A page' });
  });

  test.each([404, 403, 410])('with status %i counts as missing', async (status) => {
    const { ask } = await open(({ url }, response) => {
      response.writeHead(url === '/robots.txt' ? status : 200, { 'content-type': 'text/html' }).end(HTML);
    });
    expect((await ask('http://site.example/a')).record.robots).toEqual({ allowed: true, rule: null });
  });
});

describe('a page that redirects', () => {
  test.each([
    ['to a private address', 'http://10.0.0.1/x', 'address_not_public'],
    ['to this machine', 'http://127.0.0.1/x', 'address_not_public'],
    ['to the metadata of the cloud', 'http://169.254.169.254/latest/meta-data/', 'address_not_public'],
    ['to another scheme', 'file:///etc/passwd', 'bad_redirect'],
    ['to a script', 'javascript:alert(1)', 'bad_redirect'],
    ['to another port', 'http://elsewhere.example:22/', 'port_not_allowed'],
    ['to itself', 'http://site.example/a', 'redirect_loop'],
    ['to a name that does not exist', 'http://missing.invalid/', 'name_not_found'],
  ])('%s is not fetched, and nothing of it is stored', async (_, location, code) => {
    const { ask, services } = await open(redirecting({ '/a': location }));
    await expect(ask('http://site.example/a')).rejects.toMatchObject({
      code: 'all_sources_failed',
      message: expect.stringContaining(`(${code})`),
    });
    expect(await services.pages.read({ url: 'http://site.example/a', domain: 'site.example' })).toBeNull();
  });

  test('to a blocked host is not fetched', async () => {
    const { ask, requests } = await open(redirecting({ '/a': 'http://other.example/x' }));
    await world.block('other.example');
    await expect(ask('http://site.example/a')).rejects.toMatchObject({
      message: expect.stringContaining('host_blocked'),
    });
    expect(requests).toEqual(['site.example/robots.txt', 'site.example/a']);
  });
});

describe('a server', () => {
  /** Sends the beginning of a page, and then closes the connection. */
  const truncated =
    (start: string): RequestListener =>
    ({ url, socket }, response) => {
      if (url === '/robots.txt') return void response.writeHead(404).end();
      response.writeHead(200, { 'content-type': 'text/html', 'content-length': '5000' }).flushHeaders();
      response.write(start, () => setTimeout(() => socket.destroy(), 50));
    };

  test('that closes the connection within the page has sent a part of it', async () => {
    const { ask } = await open(truncated(HTML));
    expect((await ask('http://site.example/a')).record.page).toMatchObject({ title: 'A page', truncated: true });
  });

  test('that shows a challenge has not sent the page, but its robots.txt is known', async () => {
    const { ask } = await open(({ url }, response) => {
      if (url === '/robots.txt') return void response.end('User-agent: *\nAllow: /a');
      response.writeHead(403, { 'content-type': 'text/html', 'cf-mitigated': 'challenge' });
      response.end('<title>Just a moment...</title>');
    });
    const { record, entry } = await ask('http://site.example/a');
    expect(record).toMatchObject({
      page: null,
      audit: null,
      robots: { allowed: true, rule: 'Allow: /a' },
      sources: [{ status: 'blocked', http_status: 403, error: { code: 'challenge' } }],
    });
    expect(entry.retryAt! - Date.parse(entry.updatedAt)).toBe(15 * 60_000);
  });
});

test('a site that requests a pause gets no request', async () => {
  const { ask, pauses } = await open(({ url }, response) => {
    if (url === '/robots.txt') return void response.writeHead(404).end();
    response.writeHead(503, { 'retry-after': '3600' }).end();
  });
  const { record, entry } = await ask('http://site.example/a');
  expect(record.sources[0]).toMatchObject({ status: 'error', http_status: 503, error: { code: 'http_503' } });
  expect([pauses, entry.retryAt! - Date.parse(entry.updatedAt)]).toEqual([[3_600_000], 3_600_000]);
});

test.each([
  ['600', 600],
  ['99999999999999999999999', 86_400],
])('the home page is not fetched when robots.txt requests a pause of %s s', async (retryAfter, seconds) => {
  const { ask, requests, pauses } = await open((_, response) => {
    response.writeHead(503, { 'retry-after': retryAfter }).end();
  });
  await expect(ask('http://site.example/')).rejects.toMatchObject({
    code: 'all_sources_failed',
    retryAfterSeconds: seconds,
    message: expect.stringContaining('requested a pause of requests (retry_later)'),
  });
  expect([requests, pauses]).toEqual([['site.example/robots.txt'], [seconds * 1000]]);
});

test('a response other than HTML has the facts of an empty document, and is truncated at 5 MB', async () => {
  const { ask } = await open(({ url }, response) => {
    if (url === '/robots.txt') return void response.writeHead(404).end();
    response.writeHead(200, { 'content-type': url === '/a.pdf' ? 'application/pdf' : 'text/html' });
    response.end(url === '/a.pdf' ? '%PDF-1.7' : Buffer.alloc(6_000_000, 'a '));
  });
  expect((await ask('http://site.example/a.pdf')).record.page).toMatchObject({
    content_type: 'application/pdf',
    title: null,
    word_count: 0,
  });
  expect((await ask('http://site.example/long')).record.page).toMatchObject({ truncated: true, html_bytes: 5_000_000 });
});

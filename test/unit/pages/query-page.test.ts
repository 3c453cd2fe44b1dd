import type { RequestListener } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { ServiceError } from '../../../functions/core/platform/http/errors.ts';
import { queryPage } from '../../../functions/core/pages/query-page.ts';
import { pageKey } from '../../../functions/core/pages/pages.ts';
import { DAY_MS } from '../../../functions/core/platform/time/day.ts';
import { LEASE_MS } from '../../../functions/core/platform/time/limits.ts';
import { closeServers } from '../platform/network/local-servers.ts';
import { HTML, createPageWorld } from './page-world.ts';

const URL_A = 'http://site.example/a';
const ADDRESS = { url: URL_A, domain: 'site.example' };

/** Answer of the server; tests change it. */
let served: RequestListener;
let world: Awaited<ReturnType<typeof createPageWorld>>;

beforeEach(async () => {
  served = page('First');
  world = await createPageWorld((request, response) => {
    if (request.url === '/robots.txt') response.writeHead(404).end();
    else served(request, response);
  });
});

afterEach(async () => {
  closeServers();
  await world.close();
});

const page =
  (title: string): RequestListener =>
  (_, response) =>
    void response.setHeader('content-type', 'text/html').end(HTML.replace('A page', title));
const status =
  (code: number, headers: Record<string, string> = {}): RequestListener =>
  (_, response) =>
    void response.writeHead(code, { 'content-type': 'text/html', ...headers }).end('<title>Sorry</title>');
const disconnect: RequestListener = (request) => void request.socket.destroy();
const requestCount = () => world.requests.filter((each) => each === 'site.example/a').length;

describe('a page', () => {
  test('is fetched once for many concurrent callers', async () => {
    served = (request, response) => void sleep(150).then(() => page('Once')(request, response));
    const answers = await Promise.all(Array.from({ length: 8 }, () => world.ask(URL_A)));
    expect(new Set(answers.map(({ record }) => record.page!.title))).toEqual(new Set(['Once']));
    expect([requestCount(), world.counted]).toEqual([1, ['site.example']]);
  });

  test('is separate for each address of a domain', async () => {
    await world.ask(URL_A);
    await world.ask('http://www.site.example/a');
    await world.ask('http://site.example/a?');
    await world.ask('http://site.example/A');
    expect(world.requests.filter((each) => !each.endsWith('robots.txt'))).toHaveLength(4);
  });
});

describe('a page that could not be fetched', () => {
  test.each([
    ['an error of the server', status(503), 'error', 'http_503'],
    ['a refusal', status(403), 'blocked', 'http_403'],
    ['too many requests', status(429), 'rate_limited', 'http_429'],
  ])(
    'because of %s reports that, keeps the earlier data, and is fetched again a quarter of an hour later',
    async (...given) => {
      const [, failing, sourceStatus, code] = given;
      const { ask, clock } = world;
      served = failing;
      const first = await ask(URL_A);
      expect(first.record).toMatchObject({
        page: null,
        audit: null,
        seo_score: null,
        robots: { allowed: true, rule: null },
        sources: [{ status: sourceStatus, error: { code, retryable: true }, fetched_at: null, from_cache: false }],
      });
      clock.now += 14 * 60_000;
      expect((await ask(URL_A)).cacheStatus).toBe('hit');
      served = page('Better');
      clock.now += 60_000;
      expect(await ask(URL_A)).toMatchObject({ cacheStatus: 'refreshed', record: { page: { title: 'Better' } } });

      served = failing;
      clock.now += 60_000;
      const { record, cacheStatus } = await ask(URL_A, true);
      expect(cacheStatus).toBe('refreshed');
      expect(record).toMatchObject({ page: { title: 'Better' }, robots: { allowed: true } });
      expect(record.sources).toMatchObject([
        { status: sourceStatus, from_cache: true, fetched_at: new Date(clock.now - 60_000).toISOString() },
      ]);
    },
  );

  test.each([404, 410, 400])('does not include one with status %i', async (code) => {
    served = status(code);
    const { record } = await world.ask(URL_A);
    expect(record).toMatchObject({ page: { http_status: code, title: 'Sorry' }, sources: [{ status: 'ok' }] });
  });

  test('is a 502 when no server answered, and the stored entry is kept', async () => {
    const { ask, services } = world;
    served = disconnect;
    await expect(ask(URL_A)).rejects.toMatchObject({ code: 'all_sources_failed', status: 502 });
    expect(await services.pages.read(ADDRESS)).toBeNull();
    served = page('There');
    await ask(URL_A);
    served = disconnect;
    world.clock.now += 1_000;
    await expect(ask(URL_A, true)).rejects.toMatchObject({ code: 'all_sources_failed' });
    expect(await ask(URL_A)).toMatchObject({ cacheStatus: 'hit', record: { page: { title: 'There' } } });
  });

  test('has no data any more when robots.txt disallows it now', async () => {
    await world.ask(URL_A);
    closeServers();
    const next = await createPageWorld((request, response) => {
      response.end(request.url === '/robots.txt' ? 'User-agent: *\nDisallow: /' : HTML);
    });
    const services = { ...next.services, pages: world.services.pages, leases: world.services.leases };
    world.clock.now += 1_000;
    const answer = await queryPage(
      { address: ADDRESS, refresh: true, allowance: null },
      { ...services, now: () => world.clock.now },
    );
    expect(JSON.parse(answer.entry.recordJson)).toMatchObject({ page: null, robots: { allowed: false } });
    await next.close();
  });
});

test('a page is not fetched and not counted when the operator has disabled the source', async () => {
  const counted: string[] = [];
  const allowance = { takePage: (domain: string) => Promise.resolve(void counted.push(domain)) };
  const settings = { ...world.services.settings, disabled: new Set(['site']) };
  const query = { address: ADDRESS, refresh: false, allowance };
  await expect(queryPage(query, { ...world.services, settings })).rejects.toMatchObject({
    code: 'all_sources_failed',
    message: expect.stringContaining('disabled this source'),
  });
  expect([world.requests, counted]).toEqual([[], []]);
});

test('the current robots.txt is reported with the earlier data of a page that could not be fetched', async () => {
  let robots = 'User-agent: *\nDisallow: /a';
  const { ask, clock, close } = await createPageWorld(({ url }, response) => {
    if (url === '/robots.txt') response.end(robots);
    else response.writeHead(503).end();
  });
  expect((await ask(URL_A)).record.robots.allowed).toBe(false);
  robots = 'User-agent: *\nAllow: /a';
  clock.now += 1_000;
  const { record } = await ask(URL_A, true);
  expect(record).toMatchObject({
    page: null,
    robots: { allowed: true, rule: 'Allow: /a' },
    sources: [{ error: { code: 'http_503' }, from_cache: false, fetched_at: null }],
  });
  await close();
});

test('the stored entry is the answer, and the retry is postponed, when a page cannot be fetched again', async () => {
  const { ask, clock, services, counted, block } = world;
  served = status(503);
  await ask(URL_A);
  const later = () => (clock.now += 15 * 60_000);

  later();
  served = disconnect;
  expect(await ask(URL_A)).toMatchObject({
    cacheStatus: 'hit',
    record: { sources: [{ error: { code: 'http_503' } }] },
  });
  const before = requestCount();
  clock.now += 14 * 60_000;
  await ask(URL_A);
  expect(requestCount()).toBe(before);

  later();
  const refusing = {
    takePage: () =>
      Promise.reject(new ServiceError('domain_allowance_exceeded', { message: 'used up', retryAfterSeconds: 60 })),
  };
  const plain = { address: ADDRESS, refresh: false, allowance: refusing };
  expect((await queryPage(plain, services)).cacheStatus).toBe('hit');
  later();
  await block('site.example');
  expect((await ask(URL_A)).cacheStatus).toBe('hit');
  expect([requestCount(), counted]).toEqual([before, ['site.example', 'site.example']]);
});

describe('a waiting caller', () => {
  const name = `page#${pageKey(ADDRESS).page}`;

  test('fetches the page and counts once when another instance was terminated while fetching it', async () => {
    const { ask, clock, services, counted } = world;
    await services.leases.acquire(name);
    const answer = ask(URL_A);
    await sleep(300);
    expect(requestCount()).toBe(0);
    clock.now += LEASE_MS + 1;
    expect((await answer).record.page!.title).toBe('First');
    expect([requestCount(), counted]).toEqual([1, ['site.example']]);
  });

  test('gets the error and sends no request when the server did not answer another instance', async () => {
    const { ask, services, counted } = world;
    const holder = (await services.leases.acquire(name))!;
    const answer = ask(URL_A);
    const refused = expect(answer).rejects.toMatchObject({ code: 'all_sources_failed', message: 'No answer' });
    await sleep(300);
    await services.leases.release(name, holder, 'No answer');
    await refused;
    expect([requestCount(), counted]).toEqual([0, []]);
  });
});

describe('a caller', () => {
  test('gets stored entries only when the allowance is used up', async () => {
    const { services } = world;
    const refusing = {
      takePage: () =>
        Promise.reject(new ServiceError('domain_allowance_exceeded', { message: 'used up', retryAfterSeconds: 60 })),
    };
    const query = (refresh: boolean) => queryPage({ address: ADDRESS, refresh, allowance: refusing }, services);
    await expect(query(false)).rejects.toMatchObject({ code: 'domain_allowance_exceeded', status: 429 });
    await world.ask(URL_A);
    expect((await query(false)).cacheStatus).toBe('hit');
    world.clock.now += 1_000;
    await expect(query(true)).rejects.toMatchObject({ code: 'domain_allowance_exceeded' });
    expect(requestCount()).toBe(1);
  });

  test('uses no allowance, and no request is sent, for a host that does not exist', async () => {
    const gone = await createPageWorld(served, { exists: () => false });
    for (let times = 0; times < 2; times += 1) {
      await expect(gone.ask(URL_A)).rejects.toMatchObject({ code: 'domain_not_found', status: 404 });
    }
    expect([gone.counted, gone.requests]).toEqual([[], []]);
    await gone.close();
  });

  test('gets stored entries only for a blocked domain', async () => {
    const { ask, clock } = world;
    await ask(URL_A);
    await world.block('site.example');
    clock.now += 1_000;
    const blocked = {
      code: 'invalid_parameter',
      details: [{ param: 'url', message: expect.stringContaining('blocked') }],
    };
    await expect(ask(URL_A, true)).rejects.toMatchObject(blocked);
    await expect(ask('http://site.example/b')).rejects.toMatchObject(blocked);
    expect((await ask(URL_A)).cacheStatus).toBe('hit');
    expect(requestCount()).toBe(1);
  });

  test('gets an error, and nothing is stored, for a domain that is blocked during the fetch', async () => {
    const { ask, services } = world;
    served = (request, response) => void world.block('site.example').then(() => page('Late')(request, response));
    await expect(ask(URL_A)).rejects.toMatchObject({ code: 'invalid_parameter' });
    expect(await services.pages.read(ADDRESS)).toBeNull();
  });
});

describe('a deleted domain', () => {
  test.each([false, true])(
    'stays deleted when a page of it is being fetched (it had an entry: %s)',
    async (hadEntry) => {
      const { services, deleteItems, ask } = world;
      if (hadEntry) await ask(URL_A);
      world.clock.now += 1_000;
      served = (request, response) => void deleteItems('site.example').then(() => page('Anew')(request, response));
      expect((await ask(URL_A, hadEntry)).record.page!.title).toBe('Anew');
      expect(await services.pages.read(ADDRESS)).toBeNull();
    },
  );
});

test('no earlier data is stored again when a domain is deleted just before a refetch of its page', async () => {
  const { ask, clock, services, deleteItems } = world;
  await ask(URL_A);
  clock.now += 1_000;
  served = status(503);
  const begin: typeof services.pages.begin = (address) =>
    deleteItems('site.example').then(() => services.pages.begin(address));
  const { entry } = await queryPage(
    { address: ADDRESS, refresh: true, allowance: null },
    { ...services, pages: { ...services.pages, begin } },
  );
  expect(JSON.parse(entry.recordJson)).toMatchObject({ page: null, sources: [{ from_cache: false }] });
  expect(entry.firstCachedAt).toBe(new Date(clock.now).toISOString());
});

describe('an entry', () => {
  test('is kept longer by a query of the complete use case too', async () => {
    const { ask, clock } = world;
    await ask(URL_A);
    clock.now += 89 * DAY_MS;
    await ask(URL_A);
    clock.now += 89 * DAY_MS;
    expect((await ask(URL_A)).cacheStatus).toBe('hit');
  });

  test('expires 90 days after its last request, whether it is deleted or not', async () => {
    const { ask, clock, services } = world;
    await ask(URL_A);
    clock.now += 89 * DAY_MS;
    await ask(URL_A);
    clock.now += 89 * DAY_MS;
    expect(await services.pages.read(ADDRESS)).not.toBeNull();
    clock.now += DAY_MS + 1_000;
    expect(await services.pages.read(ADDRESS)).toBeNull();
    served = page('Years later');
    const again = await ask(URL_A);
    expect(again).toMatchObject({ cacheStatus: 'miss', record: { page: { title: 'Years later' } } });
    expect(again.entry.firstCachedAt).toBe(new Date(clock.now).toISOString());
  });

  test('is not restored by recordRequest after its deletion', async () => {
    const { ask, clock, services, deleteItems } = world;
    await ask(URL_A);
    clock.now += 2 * DAY_MS;
    const stored = (await services.pages.read(ADDRESS))!;
    await deleteItems('site.example');
    await services.pages.recordRequest(stored);
    expect(await services.pages.read(ADDRESS)).toBeNull();
  });

  test('comes from the fetch that has begun last', async () => {
    const { ask, services } = world;
    const { entry } = await ask(URL_A);
    const first = await services.pages.begin(ADDRESS);
    const second = await services.pages.begin(ADDRESS);
    expect(await services.pages.store(entry, first.token)).toBe(false);
    expect(await services.pages.store(entry, second.token)).toBe(true);
    expect(await services.pages.store(entry, second.token)).toBe(false);
  });
});

import type { RequestListener } from 'node:http';
import { afterEach, describe, expect, test } from '@jest/globals';
import { createRobotsGate } from '../../../functions/core/sources/site/robots-gate.ts';
import { createSiteAccess, type SlotRequest } from '../../../functions/core/sources/site/site-requests.ts';
import { siteReader } from '../../support/site-reader.ts';
import * as local from '../platform/network/local-servers.ts';

const REQUEST: SlotRequest = { host: 'site.example', count: 2, crawlDelaySeconds: null };
const OPTIONS = { timeoutMs: 5_000, maxBytes: 1_000 };
const T0 = Date.parse('2026-11-22T12:00:00Z');
const page = (path: string, host = 'site.example') => new URL(path, `http://${host}`);

afterEach(local.closeServers);

/** Access to real servers, with their requests, the lookups of blocked hosts, and the pauses that were stored. */
async function open(listener: RequestListener, { blocked = [] as string[] } = {}) {
  const log: string[] = [];
  const port = await local.serveHttp((request, response) => {
    log.push(request.headers.host!.replace(/:\d+$/, '') + request.url!);
    listener(request, response);
  });
  const network = local.networkOf({ 'site.example': port, 'www.site.example': port, 'www.other.example': port });
  const clock = { now: T0 };
  const lookedUp: string[] = [];
  const rests: number[] = [];
  let slots = 0;
  const access = createSiteAccess('site.example', {
    network,
    gate: createRobotsGate(network, siteReader),
    takeSlots: () =>
      Promise.resolve({
        next: () => Promise.resolve(void (slots += 1)),
        rest: (ms) => Promise.resolve(void rests.push(ms)),
      }),
    followed: { isBlocked: (name) => Promise.resolve((lookedUp.push(name), blocked.includes(name))) },
    now: () => clock.now,
  });
  return { access, log, lookedUp, rests, clock, slots: () => slots };
}

const withStatus = (status: number, headers = {}): RequestListener => {
  return (_, response) => response.writeHead(status, headers).end('x');
};

describe('requests to the hosts of a domain', () => {
  test('wait for a slot each, and follow no redirect', async () => {
    const { access, log, slots } = await open(withStatus(301, { location: '/else' }));
    const requests = await access.take(REQUEST);
    const hops = await Promise.all([page('/a'), page('/b')].map((url) => requests.send(url, OPTIONS)));
    expect(hops.map(({ status, location }) => [status, location?.href])).toEqual([
      [301, 'http://site.example/else'],
      [301, 'http://site.example/else'],
    ]);
    expect([log.toSorted(), slots()]).toEqual([['site.example/a', 'site.example/b'], 2]);
  });

  test('are not sent to blocked hosts; the domain itself is not looked up', async () => {
    const { access, log, lookedUp, slots } = await open(withStatus(200), { blocked: ['other.example'] });
    const requests = await access.take(REQUEST);
    await expect(requests.send(page('/', 'www.other.example'), OPTIONS)).rejects.toMatchObject({
      code: 'host_blocked',
    });
    await expect(access.admit(page('/', 'www.other.example.'), Infinity)).rejects.toMatchObject({
      code: 'host_blocked',
    });
    await requests.send(page('/', 'www.site.example'), OPTIONS);
    expect([log, lookedUp, slots()]).toEqual([['www.site.example/'], ['other.example', 'other.example'], 1]);
  });

  test('are checked against robots.txt if requested', async () => {
    const { access, log } = await open((request, response) => {
      response.end(request.url === '/robots.txt' ? 'User-agent: DomaingaugeBot\nDisallow: /no' : 'x');
    });
    expect(access.gate.isKnown(page('/'))).toBe(false);
    await access.admit(page('/yes'), Infinity);
    expect([access.gate.isKnown(page('/')), access.gate.isKnown(page('/', 'www.site.example'))]).toEqual([true, false]);
    const requests = await access.take(REQUEST);
    const admit = (url: URL) => access.gate.admit(url);
    const forbidden = { code: 'robots_disallowed' };
    await expect(requests.send(page('/no'), { ...OPTIONS, admit })).rejects.toMatchObject(forbidden);
    await expect(access.admit(page('/no'), Infinity)).rejects.toMatchObject(forbidden);
    expect(log).toEqual(['site.example/robots.txt']);
  });
});

describe('a site that requests a pause', () => {
  test.each([
    [429, '60', 60_000],
    [503, '60', 60_000],
    [429, new Date(T0 + 90_000).toUTCString(), 90_000],
  ])('with a %i and Retry-After %p gets no request until then', async (status, header, restMs) => {
    const { access, log, rests, clock } = await open(withStatus(status, { 'retry-after': header }));
    const requests = await access.take(REQUEST);
    expect((await requests.send(page('/a'), OPTIONS)).status).toBe(status);
    clock.now = T0 + restMs - 1;
    await expect(requests.send(page('/b'), OPTIONS)).rejects.toMatchObject({ code: 'rate_limited', retryable: true });
    await expect(access.take(REQUEST)).rejects.toMatchObject({ code: 'retry_later', waitMs: 1 });
    expect([log, rests]).toEqual([['site.example/a'], [restMs]]);
    clock.now = T0 + restMs;
    await (await access.take(REQUEST)).send(page('/c'), OPTIONS);
    expect(log).toContain('site.example/c');
  });

  test.each([
    [429, undefined],
    [503, 'soon'],
    [200, '60'],
    [404, '60'],
  ])('requests no pause with a %i and Retry-After %p', async (status, header) => {
    const { access, rests } = await open(withStatus(status, header === undefined ? {} : { 'retry-after': header }));
    const requests = await access.take(REQUEST);
    await requests.send(page('/a'), OPTIONS);
    expect((await requests.send(page('/b'), OPTIONS)).status).toBe(status);
    expect(rests).toEqual([]);
  });
});

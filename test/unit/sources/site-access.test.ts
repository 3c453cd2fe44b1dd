import type { RequestListener } from 'node:http';
import { afterEach, describe, expect, test } from '@jest/globals';
import { createRobotsGate } from '../../../functions/core/sources/site/robots-gate.ts';
import { createSiteAccess, type SlotRequest } from '../../../functions/core/sources/site/site-requests.ts';
import { siteReader } from '../../support/site-reader.ts';
import * as local from '../platform/network/local-servers.ts';

const WANTED: SlotRequest = { host: 'site.example', count: 2, crawlDelaySeconds: null };
const OPTIONS = { timeoutMs: 5_000, maxBytes: 1_000 };
const T0 = Date.parse('2026-11-22T12:00:00Z');
const page = (path: string, host = 'site.example') => new URL(path, `http://${host}`);

afterEach(local.closeServers);

/** Access to real servers, with what was seen there, what was looked up, and the pauses that were passed on. */
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
  let turns = 0;
  const access = createSiteAccess('site.example', {
    network,
    gate: createRobotsGate(network, siteReader),
    takeSlots: () =>
      Promise.resolve({
        next: () => Promise.resolve(void (turns += 1)),
        rest: (ms) => Promise.resolve(void rests.push(ms)),
      }),
    isBlocked: (name) => Promise.resolve((lookedUp.push(name), blocked.includes(name))),
    now: () => clock.now,
  });
  return { access, log, lookedUp, rests, clock, turns: () => turns };
}

const withStatus = (status: number, headers = {}): RequestListener => {
  return (_, response) => response.writeHead(status, headers).end('x');
};

describe('requests to the hosts of a domain', () => {
  test('each wait for a turn, and follow no redirect', async () => {
    const { access, log, turns } = await open(withStatus(301, { location: '/else' }));
    const requests = await access.take(WANTED);
    const hops = await Promise.all([page('/a'), page('/b')].map((url) => requests.send(url, OPTIONS)));
    expect(hops.map(({ status, location }) => [status, location?.href])).toEqual([
      [301, 'http://site.example/else'],
      [301, 'http://site.example/else'],
    ]);
    expect([log.toSorted(), turns()]).toEqual([['site.example/a', 'site.example/b'], 2]);
  });

  test('are not sent to hosts that the operator blocks; of the domain itself that is known', async () => {
    const { access, log, lookedUp, turns } = await open(withStatus(200), { blocked: ['other.example'] });
    const requests = await access.take(WANTED);
    await expect(requests.send(page('/', 'www.other.example'), OPTIONS)).rejects.toMatchObject({
      code: 'host_blocked',
    });
    await expect(access.admit(page('/', 'www.other.example.'), Infinity)).rejects.toMatchObject({
      code: 'host_blocked',
    });
    await requests.send(page('/', 'www.site.example'), OPTIONS);
    expect([log, lookedUp, turns()]).toEqual([['www.site.example/'], ['other.example', 'other.example'], 1]);
  });

  test('are checked against robots.txt where their sender asks for it', async () => {
    const { access, log } = await open((request, response) => {
      response.end(request.url === '/robots.txt' ? 'User-agent: DomainSearchMetricsBot\nDisallow: /no' : 'x');
    });
    expect(access.gate.isKnown(page('/'))).toBe(false);
    await access.admit(page('/yes'), Infinity);
    expect([access.gate.isKnown(page('/')), access.gate.isKnown(page('/', 'www.site.example'))]).toEqual([true, false]);
    const requests = await access.take(WANTED);
    const admit = (url: URL) => access.gate.admit(url, Infinity);
    const forbidden = { code: 'robots_disallowed' };
    await expect(requests.send(page('/no'), { ...OPTIONS, admit })).rejects.toMatchObject(forbidden);
    await expect(access.admit(page('/no'), Infinity)).rejects.toMatchObject(forbidden);
    expect(log).toEqual(['site.example/robots.txt']);
  });
});

describe('a site that wants to be left alone', () => {
  test.each([
    [429, '60', 60_000],
    [503, '60', 60_000],
    [429, new Date(T0 + 90_000).toUTCString(), 90_000],
  ])('with a %i and Retry-After %p gets no request until then', async (status, header, restMs) => {
    const { access, log, rests, clock } = await open(withStatus(status, { 'retry-after': header }));
    const requests = await access.take(WANTED);
    expect((await requests.send(page('/a'), OPTIONS)).status).toBe(status);
    clock.now = T0 + restMs - 1;
    await expect(requests.send(page('/b'), OPTIONS)).rejects.toMatchObject({ code: 'rate_limited', retryable: true });
    await expect(access.take(WANTED)).rejects.toMatchObject({ code: 'retry_later', waitMs: 1 });
    expect([log, rests]).toEqual([['site.example/a'], [restMs]]);
    clock.now = T0 + restMs;
    await (await access.take(WANTED)).send(page('/c'), OPTIONS);
    expect(log).toContain('site.example/c');
  });

  test.each([
    [429, undefined],
    [503, 'soon'],
    [200, '60'],
    [404, '60'],
  ])('does not say so with a %i and Retry-After %p', async (status, header) => {
    const { access, rests } = await open(withStatus(status, header === undefined ? {} : { 'retry-after': header }));
    const requests = await access.take(WANTED);
    await requests.send(page('/a'), OPTIONS);
    expect((await requests.send(page('/b'), OPTIONS)).status).toBe(status);
    expect(rests).toEqual([]);
  });
});

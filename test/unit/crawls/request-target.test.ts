import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { afterEach, expect, test } from '@jest/globals';
import { createExternalAccess } from '../../../functions/core/crawls/check-targets.ts';
import { requestTarget } from '../../../functions/core/crawls/request-target.ts';
import { siteReader as reader } from '../../support/site-reader.ts';
import { closeServers, networkOf, serveHttp } from '../platform/network/local-servers.ts';

afterEach(closeServers);

/** By method, or one for all methods. */
type Answers = number | Partial<Record<'HEAD' | 'GET', number | RequestListener>>;

/** @returns the outcome of `http://linked.example/page`, and the methods with which it was requested */
async function requested(answers: Answers, others: Record<string, RequestListener> = {}) {
  const methods: string[] = [];
  const port = await serveHttp((request, response) => {
    const other = others[request.url!];
    if (other) return other(request, response);
    if (request.url === '/robots.txt') return void response.writeHead(404).end();
    const method = request.method as 'HEAD' | 'GET';
    methods.push(method);
    const answer = typeof answers === 'number' ? answers : answers[method]!;
    if (typeof answer === 'function') return answer(request, response);
    response.writeHead(answer, { 'content-length': 300_000 }).end();
  });
  const access = createExternalAccess(
    {
      ...{ network: networkOf({ 'linked.example': port, 'blocked.example': port }), reader, now: Date.now },
      followed: { isBlocked: (name) => Promise.resolve(name === 'blocked.example') },
      crawlSlots: () => Promise.resolve({ next: () => Promise.resolve(), rest: () => Promise.resolve() }),
    },
    () => 2_000,
  );
  const request = (url: string) => requestTarget(url, access, reader);
  return { request, methods, ...(await request('http://linked.example/page')) };
}

const redirectTo = (location: string) => (_: IncomingMessage, response: ServerResponse) =>
  void response.writeHead(301, { location }).end();

test('an address that responds to HEAD is requested once, and its length is known', async () => {
  const { methods, request: _, ...target } = await requested(200);
  expect(methods).toEqual(['HEAD']);
  expect(target).toEqual({
    ...{ url: 'http://linked.example/page', http_status: 200, end: null, bytes: 300_000 },
    ...{ state: 'found', failure: null },
  });
});

test.each([
  ...[405, 501, 404, 403, 500].map((status) => [{ HEAD: status, GET: 200 }, 'found', null] as const),
  [{ HEAD: (request: IncomingMessage) => void request.socket.destroy(), GET: 200 }, 'found', null],
  ...[400, 404, 410, 500, 502].map((status) => [status, 'broken', null] as const),
  [{ HEAD: 405, GET: 404 }, 'broken', null],
  [{ HEAD: 500, GET: 502 }, 'broken', null],
  [{ HEAD: 404, GET: 500 }, 'unchecked', 'http_500'],
  ...[401, 403, 405, 406, 451, 503, 999].map((status) => [status, 'unchecked', `http_${status}`] as const),
] as [Answers, string, string | null][])('an address that refuses HEAD is requested with GET: %j', async (...given) => {
  const [answers, state, failure] = given;
  const target = await requested(answers);
  expect(target).toMatchObject({ state, failure });
  expect(target.methods).toEqual(['HEAD', 'GET']);
});

test.each([
  ['http_429', 429],
  ['timeout', { HEAD: () => {} }],
  [
    'challenge',
    {
      HEAD: (_: IncomingMessage, response: ServerResponse) =>
        void response.writeHead(200, { 'cf-mitigated': 'challenge' }).end(),
    },
  ],
] as [string, Answers][])('an address with %s is unchecked after one request', async (failure, answers) => {
  expect(await requested(answers)).toMatchObject({ state: 'unchecked', failure, methods: ['HEAD'] });
});

test('redirects are followed, and the last response counts', async () => {
  const ok: RequestListener = (_, response) => void response.end();
  expect(await requested({ HEAD: redirectTo('/moved') }, { '/moved': ok })).toMatchObject({
    ...{ http_status: 301, state: 'found', end: { url: 'http://linked.example/moved', status: 200, hops: 1 } },
  });
  const gone: RequestListener = (_, response) => void response.writeHead(404).end();
  const answers = { HEAD: redirectTo('/moved'), GET: redirectTo('/moved') };
  expect(await requested(answers, { '/moved': gone })).toMatchObject({
    ...{ http_status: 301, state: 'broken', end: { status: 404 } },
  });
  const loop = await requested({ HEAD: redirectTo('/page') });
  expect(loop).toMatchObject({ http_status: 301, state: 'unchecked', failure: 'redirect_loop', end: null });
});

test('a host without an address is broken, and one that must not be requested is unchecked', async () => {
  const { request } = await requested(200);
  expect(await request('http://none.example/')).toMatchObject({ state: 'broken', failure: 'name_not_found' });
  expect(await request('http://127.0.0.1/')).toMatchObject({ state: 'unchecked', failure: 'address_not_public' });
  expect(await request('http://blocked.example/')).toMatchObject({ state: 'unchecked', failure: 'host_blocked' });
});

test.each([
  ['robots_disallowed', 'User-agent: *\nDisallow: /page', 200],
  ['robots_unreachable', '', 500],
])('an address is not requested if its robots.txt disallows it: %s', async (failure, text, status) => {
  const robots: RequestListener = (_, response) => void response.writeHead(status).end(text);
  const target = await requested(200, { '/robots.txt': robots });
  expect(target).toMatchObject({ state: 'unchecked', failure, http_status: null, methods: [] });
});

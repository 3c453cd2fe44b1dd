import { createHash, randomBytes } from 'node:crypto';
import type { RequestListener, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import tls from 'node:tls';
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { NetworkFailure } from '../../../../functions/core/platform/network/failures.ts';
import { type FetchOptions, fetchUrl } from '../../../../functions/core/platform/network/http-client.ts';
import * as local from './local-servers.ts';
import { readCases } from '../../../support/cases.ts';

const MB = 1_000_000;
const text = (body: Uint8Array[]) => Buffer.concat(body).toString();
const size = (body: Uint8Array[]) => body.reduce((sum, chunk) => sum + chunk.length, 0);

/** Fetches from a host that the handler serves. */
async function fetchFrom(handler: RequestListener, path = '/', options: Partial<FetchOptions> = {}) {
  const network = local.networkOf({ 'site.example': await local.serveHttp(handler) });
  return fetchUrl(`http://site.example${path}`, {
    network,
    maxBytes: MB,
    until: performance.now() + 5_000,
    ...options,
  });
}

/** Fetches like `fetchFrom`, from a server that writes raw bytes. */
async function fetchRaw(answer: (socket: Socket) => void, options: Partial<FetchOptions> = {}) {
  const port = await local.serveTcp((socket) => socket.once('data', () => answer(socket)));
  const network = local.networkOf({ 'site.example': port });
  return fetchUrl('http://site.example/', { network, maxBytes: MB, until: performance.now() + 5_000, ...options });
}

const send = (response: ServerResponse, body: string | Buffer, headers: Record<string, string> = {}) =>
  response.writeHead(200, headers).end(body);

afterEach(local.closeServers);

describe('an answer', () => {
  test('has status, headers in order with duplicates, body and whole milliseconds', async () => {
    const answer = await fetchFrom((request, response) => {
      response.writeHead(404, ['X-A', '1', 'Set-Cookie', 'a=1', 'SET-COOKIE', 'b=2', 'Content-Type', 'text/html']);
      setTimeout(() => response.end(`for ${request.url}`), 30);
      response.flushHeaders();
    }, '/missing?a=b');
    expect(answer).toMatchObject({
      requestedUrl: 'http://site.example/missing?a=b',
      url: 'http://site.example/missing?a=b',
      status: 404,
      redirects: [],
      truncated: false,
    });
    expect(answer.headers.slice(0, 4)).toEqual([
      ['x-a', '1'],
      ['set-cookie', 'a=1'],
      ['set-cookie', 'b=2'],
      ['content-type', 'text/html'],
    ]);
    expect(text(answer.body)).toBe('for /missing?a=b');
    expect(Number.isInteger(answer.ttfbMs) && Number.isInteger(answer.totalMs)).toBe(true);
    expect(answer.totalMs).toBeGreaterThanOrEqual(answer.ttfbMs);
  });

  test('is requested with the name of the crawler, without password or fragment', async () => {
    const received: unknown[] = [];
    const network = local.networkOf({
      'site.example': await local.serveHttp((request, response) => {
        received.push(request.url, request.headers['user-agent'], request.headers.host, request.headers.authorization);
        response.end();
      }),
    });
    const options = { network, maxBytes: MB, until: performance.now() + 5_000 };
    const { url } = await fetchUrl('http://user:secret@site.example/a#b', options);
    expect(url).toBe('http://site.example/a');
    expect(received).toEqual(['/a', local.AGENT, 'site.example', undefined]);
  });
});

describe('redirects', () => {
  const hops =
    (last: number): RequestListener =>
    (request, response) => {
      const hop = Number(request.url!.slice(1));
      if (hop === last) response.end('there');
      else response.writeHead([301, 302, 303, 307, 308][hop % 5]!, { location: `/${hop + 1}#part` }).end('elsewhere');
    };

  test('are followed ten times, and each hop is returned', async () => {
    const answer = await fetchFrom(hops(10), '/0');
    expect(text(answer.body)).toBe('there');
    expect(answer.redirects).toHaveLength(10);
    expect(answer.redirects[1]).toEqual({
      url: 'http://site.example/1',
      status: 302,
      location: 'http://site.example/2',
    });
    expect(answer.url).toBe('http://site.example/10');
  });

  test('are not followed an eleventh time', async () => {
    await expect(fetchFrom(hops(11), '/0')).rejects.toMatchObject({ code: 'too_many_redirects', redirects: 10 });
  });

  test('to an earlier address are a loop', async () => {
    const toggle: RequestListener = (request, response) =>
      response.writeHead(302, { location: request.url === '/a' ? '/b' : '/a' }).end();
    await expect(fetchFrom(toggle, '/a')).rejects.toMatchObject({ code: 'redirect_loop' });
    const itself: RequestListener = (_, response) => response.writeHead(301, { location: '#top' }).end();
    await expect(fetchFrom(itself)).rejects.toMatchObject({ code: 'redirect_loop', redirects: 1 });
  });

  test('to an address of 8 KB are followed, and to one that no server accepts are not', async () => {
    const target = `/${'a'.repeat(8_191)}`;
    const redirect: RequestListener = (request, response) =>
      request.url === '/' ? response.writeHead(302, { location: target }).end() : response.end('there');
    expect((await fetchFrom(redirect)).url).toHaveLength('http://site.example'.length + 8_192);
    const tooLong: RequestListener = (_, response) => response.writeHead(302, { location: target.repeat(2) }).end();
    await expect(fetchFrom(tooLong)).rejects.toMatchObject({ code: 'address_too_long', redirects: 1 });
  });

  test.each([
    'ftp://site.example/',
    'file:///etc/passwd',
    'javascript:alert(1)',
    'http://',
    'data:text/html,x',
    'unix:/a:/b',
  ])('to %s are rejected', async (location) => {
    const redirect: RequestListener = (_, response) => response.writeHead(302, { location }).end();
    await expect(fetchFrom(redirect)).rejects.toMatchObject({ code: 'bad_redirect', redirects: 0 });
  });

  test.each(readCases<[string, string][]>('network/redirects'))(
    'to %s are rejected with %s',
    async (location, code) => {
      const redirect: RequestListener = (_, response) =>
        response.writeHead(302, { location: Buffer.from(location).toString('latin1') }).end();
      const failure = await fetchFrom(redirect).catch((error: unknown) => error);
      // Node's and got's own checks may be first for the last two; nothing is connected to in any case.
      const allowed = location.startsWith('http://unix') ? [code, 'bad_response', 'bad_redirect'] : [code];
      expect(failure).toBeInstanceOf(NetworkFailure);
      expect(allowed).toContain((failure as NetworkFailure).code);
    },
  );

  test('have their address in UTF-8', async () => {
    const answer = await fetchFrom((request, response) => {
      if (request.url === '/') response.writeHead(302, { location: Buffer.from('/é').toString('latin1') }).end();
      else response.end(request.url);
    });
    expect(text(answer.body)).toBe('/%C3%A9');
  });

  test('without an address are answers', async () => {
    const answer = await fetchFrom((_, response) => response.writeHead(302).end('nowhere'));
    expect([answer.status, text(answer.body)]).toEqual([302, 'nowhere']);
  });

  test('need admission before each request', async () => {
    const admitted: string[] = [];
    const admit = (url: URL) => {
      admitted.push(url.pathname);
      return url.pathname === '/2' ? Promise.reject(new NetworkFailure('robots_disallowed')) : Promise.resolve();
    };
    await expect(fetchFrom(hops(5), '/0', { admit })).rejects.toMatchObject({
      code: 'robots_disallowed',
      redirects: 2,
    });
    expect(admitted).toEqual(['/0', '/1', '/2']);
  });
});

describe('content codings', () => {
  const page = '<title>Größe</title>'.repeat(500);
  test.each([
    ['gzip', gzipSync(page)],
    ['x-gzip', gzipSync(page)],
    ['br', brotliCompressSync(page)],
    ['deflate', deflateSync(page)],
    ['deflate', deflateRawSync(page)],
    ['GZIP, br', brotliCompressSync(gzipSync(page))],
    ['deflate, gzip', gzipSync(deflateRawSync(page))],
    ['identity', Buffer.from(page)],
    ['utf-8', Buffer.from(page)],
  ])('%s is decoded', async (coding, body) => {
    const answer = await fetchFrom((_, response) => send(response, body, { 'content-encoding': coding }));
    expect(text(answer.body)).toBe(page);
    expect(answer.truncated).toBe(false);
  });

  test('of an empty body are accepted', async () => {
    for (const coding of ['gzip', 'br', 'deflate']) {
      const answer = await fetchFrom((_, response) => send(response, '', { 'content-encoding': coding }));
      expect([answer.status, size(answer.body)]).toEqual([200, 0]);
    }
  });

  test('that the body does not have are a bad_response', async () => {
    const lie: RequestListener = (_, response) => send(response, page, { 'content-encoding': 'gzip' });
    await expect(fetchFrom(lie)).rejects.toMatchObject({ code: 'bad_response' });
  });

  test('applied three times are a bad_response', async () => {
    const stack: RequestListener = (_, response) => send(response, 'x', { 'content-encoding': 'gzip, gzip, gzip' });
    await expect(fetchFrom(stack)).rejects.toMatchObject({ code: 'bad_response' });
  });

  test('of a truncated body keep the decoded part', async () => {
    const noise = randomBytes(200_000).toString('hex');
    for (const [coding, packed] of [
      ['gzip', gzipSync(noise)],
      ['br', brotliCompressSync(noise)],
      ['deflate', deflateSync(noise)],
      ['deflate', deflateRawSync(noise)],
    ] as const) {
      const half = packed.subarray(0, packed.length / 2);
      const answer = await fetchFrom((_, response) => send(response, half, { 'content-encoding': coding }));
      expect(answer.truncated).toBe(true);
      expect(noise.startsWith(text(answer.body))).toBe(true);
      expect(size(answer.body)).toBeGreaterThan(100_000);
    }
  });

  const zeros = Buffer.alloc(200 * MB);
  test.each([
    ['gzip', () => gzipSync(zeros)],
    ['deflate', () => deflateSync(zeros)],
    ['deflate', () => deflateRawSync(zeros)],
    ['br', () => brotliCompressSync(zeros)],
    ['gzip, gzip', () => gzipSync(gzipSync(zeros))],
    ['deflate, br', () => brotliCompressSync(deflateSync(zeros))],
  ])('%s: a decompression bomb is truncated at the limit without using much memory', async (coding, make) => {
    const bomb = make();
    const before = process.memoryUsage.rss();
    let peak = before;
    const watch = setInterval(() => (peak = Math.max(peak, process.memoryUsage.rss())), 1);
    const answer = await fetchFrom((_, response) => send(response, bomb, { 'content-encoding': coding }));
    clearInterval(watch);
    peak = Math.max(peak, process.memoryUsage.rss());
    expect(size(answer.body)).toBe(MB);
    expect(answer.truncated).toBe(true);
    expect(peak - before).toBeLessThan(100 * MB);
  });
});

describe('limits', () => {
  test('a body of the maximum length is complete, and one more byte is truncated', async () => {
    const body = Buffer.alloc(MB, 'a');
    const whole = await fetchFrom((_, response) => send(response, body));
    expect([size(whole.body), whole.truncated]).toEqual([MB, false]);
    const longer = await fetchFrom((_, response) => send(response, Buffer.concat([body, body.subarray(0, 1)])));
    expect([size(longer.body), longer.truncated]).toEqual([MB, true]);
    expect(createHash('sha256').update(Buffer.concat(longer.body)).digest()).toEqual(
      createHash('sha256').update(body).digest(),
    );
  });

  test('an endless body is truncated at the limit, and its connection is closed', async () => {
    let closed: Promise<unknown> = Promise.reject(new Error('never requested'));
    closed.catch(() => {});
    const answer = await fetchFrom((_, response) => {
      closed = new Promise((resolve) => response.once('close', resolve));
      const more = () => {
        while (!response.destroyed && response.write('x'.repeat(10_000)));
      };
      response.on('drain', more);
      more();
    });
    expect([size(answer.body), answer.truncated]).toEqual([MB, true]);
    await closed;
  });

  test('an endless slow body is truncated at the deadline', async () => {
    const drip: RequestListener = (_, response) => {
      const timer = setInterval(() => response.write('x'), 10);
      response.on('close', () => clearInterval(timer));
    };
    const answer = await fetchFrom(drip, '/', { until: performance.now() + 400 });
    expect(answer.truncated).toBe(true);
    expect(size(answer.body)).toBeGreaterThan(0);
    expect(size(answer.body)).toBeLessThan(60);
  });

  test('a response without headers in time is a timeout', async () => {
    await expect(fetchFrom(() => {}, '/', { until: performance.now() + 200 })).rejects.toMatchObject({
      code: 'timeout',
      status: 'timeout',
    });
  });

  test('a response with endless slow headers is a timeout', async () => {
    const drip = fetchRaw(
      (socket) => {
        socket.write('HTTP/1.1 200 OK\r\n');
        const timer = setInterval(() => socket.write('x-a: b\r\n'), 10);
        socket.on('close', () => clearInterval(timer));
      },
      { until: performance.now() + 300 },
    );
    await expect(drip).rejects.toMatchObject({ code: 'timeout' });
  });

  test('a response with endless headers is a bad_response', async () => {
    const flood = fetchRaw((socket) => {
      socket.write('HTTP/1.1 200 OK\r\n');
      const more = () => {
        while (!socket.destroyed && socket.write(`x-${'a'.repeat(1_000)}: ${'b'.repeat(1_000)}\r\n`));
      };
      socket.on('drain', more);
      more();
    });
    await expect(flood).rejects.toMatchObject({ code: 'bad_response' });
  });

  test('a response with 40 KB of headers is read', async () => {
    const answer = await fetchFrom((_, response) =>
      send(response, 'ok', { 'content-security-policy': 'a'.repeat(40_000) }),
    );
    expect(text(answer.body)).toBe('ok');
  });
});

describe('a broken answer:', () => {
  test('a body shorter than its Content-Length is returned as truncated', async () => {
    const answer = await fetchRaw((socket) => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf'));
    expect([text(answer.body), answer.truncated]).toEqual(['half', true]);
  });

  test('a body longer than its Content-Length ends at that length', async () => {
    const answer = await fetchRaw((socket) => {
      socket.write('HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nhalf');
      setTimeout(() => socket.end(' and more'), 50);
    });
    expect(text(answer.body)).toBe('half');
  });

  test.each([1, 1_000, 100_000])(
    'a body longer than its Content-Length ends at that length, with %d more bytes at once',
    async (more) => {
      const answer = await fetchRaw((socket) => {
        socket.end(`HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nhalf${'x'.repeat(more)}`);
      });
      expect([text(answer.body), answer.truncated]).toEqual(['half', false]);
    },
  );

  test('a reset within the body returns the received part', async () => {
    const answer = await fetchRaw((socket) => {
      socket.write('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nhalf\r\n');
      setTimeout(() => socket.resetAndDestroy(), 50);
    });
    expect([text(answer.body), answer.truncated]).toEqual(['half', true]);
  });

  test('a reset before the first byte of the body is an error', async () => {
    const reset = fetchRaw((socket) => {
      socket.write('HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n');
      setTimeout(() => socket.resetAndDestroy(), 50);
    });
    await expect(reset).rejects.toMatchObject({ code: 'connection_reset' });
  });

  test.each([
    ['a reset before the headers', (socket: Socket) => socket.resetAndDestroy(), 'connection_reset'],
    ['a close before the headers', (socket: Socket) => socket.end(), 'connection_reset'],
    ['another protocol', (socket: Socket) => socket.end('SSH-2.0-OpenSSH_9.6\r\n'), 'bad_response'],
    ['nonsense', (socket: Socket) => socket.end('\0\0\0\0'), 'bad_response'],
  ])('%s is an error', async (_, answer, code) => {
    await expect(fetchRaw(answer)).rejects.toMatchObject({ code });
  });

  test('a closed port is connection_refused', async () => {
    const network = local.networkOf({ 'site.example': await local.closedPort() });
    const fetched = fetchUrl('http://site.example/', { network, maxBytes: MB, until: performance.now() + 5_000 });
    await expect(fetched).rejects.toMatchObject({ code: 'connection_refused', redirects: 0, retryable: true });
  });

  test('an unknown name is name_not_found, and no message contains an internal address', async () => {
    const options = { network: local.networkOf({}), maxBytes: MB, until: performance.now() + 5_000 };
    const failures = await Promise.all(
      ['http://nowhere.example/', 'http://10.0.0.7/'].map((url) =>
        fetchUrl(url, options).catch((error: Error) => error),
      ),
    );
    expect(failures).toMatchObject([{ code: 'name_not_found' }, { code: 'address_not_public' }]);
    for (const { message } of failures as Error[]) expect(message).not.toMatch(/10\.0|ENOTFOUND|node:/);
  });
});

describe('TLS', () => {
  let ca: local.Certificate;
  const trusted = tls.getCACertificates();
  beforeAll(async () => {
    ca = await local.authority();
    tls.setDefaultCACertificates([...trusted, ca.cert]);
  });
  afterAll(() => tls.setDefaultCACertificates(trusted));

  async function fetchSecure(certificate: local.Certificate) {
    const port = await local.serveHttps(certificate, (request, response) =>
      response.end(`secure ${request.headers.host}`),
    );
    const network = local.networkOf({ 'site.example': port });
    return fetchUrl('https://site.example/', { network, maxBytes: MB, until: performance.now() + 5_000 });
  }

  test('a certificate of a trusted authority for the name is accepted', async () => {
    const answer = await fetchSecure(await local.certificateFor('site.example', { ca }));
    expect(text(answer.body)).toBe('secure site.example');
  });

  test('the failure states what is wrong with the certificate', async () => {
    const expired = { ca, from: new Date(Date.now() - 9e8), to: new Date(Date.now() - 8e8) };
    for (const [code, certificate] of [
      ['certificate_expired', await local.certificateFor('site.example', expired)],
      ['self_signed', await local.certificateFor('site.example')],
      ['name_mismatch', await local.certificateFor('other.example', { ca })],
    ] as const) {
      await expect(fetchSecure(certificate)).rejects.toMatchObject({ code });
    }
  });

  test('plain http on the https port is no TLS', async () => {
    const network = local.networkOf({ 'site.example': await local.serveHttp((_, response) => response.end()) });
    const options = { network, maxBytes: MB, until: performance.now() + 5_000 };
    await expect(fetchUrl('https://site.example/', options)).rejects.toMatchObject({ code: 'no_tls' });
  });
});

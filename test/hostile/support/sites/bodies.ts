import { expect } from '@jest/globals';
import fc from 'fast-check';
import type { RequestListener, ServerResponse } from 'node:http';
import { brotliCompressSync, constants, deflateSync, gzipSync } from 'node:zlib';
import type { DomainAnswer } from '../../../../functions/core/record/record.ts';
import { type Attack, READ_OR_TOO_COMPLEX, serving } from './attack.ts';

const MB = 1_000_000;
/** Maximum bytes read of a page. */
const PAGE_BYTES = 5 * MB;
const HTML = 'Content-Type: text/html\r\n';

/** The page was read up to the limit, and the record reports that. */
const cut = {
  failure: READ_OR_TOO_COMPLEX,
  record({ page }: DomainAnswer) {
    expect(page).toMatchObject({ http_status: 200, truncated: true, html_bytes: PAGE_BYTES });
  },
};
const cutShort = {
  record({ page }: DomainAnswer) {
    expect(page).toMatchObject({ http_status: 200, truncated: true });
    expect(page!.html_bytes).toBeLessThan(PAGE_BYTES);
  },
};

/** The repeated content of a decompression bomb. */
const filling = fc.constantFrom('\0', 'A', '<div>', '<a href=x>', '&amp;', '<!--', '<title>', '<p>one two ');

const packers: Record<string, (data: Buffer) => Buffer> = {
  gzip: (data) => gzipSync(data, { level: 1 }),
  deflate: (data) => deflateSync(data, { level: 1 }),
  br: (data) => brotliCompressSync(data, { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } }),
};

/** Cache of compressed bodies. */
const packed = new Map<string, Buffer>();

function bomb(coding: string, text: string, megabytes: number): Buffer {
  const key = `${coding} ${text} ${megabytes}`;
  const known = packed.get(key);
  if (known) return known;
  const one = Buffer.alloc(10 * MB, text);
  // gzip members can be concatenated: compressing a gigabyte costs no more than ten megabytes.
  const made = coding.startsWith('gzip')
    ? Buffer.concat(Array<Buffer>(megabytes / 10).fill(packers.gzip!(one)))
    : packers[coding]!(Buffer.alloc(Math.min(megabytes, 100) * MB, text));
  const body = coding === 'gzip, gzip' ? packers.gzip!(made) : made;
  packed.set(key, body);
  return body;
}

/** Writes pieces until the connection closes. */
function drip(response: ServerResponse, piece: string, everyMs: number) {
  const timer = setInterval(() => response.write(piece), everyMs);
  response.on('close', () => clearInterval(timer));
}

function flood(response: ServerResponse, piece: Buffer) {
  const pour = () => {
    while (!response.destroyed && response.write(piece));
  };
  response.on('drain', pour);
  pour();
}

/** Sends raw bytes instead of an HTTP response. */
const raw =
  (text: string, { end = true } = {}): RequestListener =>
  ({ socket }) => {
    socket.write(text, 'latin1');
    if (end) socket.end();
  };

export function bodies(): Record<string, fc.Arbitrary<Attack>> {
  return {
    'decompression bomb': fc
      .record({
        coding: fc.constantFrom('gzip', 'br', 'deflate', 'gzip, gzip'),
        text: filling,
        megabytes: fc.constantFrom(50, 1_000),
      })
      .map(({ coding, text, megabytes }) => ({
        kind: 'decompression bomb',
        detail: `${megabytes} MB of ${JSON.stringify(text)} in ${coding}`,
        serve: serving({
          '/': (_request, response) => {
            const body = bomb(coding, text, megabytes);
            response.writeHead(200, { 'Content-Type': 'text/html', 'Content-Encoding': coding }).end(body);
          },
        }),
        expected: cut,
      })),
    'endless body': filling.map((text) => ({
      kind: 'endless body',
      detail: JSON.stringify(text),
      serve: serving({
        '/': (_request, response) => {
          response.writeHead(200, { 'Content-Type': 'text/html' });
          flood(response, Buffer.alloc(100_000, text));
        },
      }),
      expected: cut,
    })),
    'wrong content length': fc
      .record({ sent: fc.integer({ min: 1, max: 100_000 }), more: fc.integer({ min: 1, max: 1e9 }) })
      .map(({ sent, more }) => ({
        kind: 'wrong content length',
        detail: `${sent + more} announced, ${sent} sent`,
        serve: serving({
          '/': raw(`HTTP/1.1 200 OK\r\n${HTML}Content-Length: ${sent + more}\r\n\r\n${'x'.repeat(sent)}`),
        }),
        expected: cutShort,
      })),
    'content length that is too short': fc
      .record({ announced: fc.integer({ min: 1, max: 1_000 }), more: fc.integer({ min: 1, max: 100_000 }) })
      .map(({ announced, more }) => ({
        kind: 'content length that is too short',
        detail: `${announced} announced, ${announced + more} sent`,
        serve: serving({
          '/': raw(`HTTP/1.1 200 OK\r\n${HTML}Content-Length: ${announced}\r\n\r\n${'x'.repeat(announced + more)}`),
        }),
        expected: {
          record: ({ page }) => expect(page).toMatchObject({ http_status: 200, html_bytes: announced }),
        },
      })),
    'response that is not HTTP': fc
      .constantFrom(
        'SSH-2.0-OpenSSH_9.6\r\n',
        '\0'.repeat(10_000),
        'HTTP/1.1 200 OK\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\nhello!',
        'HTTP/1.1 200 OK\r\nContent-Length: -5\r\n\r\nhello',
        'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nContent-Length: 5\r\n\r\nhello',
        'HTTP/1.1 2000 OK\r\n\r\n',
        'HTTP/9.9 200 OK\r\n\r\n',
        'HTTP/1.1 200 OK\r\nX: a\0b\r\n\r\n',
        `HTTP/1.1 200 ${'x'.repeat(1_000_000)}\r\n\r\n`,
      )
      .map((text) => ({
        kind: 'response that is not HTTP',
        detail: JSON.stringify(text.slice(0, 60)),
        serve: raw(text),
        expected: { failure: ['bad_response', 'connection_reset'] },
      })),
    'broken chunks': fc
      .constantFrom('zz\r\nhello\r\n', 'fffffffffffffffff\r\nhello', '5\r\nhello\r\n-1\r\n', '5\r\nhelloXX', '5;')
      .map((chunk) => ({
        kind: 'broken chunks',
        detail: JSON.stringify(chunk),
        serve: serving({ '/': raw(`HTTP/1.1 200 OK\r\n${HTML}Transfer-Encoding: chunked\r\n\r\n${chunk}`) }),
        // Data before the break is read.
        expected: { failure: ['bad_response', 'connection_reset', 'none'] },
      })),
    'flood of headers': fc.constantFrom('X-A: 1\r\n', `X-B: ${'b'.repeat(1_000)}\r\n`, 'X').map((line) => ({
      kind: 'flood of headers',
      detail: JSON.stringify(line.slice(0, 20)),
      serve: ({ socket }, response) => {
        response.on('error', () => {});
        socket.write(`HTTP/1.1 200 OK\r\n`);
        const pour = () => {
          while (!socket.destroyed && socket.write(line.repeat(1_000)));
        };
        socket.on('drain', pour);
        pour();
      },
      expected: { failure: ['bad_response', 'connection_reset'] },
    })),
  };
}

/** Attacks that use up the time limit. */
export function slowness(): Record<string, fc.Arbitrary<Attack>> {
  return {
    'body at one byte per second': filling.map((text) => ({
      kind: 'body at one byte per second',
      detail: JSON.stringify(text),
      serve: serving({
        '/': (_request, response) => {
          response.writeHead(200, { 'Content-Type': 'text/html' });
          drip(response, text, 1_000);
        },
      }),
      expected: cutShort,
    })),
    'compressed body at one byte per second': fc.constantFrom('gzip', 'br', 'deflate').map((coding) => ({
      kind: 'compressed body at one byte per second',
      detail: coding,
      serve: serving({
        '/': (_request, response) => {
          const body = packers[coding]!(Buffer.from('<title>A page</title>'.repeat(100)));
          response.writeHead(200, { 'Content-Type': 'text/html', 'Content-Encoding': coding });
          response.write(body.subarray(0, 10));
          let at = 10;
          const timer = setInterval(() => response.write(body.subarray(at, ++at)), 1_000);
          response.on('close', () => clearInterval(timer));
        },
      }),
      expected: { failure: ['none', 'timeout'] },
    })),
    'endless headers': fc.constantFrom('X-A: 1\r\n', 'x').map((piece) => ({
      kind: 'endless headers',
      detail: JSON.stringify(piece),
      serve: ({ socket }) => {
        socket.write('HTTP/1.1 200 OK\r\n');
        const timer = setInterval(() => socket.write(piece), 300);
        socket.on('close', () => clearInterval(timer));
      },
      expected: { failure: ['timeout'] },
    })),
    'no response': fc.constant({
      kind: 'no response',
      detail: '',
      serve: () => {},
      expected: { failure: ['timeout'] },
    }),
    'slow redirects': fc.integer({ min: 900, max: 1_800 }).map((everyMs) => ({
      kind: 'slow redirects',
      detail: `${everyMs} ms each`,
      serve: (request, response) => {
        if (request.url === '/robots.txt') return void response.writeHead(404).end();
        const hop = Number(request.url!.slice(1) || 0);
        setTimeout(() => response.writeHead(302, { Location: `/${hop + 1}` }).end(), everyMs);
      },
      expected: { failure: ['timeout', 'too_many_redirects'] },
    })),
  };
}

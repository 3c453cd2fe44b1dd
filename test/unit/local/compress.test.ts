import { gunzipSync, inflateSync } from 'node:zlib';
import { expect, test } from '@jest/globals';
import { compressed } from '../../../infra/local/gateway/compress.ts';

const body = Buffer.from('a text that is repeated. '.repeat(100));
const answer = { status: 200, headers: { Vary: 'Accept-Encoding' }, body };

test.each([
  ['gzip, br', 'gzip'],
  ['deflate', 'deflate'],
  ['deflate, gzip', 'gzip'],
  ['GZIP', 'gzip'],
  ['gzip;q=0.5, deflate', 'deflate'],
  ['gzip; q=0, deflate; q=0.1', 'deflate'],
  ['*', 'gzip'],
  ['*, gzip;q=0', 'deflate'],
  ['gzip, identity', 'gzip'],
  ['identity;q=0.5, gzip;q=0.1', null],
  ['gzip;q=0', null],
  ['gzip;q=0, deflate;q=0.0', null],
  ['gzip;q=2', null],
  ['*;q=0', null],
  ['identity', null],
  ['br', null],
  ['', null],
])('Accept-Encoding: %s is answered in %s', (acceptEncoding, coding) => {
  const { headers, body: sent } = compressed(answer, acceptEncoding, 100);
  expect(headers).toEqual({ Vary: 'Accept-Encoding', ...(coding && { 'Content-Encoding': coding }) });
  const unpack = { gzip: gunzipSync, deflate: inflateSync }[coding ?? ''] ?? ((same: Buffer) => same);
  expect(unpack(sent)).toEqual(body);
});

test('what is short stays as it is, and what has no body', () => {
  expect(compressed(answer, 'gzip', body.length + 1)).toBe(answer);
  const empty = { ...answer, body: Buffer.alloc(0) };
  expect(compressed(empty, 'gzip', 0)).toBe(empty);
});

test('nothing is compressed by an API that does not', () => {
  expect(compressed(answer, 'gzip', null)).toBe(answer);
});

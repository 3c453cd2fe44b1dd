import { expect, test } from '@jest/globals';
import { randomBytes } from 'node:crypto';
import { compressRecord } from '../../../../functions/core/platform/text/compress.ts';
import {
  MAX_ALTERNATE_BYTES,
  MAX_LINK_CHARACTERS,
  MAX_LINKS,
} from '../../../../functions/core/analysis/crawled-facts.ts';
import { siteTasks } from '../../../../functions/core/analysis/reader/read-site.ts';
import { NO_ROBOTS, NOW, served } from '../../analysis/page/served.ts';

const HOSTS = ['www.shop.example', 'shop.example'];
/** Maximum size of an item, with the names of its attributes and the key. */
const ITEM_BYTES = 400 * 1_024;
const KEY_BYTES = 1_000;

const factsOf = async (html: string, headers: [string, string][] = []) =>
  (
    await siteTasks.readCrawled(
      served(html, { headers: [['content-type', 'text/html; charset=utf-8'], ...headers] }),
      NO_ROBOTS,
      NOW,
      HOSTS,
    )
  ).facts!;

/** Characters of an address in normal form, incompressible. */
const randomPath = (length: number) =>
  Array.from(
    randomBytes(length),
    (byte) => "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~!$'()*+,;=:@"[byte % 78],
  ).join('');
/** Characters of three bytes each. */
function randomText(length: number): string {
  const bytes = randomBytes(2 * length);
  return String.fromCharCode(
    ...Array.from({ length }, (_, index) => 0x4e00 + (bytes.readUInt16LE(2 * index) % 0x5000)),
  );
}
const repeat = (count: number, make: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => make(index)).join('');

test.each([
  ['long addresses', 2_000],
  ['addresses of the mean length', 220],
])('a page of random texts fits into an item: %s', async (_, length) => {
  const html = `<html lang="${randomText(200)}"><title>${randomText(2_000)}</title>
    <meta name=description content="${randomText(3_000)}"><meta name=robots content="${randomText(2_000)}">
    <link rel=canonical href="/${randomPath(2_000)}"><h1>${randomText(1_000)}</h1>
    ${repeat(1_100, () => `<link rel=alternate hreflang="${randomText(150)}" href="/${randomPath(length)}">`)}
    ${repeat(1_100, () => `<a href="/${randomPath(length)}">x</a>`)}`;
  const facts = await factsOf(html, [['x-robots-tag', randomPath(3_000)]]);
  const text = 2_000;
  const answer = {
    failure: 'x'.repeat(50),
    location: randomPath(text),
    url: randomPath(text),
    content_type: randomPath(100),
  };
  const stored = await compressRecord(JSON.stringify({ ...answer, facts }));
  expect(stored.length + KEY_BYTES).toBeLessThan(ITEM_BYTES);
  expect(stored.length).toBeGreaterThan(ITEM_BYTES / 3);
  expect(facts.links.length).toBeGreaterThan(MAX_LINK_CHARACTERS / (length + 100));
});

test('links are kept up to the size limit of addresses, in the order of the page', async () => {
  const links = async (length: number) =>
    (await factsOf(repeat(1_100, (index) => `<a href="/${index}${'x'.repeat(length)}">x</a>`))).links;
  expect(await links(100)).toHaveLength(MAX_LINKS);
  const long = await links(1_000);
  const characters = long.reduce((sum, { url }) => sum + url.length, 0);
  expect(characters).toBeLessThanOrEqual(MAX_LINK_CHARACTERS);
  expect(characters).toBeGreaterThan(MAX_LINK_CHARACTERS - 1_100);
  expect(long.map(({ url }) => Number.parseInt(new URL(url).pathname.slice(1), 10))).toEqual(
    long.map((_, index) => index),
  );
});

test.each([
  [1_000, undefined],
  [1_005, true],
])('the facts of a page with %d links state whether links were omitted', async (count, expected) => {
  const { links, links_cut } = await factsOf(repeat(count, (index) => `<a href="/${index}">x</a><a href="/0">x</a>`));
  expect([links.length, links_cut]).toEqual([MAX_LINKS, expected]);
});

test('a kept link merges with a later one to the same address beyond the limit', async () => {
  const filling = repeat(1_100, (index) => `<a href="/${index}${'x'.repeat(1_000)}">x</a>`);
  const [first] = (await factsOf(`<a href=/a rel=nofollow>x</a>${filling}<a href=/a>x</a>`)).links;
  expect(first).toEqual({ url: expect.stringMatching(/\/a$/), nofollow: false });
});

test('alternates are kept up to the size limit, and duplicates take no space', async () => {
  const one = `<link rel=alternate hreflang=de href="/${'y'.repeat(1_000)}">`;
  const { hreflang } = await factsOf(
    one.repeat(200) + repeat(200, (index) => `<link rel=alternate hreflang=fr href="/${index}${'x'.repeat(1_000)}">`),
  );
  const bytes = hreflang.reduce((sum, alternate) => sum + alternate.hreflang.length + alternate.url.length + 1, 0);
  expect(bytes).toBeLessThanOrEqual(MAX_ALTERNATE_BYTES);
  expect(bytes).toBeGreaterThan(MAX_ALTERNATE_BYTES - 1_100);
});

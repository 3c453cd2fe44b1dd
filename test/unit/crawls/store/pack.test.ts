import { randomBytes } from 'node:crypto';
import { brotliDecompressSync } from 'node:zlib';
import { expect, test } from '@jest/globals';
import type { SiteRow } from '../../../../functions/core/record/site-schema.ts';
import { packResult, packRows, type StoredResult } from '../../../../functions/core/crawls/store/item.ts';

/** Maximum size of an item without its other attributes. */
const MOST_BYTES = 390_000;

/** Text that is hardly compressible. */
const noise = (length: number) => randomBytes(length).toString('base64url').slice(0, length);
const some = <Made>(count: number, make: (index: number) => Made) => Array.from({ length: count }, (_, n) => make(n));
const unpack = (packed: Uint8Array): unknown => JSON.parse(brotliDecompressSync(packed).toString());

/** @param textOf returns a text of this length */
function row(textOf: (length: number) => string): SiteRow {
  return {
    ...{ url: textOf(2_048), http_status: 200, failure: null, redirects_to: textOf(2_048), depth: 1, indexable: true },
    ...{ reason: null, in_sitemap: false, seo_score: 80, title: textOf(1_000), title_length: 1_000 },
    ...{
      meta_description: textOf(2_000),
      meta_description_length: 2_000,
      first_h1: textOf(500),
      canonical: textOf(2_000),
    },
    ...{ meta_robots: textOf(1_000), x_robots_tag: textOf(1_000), ai_policy: null, lang: textOf(100), word_count: 300 },
    ...{ last_indexable_at: '2026-11-22T10:00:00.000Z', content_hash: textOf(43), issues: [] },
    ...{ content_type: textOf(100), html_bytes: 20_000, ttfb_ms: 30, inlinks: 4, outlinks: 9 },
    ...{ external_links: 2, internal_rank: 50 },
  };
}

/** @param addresses returns this number of examples */
function result(addresses: (count: number) => string[]): StoredResult {
  const texts = { title: 'A', impact: 'B', how_to_fix: 'C', learn_more: 'D' };
  const issue = { severity: 'error', scope: 'page', count: 9, ...texts } as const;
  const none = {
    noindex: 0,
    canonicalised: 0,
    redirected: 0,
    client_errors: 0,
    server_errors: 0,
    blocked_by_robots: 0,
  };
  return {
    health: 90,
    site_score: 80,
    pages: { total: 9, indexable: 9, ...none },
    issues: some(51, (index) => ({ id: `issue-${index}`, ...issue, examples: addresses(5) })),
    links: { internal: 1, external: 1, broken_internal: 1 },
    external: { total: 2_000, broken: 10, unchecked: 50, truncated: true },
    resources: null,
    depth: { 0: 1 },
    sitemap: null,
    duplicates: { titles: 0, descriptions: 0, contents: 0 },
    most_linked: addresses(10).map((url) => ({ url, internal_rank: 50 })),
    skipped: some(7, (index) => ({ reason: `reason-${index}`, count: 9, examples: addresses(5) })),
    changes: {
      ...{ since: '2026-11-22T10:00:00.000Z', added: 100, removed: 0, changed: 0 },
      examples: addresses(100).map((url) => ({ url, change: 'added', fields: [] })),
    },
  };
}

test.each([0, 1, 2, 299, 300])(
  '%d rows of the longest texts are in items below the size limit, in order',
  async (count) => {
    const rows = some(count, () => row(noise));
    const items = await packRows(rows);
    expect(Math.max(0, ...items.map(({ length }) => length))).toBeLessThan(MOST_BYTES);
    expect(items.flatMap(unpack)).toEqual(rows);
  },
);

test('rows of typical pages take few items', async () => {
  const rows = some(5_000, (n) => row((length) => `page ${n} of the shop`.slice(0, length)));
  expect((await packRows(rows)).length).toBeLessThan(10);
});

test('a result is stored unchanged when it fits', async () => {
  const whole = result((count) => some(count, (n) => `https://shop.example/page-${n}`));
  expect(unpack(await packResult(whole))).toEqual(whole);
});

test('a result with addresses too long for an item has fewer examples and the same numbers', async () => {
  const whole = result((count) => some(count, () => `https://shop.example/${noise(2_000)}`));
  const packed = await packResult(whole);
  expect(packed.length).toBeLessThan(MOST_BYTES);
  const kept = unpack(packed) as StoredResult;
  expect(kept.issues.map(({ examples }) => examples)).toEqual(whole.issues.map(({ examples }) => examples.slice(0, 1)));
  expect(kept.changes!.examples).toEqual(whole.changes!.examples.slice(0, 20));
  const valuesOf = ({ issues, skipped, changes, ...rest }: StoredResult) => ({
    ...rest,
    issues: issues.map((issue) => ({ ...issue, examples: [] })),
    skipped: skipped.map((reason) => ({ ...reason, examples: [] })),
    changes: { ...changes, examples: [] },
  });
  expect(valuesOf(kept)).toEqual(valuesOf(whole));
});

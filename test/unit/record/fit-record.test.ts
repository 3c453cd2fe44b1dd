import { expect, test } from '@jest/globals';
import { randomBytes } from 'node:crypto';
import { brotliCompressSync } from 'node:zlib';
import { recordJson } from '../../../functions/core/record/cached-record.ts';
import type { DomainRecord } from '../../../functions/core/record/record.ts';

const recordOf = (parts: object) => parts as unknown as DomainRecord;

test('an ordinary record is stored unchanged', () => {
  const record = recordOf({
    complete: true,
    page: { title: '标题', h1: Array(100).fill('x'), word_count: 3, lang: null },
  });
  expect(JSON.parse(recordJson(record))).toEqual(record);
});

test('texts are truncated at 2,000 characters without splitting a character', () => {
  const { page } = JSON.parse(recordJson(recordOf({ page: { final_url: `a${'🏕'.repeat(2_000)}` } }))) as DomainRecord;
  expect(page!.final_url.length).toBe(2_000);
  expect(page!.final_url.isWellFormed()).toBe(true);
});

test('a record of an incompressible page fits into one item and keeps its totals', () => {
  const noise = () => randomBytes(20_000).toString('base64');
  const items = Array.from({ length: 100 }, () => ({ element: noise(), url: noise(), line: null, reason: 'x' }));
  const audits = Array.from({ length: 10 }, (_, id) => ({ id: String(id), items, items_total: 5_000 }));
  const text = recordJson(recordOf({ audit: { audits }, page: { h1: items.map(noise), h1_total: 100 } }));
  expect(brotliCompressSync(text).length).toBeLessThan(390_000);
  const { audit, page } = JSON.parse(text) as DomainRecord;
  expect(audit!.audits).toHaveLength(10);
  expect(audit!.audits[0]).toMatchObject({ items_total: 5_000 });
  expect(page!.h1_total).toBe(100);
});

import { expect, test } from '@jest/globals';
import { createBatchMemory } from '../../../../functions/back-office/page/src/batches/batch-memory.ts';
import { sampleStorage } from './sample-batches.ts';

const now = new Date('2026-11-22T10:00:00.000Z');
const request = { domains: ['a.example', 'b.example'], fields: ['seo_score'] };

test('the last ten batches are stored, newest first, without requests of older ones', () => {
  const storage = sampleStorage();
  const memory = createBatchMemory(storage);
  const ids = Array.from({ length: 12 }, () => memory.start([request], now)[0]!);
  expect(memory.recent().map((one) => one.ids[0])).toEqual(ids.slice(2).reverse());
  expect(ids.map((id) => memory.requestOf(id) !== null)).toEqual([false, false, ...Array<boolean>(10).fill(true)]);
  expect(storage.items.size).toBe(11);
});

test('a deleted batch leaves no stored items', () => {
  const storage = sampleStorage();
  const memory = createBatchMemory(storage);
  memory.remove(memory.start([request, request], now));
  expect(memory.recent()).toEqual([]);
  expect(storage.items.size).toBe(1);
});

test('a list that exceeds the storage quota is kept while the page is open', () => {
  const memory = createBatchMemory(sampleStorage(10));
  const [id] = memory.start([request], now);
  expect(memory.requestOf(id!)).toEqual(request);
  expect(memory.recent()).toHaveLength(1);
});

test('invalid stored values are ignored', () => {
  const storage = sampleStorage();
  for (const text of ['{', '7', '"x"', 'null']) {
    storage.setItem('back-office.batches', text);
    expect(createBatchMemory(storage).recent()).toEqual([]);
  }
});

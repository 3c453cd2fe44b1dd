import { expect, test } from '@jest/globals';
import { createBatchMemory } from '../../../../functions/back-office/page/src/batches/batch-memory.ts';
import { sampleStorage } from './sample-batches.ts';

const now = new Date('2026-11-22T10:00:00.000Z');
const request = { domains: ['a.example', 'b.example'], fields: ['seo_score'] };

test('the last ten are kept, newest first, and no request of an older one', () => {
  const storage = sampleStorage();
  const memory = createBatchMemory(storage);
  const ids = Array.from({ length: 12 }, () => memory.start([request], now)[0]!);
  expect(memory.recent().map((one) => one.ids[0])).toEqual(ids.slice(2).reverse());
  expect(ids.map((id) => memory.requestOf(id) !== null)).toEqual([false, false, ...Array<boolean>(10).fill(true)]);
  expect(storage.items.size).toBe(11);
});

test('what is deleted leaves nothing behind', () => {
  const storage = sampleStorage();
  const memory = createBatchMemory(storage);
  memory.remove(memory.start([request, request], now));
  expect(memory.recent()).toEqual([]);
  expect(storage.items.size).toBe(1);
});

test('a list for which the browser has no room is kept as long as the page is open', () => {
  const memory = createBatchMemory(sampleStorage(10));
  const [id] = memory.start([request], now);
  expect(memory.requestOf(id!)).toEqual(request);
  expect(memory.recent()).toHaveLength(1);
});

test('something else under its names breaks nothing', () => {
  const storage = sampleStorage();
  for (const text of ['{', '7', '"x"', 'null']) {
    storage.setItem('back-office.batches', text);
    expect(createBatchMemory(storage).recent()).toEqual([]);
  }
});

import { expect, test } from '@jest/globals';
import { createCrawlMemory, type CrawlProgress } from '../../../functions/core/crawls/crawl-memory.ts';

const progressOf = (found: number) => ({ frontier: { found } }) as CrawlProgress;

test('the memory keeps the two crawls that were used last', () => {
  const memory = createCrawlMemory();
  for (const id of ['one', 'two', 'one', 'three']) memory.keep(id, progressOf(10));
  expect(['one', 'two', 'three'].map((id) => memory.recall(id) !== null)).toEqual([true, false, true]);
});

test('the memory keeps only the crawl that was used last when two have more addresses than fit', () => {
  const memory = createCrawlMemory();
  memory.keep('large', progressOf(150_000));
  memory.keep('small', progressOf(10));
  expect(memory.recall('large')).not.toBeNull();
  memory.keep('other', progressOf(150_000));
  expect(['large', 'small', 'other'].map((id) => memory.recall(id) !== null)).toEqual([false, true, true]);
  memory.keep('huge', progressOf(400_000));
  expect(['small', 'other', 'huge'].map((id) => memory.recall(id) !== null)).toEqual([false, false, true]);
});

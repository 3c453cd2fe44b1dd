import { expect, test } from '@jest/globals';
import { createCrawlMemory, type CrawlProgress } from '../../../functions/core/crawls/crawl-memory.ts';

const progressOf = (found: number) => ({ frontier: { found } }) as CrawlProgress;

const NAMES = Array.from({ length: 11 }, (_, index) => `crawl-${index}`);

test('the memory keeps the ten crawls that were used last', () => {
  const memory = createCrawlMemory();
  for (const id of [...NAMES.slice(0, 10), 'crawl-0', 'crawl-10']) memory.keep(id, progressOf(10));
  expect(NAMES.filter((id) => memory.recall(id) === null)).toEqual(['crawl-1']);
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

test('the memory keeps a crawl in progress when others have more addresses than fit', () => {
  const memory = createCrawlMemory();
  const release = memory.hold('first');
  memory.keep('first', progressOf(150_000));
  memory.keep('idle', progressOf(10));
  memory.keep('large', progressOf(150_000));
  expect(['first', 'idle', 'large'].map((id) => memory.recall(id) !== null)).toEqual([true, false, true]);
  release();
  memory.keep('large', progressOf(150_000));
  expect(memory.recall('first')).toBeNull();
});

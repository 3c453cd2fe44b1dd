import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { cursorAt } from '../../../functions/core/platform/http/paging.ts';
import type { BatchLine } from '../../../functions/core/batches/batch.ts';
import { pageOfLines, type PageRequest } from '../../../functions/core/batches/batch-page.ts';
import { doneLine, manyLines, viewOf } from './views.ts';

const MB = 1_000_000;

/** Each line is written as so many characters. */
function pagesOf(sizes: number[], batchId: string | null = 'b1') {
  const lines = sizes.map((_, index) => doneLine(`site-${index}.com`));
  const view = viewOf([], { batchId, lines });
  const rendered: BatchLine[] = [];
  const render = (line: BatchLine) => {
    rendered.push(line);
    return Promise.resolve('x'.repeat(sizes[lines.indexOf(line)]!));
  };
  const page = (request: PageRequest) => pageOfLines(view, request, { render, textOf: (item) => item });
  return { page, rendered };
}

/** Items of all pages, and how many each has. */
async function walk(page: ReturnType<typeof pagesOf>['page'], limit: number) {
  const [items, counts]: [string[], number[]] = [[], []];
  let cursor: string | undefined;
  for (;;) {
    const found = await page({ limit, cursor });
    items.push(...found.items);
    counts.push(found.items.length);
    expect(found.isLast).toBe(found.nextCursor === null);
    if (found.nextCursor === null) return { items, counts };
    cursor = found.nextCursor;
  }
}

describe('all pages together', () => {
  test('are all lines, without a gap and without a repetition, whatever the limit and the sizes', async () => {
    const size = fc.oneof(fc.nat({ max: 2_000 }), fc.constantFrom(0, 1.9 * MB, 5 * MB));
    await fc.assert(
      fc.asyncProperty(
        fc.array(size, { minLength: 1, maxLength: 12 }),
        fc.integer({ min: 1, max: 15 }),
        async (sizes, limit) => {
          const { page } = pagesOf(sizes);
          const { items, counts } = await walk(page, limit);
          expect(items.map((item) => item.length)).toEqual(sizes);
          for (const count of counts) expect(count).toBeLessThanOrEqual(limit);
          for (const count of counts) expect(count).toBeGreaterThan(0);
        },
      ),
      { numRuns: 25 },
    );
  });

  test('are one where all lines fit', async () => {
    expect((await walk(pagesOf(Array<number>(1_000).fill(3_000)).page, 1_000)).counts).toEqual([1_000]);
    expect((await walk(pagesOf(Array<number>(6).fill(MB)).page, 1_000)).counts).toEqual([3, 3]);
  });
});

test('what does not fit is not rendered, but for a few lines', async () => {
  const { page, rendered } = pagesOf(Array<number>(1_000).fill(MB));
  expect((await page({ limit: 1_000 })).items).toHaveLength(3);
  expect(rendered.length).toBeLessThan(10);
});

test('a batch that is not stored has no cursor, and says whether the page is all of it', async () => {
  expect(await pagesOf([1, 1], null).page({ limit: 5 })).toMatchObject({ nextCursor: null, isLast: true });
  expect(await pagesOf([1, 1], null).page({ limit: 1 })).toMatchObject({ nextCursor: null, isLast: false });
});

describe('a cursor is refused by name', () => {
  const refused = expect.objectContaining({ status: 422, details: [expect.objectContaining({ param: 'cursor' })] });
  const rendering = { render: () => '', textOf: (text: string) => text };
  const lines = manyLines(4);
  const ask = (cursor: string, batchId: string | null = 'b1') =>
    pageOfLines(viewOf([], { batchId, lines }), { limit: 2, cursor }, rendering);

  test('of another batch', async () => {
    const { nextCursor } = await pageOfLines(viewOf([], { lines }), { limit: 2 }, rendering);
    expect((await ask(nextCursor!)).items).toHaveLength(2);
    await expect(ask(nextCursor!, 'b2')).rejects.toThrow(refused);
    await expect(ask(nextCursor!, null)).rejects.toThrow(refused);
  });

  test.each(['4', '-1', '1.5', 'x', '', '9999999999'])('that leads to line %j', async (position) => {
    await expect(ask(cursorAt(position, { batch: 'b1' }))).rejects.toThrow(refused);
  });

  test('that is none', async () => {
    for (const cursor of ['', 'x', 'AAAA']) await expect(ask(cursor)).rejects.toThrow(refused);
  });
});

import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { cursorAt } from '../../../functions/core/platform/http/paging.ts';
import type { BatchRow } from '../../../functions/core/batches/batch.ts';
import { pageOfRows, type PageRequest } from '../../../functions/core/batches/batch-page.ts';
import { doneLine, manyLines, viewOf } from './views.ts';

const MB = 1_000_000;

/** Each row is rendered with this number of characters. */
function pagesOf(sizes: number[], batchId: string | null = 'b1') {
  const rows = sizes.map((_, index) => doneLine(`site-${index}.com`));
  const view = viewOf([], { batchId, rows });
  const rendered: BatchRow[] = [];
  const render = (row: BatchRow) => {
    rendered.push(row);
    return Promise.resolve('x'.repeat(sizes[rows.indexOf(row)]!));
  };
  const page = (request: PageRequest) => pageOfRows(view, request, { render, textOf: (item) => item });
  return { page, rendered };
}

/** Items of all pages, and the number of items of each page. */
async function readAll(page: ReturnType<typeof pagesOf>['page'], limit: number) {
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
  test('contain all rows once, with any limit and sizes', async () => {
    const size = fc.oneof(fc.nat({ max: 2_000 }), fc.constantFrom(0, 1.9 * MB, 5 * MB));
    await fc.assert(
      fc.asyncProperty(
        fc.array(size, { minLength: 1, maxLength: 12 }),
        fc.integer({ min: 1, max: 15 }),
        async (sizes, limit) => {
          const { page } = pagesOf(sizes);
          const { items, counts } = await readAll(page, limit);
          expect(items.map((item) => item.length)).toEqual(sizes);
          for (const count of counts) expect(count).toBeLessThanOrEqual(limit);
          for (const count of counts) expect(count).toBeGreaterThan(0);
        },
      ),
      { numRuns: 25 },
    );
  });

  test('are one page when all rows fit', async () => {
    expect((await readAll(pagesOf(Array<number>(1_000).fill(3_000)).page, 1_000)).counts).toEqual([1_000]);
    expect((await readAll(pagesOf(Array<number>(6).fill(MB)).page, 1_000)).counts).toEqual([3, 3]);
  });
});

test('pageOfRows renders at most a few rows that do not fit', async () => {
  const { page, rendered } = pagesOf(Array<number>(1_000).fill(MB));
  expect((await page({ limit: 1_000 })).items).toHaveLength(3);
  expect(rendered.length).toBeLessThan(10);
});

test('a batch that is not stored has no cursor, and reports whether the page is complete', async () => {
  expect(await pagesOf([1, 1], null).page({ limit: 5 })).toMatchObject({ nextCursor: null, isLast: true });
  expect(await pagesOf([1, 1], null).page({ limit: 1 })).toMatchObject({ nextCursor: null, isLast: false });
});

describe('a cursor is rejected with the name of the parameter', () => {
  const refused = expect.objectContaining({ status: 422, details: [expect.objectContaining({ param: 'cursor' })] });
  const rendering = { render: () => '', textOf: (text: string) => text };
  const rows = manyLines(4);
  const ask = (cursor: string, batchId: string | null = 'b1') =>
    pageOfRows(viewOf([], { batchId, rows }), { limit: 2, cursor }, rendering);

  test('when it belongs to another batch', async () => {
    const { nextCursor } = await pageOfRows(viewOf([], { rows }), { limit: 2 }, rendering);
    expect((await ask(nextCursor!)).items).toHaveLength(2);
    await expect(ask(nextCursor!, 'b2')).rejects.toThrow(refused);
    await expect(ask(nextCursor!, null)).rejects.toThrow(refused);
  });

  test.each(['4', '-1', '1.5', 'x', '', '9999999999'])('when its position is %j', async (position) => {
    await expect(ask(cursorAt(position, { batch: 'b1' }))).rejects.toThrow(refused);
  });

  test('when it is malformed', async () => {
    for (const cursor of ['', 'x', 'AAAA']) await expect(ask(cursor)).rejects.toThrow(refused);
  });
});

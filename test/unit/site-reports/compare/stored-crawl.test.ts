import { expect, test } from '@jest/globals';
import { IssueTexts } from '../../../../functions/core/crawls/store/issue-texts.ts';
import { WHOLE_SITE } from '../../../../functions/core/crawls/store/item.ts';
import { comparedCrawl, type ComparedCrawls } from '../../../../functions/core/site-reports/compare/stored-crawl.ts';

const crawl = { domain: 'a.test', id: 'one', scope: WHOLE_SITE, isComplete: true, unread: [], rows: [] };

/** A crawl with an issue of this number of items, of which a list records each that is read. */
async function open(chunks: number) {
  const read: number[] = [];
  const segments = Array.from({ length: chunks }, (_, chunk) => ({ chunk, first: 0, rows: 1, issue: 'h1-missing' }));
  const crawls = {
    readDirectory: () => Promise.resolve({ segments }),
    readIssueTexts: (_crawl: unknown, chunk: number) => {
      read.push(chunk);
      return Promise.resolve(new IssueTexts('[]'));
    },
  } as unknown as ComparedCrawls;
  const parts = (await comparedCrawl(crawl, { external: null, resources: null }, crawls)).partsOf('h1-missing');
  return { parts, read };
}

test('an item is requested while those before it are compared', async () => {
  const { parts, read } = await open(10);
  await parts[0]!.read();
  expect(read).toEqual([0, 1, 2, 3]);
  await parts[1]!.read();
  expect(read).toEqual([0, 1, 2, 3, 4]);
});

test('items that are needed twice are read once, unless there are very many', async () => {
  const { parts, read } = await open(48);
  for (const part of [...parts, ...parts]) await part.read();
  expect(read.toSorted((one, other) => one - other)).toEqual([...parts.keys()]);
  const many = await open(60);
  for (const part of [...many.parts, ...many.parts]) await part.read();
  expect(many.read).toHaveLength(120);
});

import { expect, test } from '@jest/globals';
import { cacheRows } from '../../../../functions/core/sites/audits/list-pages.ts';
import type { CrawlReader } from '../../../../functions/core/sites/store/site-crawls.ts';
import { siteRow } from '../../../support/site-audit.ts';

function reading() {
  const reads: string[] = [];
  let isDown = false;
  const reader: Pick<CrawlReader, 'readRows'> = {
    readRows({ id }) {
      reads.push(id);
      return isDown ? Promise.reject(new Error('down')) : Promise.resolve([siteRow({ title: id })]);
    },
  };
  const crawl = (id: string) => ({ domain: 'a.com', id, chunks: 1 });
  return { reads, crawl, cached: cacheRows(reader as CrawlReader), fail: (fails: boolean) => (isDown = fails) };
}

test('the rows of a crawl are read once for repeated requests', async () => {
  const { reads, crawl, cached } = reading();
  const [one, other] = await Promise.all([cached.readRows(crawl('1')), cached.readRows(crawl('1'))]);
  expect([one, other, await cached.readRows(crawl('1'))]).toEqual(Array(3).fill([siteRow({ title: '1' })]));
  expect(reads).toEqual(['1']);
});

test('the rows of another crawl are read and replace the cached ones', async () => {
  const { reads, crawl, cached } = reading();
  for (const id of ['1', '2', '2', '1']) expect(await cached.readRows(crawl(id))).toEqual([siteRow({ title: id })]);
  expect(reads).toEqual(['1', '2', '1']);
});

test('rows are read again after a failure', async () => {
  const { reads, crawl, cached, fail } = reading();
  fail(true);
  await expect(cached.readRows(crawl('1'))).rejects.toThrow('down');
  fail(false);
  expect(await cached.readRows(crawl('1'))).toHaveLength(1);
  expect(reads).toEqual(['1', '1']);
});

import { expect, test } from '@jest/globals';
import { cacheRows } from '../../../../functions/core/sites/audits/list-pages.ts';
import type { CrawlReader } from '../../../../functions/core/sites/store/site-crawls.ts';
import { siteRow } from '../../../support/site-audit.ts';

function reading() {
  const asked: string[] = [];
  let isDown = false;
  const reader: CrawlReader = {
    read: () => Promise.resolve({ open: null, ended: [] }),
    readOpen: () => Promise.resolve(null),
    readRows({ id }) {
      asked.push(id);
      return isDown ? Promise.reject(new Error('down')) : Promise.resolve([siteRow({ title: id })]);
    },
  };
  const crawl = (id: string) => ({ domain: 'a.com', id, chunks: 1 });
  return { asked, crawl, kept: cacheRows(reader), fail: (fails: boolean) => (isDown = fails) };
}

test('the rows of a crawl are read once for repeated requests', async () => {
  const { asked, crawl, kept } = reading();
  const [one, other] = await Promise.all([kept.readRows(crawl('1')), kept.readRows(crawl('1'))]);
  expect([one, other, await kept.readRows(crawl('1'))]).toEqual(Array(3).fill([siteRow({ title: '1' })]));
  expect(asked).toEqual(['1']);
});

test('the rows of another crawl are read and replace the cached ones', async () => {
  const { asked, crawl, kept } = reading();
  for (const id of ['1', '2', '2', '1']) expect(await kept.readRows(crawl(id))).toEqual([siteRow({ title: id })]);
  expect(asked).toEqual(['1', '2', '1']);
});

test('rows are read again after a failure', async () => {
  const { asked, crawl, kept, fail } = reading();
  fail(true);
  await expect(kept.readRows(crawl('1'))).rejects.toThrow('down');
  fail(false);
  expect(await kept.readRows(crawl('1'))).toHaveLength(1);
  expect(asked).toEqual(['1', '1']);
});

import { expect, test } from '@jest/globals';
import { wholeCsv } from '../../../../functions/back-office/page/src/api/client.ts';

test('the pages of a list are joined to one text with one header row', async () => {
  const pages = new Map<string | null, { text: string; nextCursor: string | null }>([
    [null, { text: 'url,title\r\n/a,"A\r\nb"\r\n', nextCursor: 'c1' }],
    ['c1', { text: 'url,title\r\n/b,B\r\n', nextCursor: 'c2' }],
    ['c2', { text: 'url,title\r\n', nextCursor: null }],
  ]);
  const csv = await wholeCsv((cursor) => Promise.resolve(pages.get(cursor)!));
  expect(csv).toBe('url,title\r\n/a,"A\r\nb"\r\n/b,B\r\n');
});

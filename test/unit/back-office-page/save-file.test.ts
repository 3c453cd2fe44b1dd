import { expect, test } from '@jest/globals';
import { csvParts } from '../../../functions/back-office/page/src/api/client.ts';
import { fileOf } from '../../../functions/back-office/page/src/browser/save-file.ts';

test('a list that is loaded in parts becomes one CSV file with one header row', async () => {
  const pages = new Map<string | null, { text: string; nextCursor: string | null }>([
    [null, { text: 'url,title\r\n/a,Ä\r\n', nextCursor: 'c1' }],
    ['c1', { text: 'url,title\r\n/b,B\r\n', nextCursor: null }],
  ]);
  const file = await fileOf(csvParts((cursor) => Promise.resolve(pages.get(cursor)!)));
  expect(file.type).toBe('text/csv');
  expect(Buffer.from(await file.arrayBuffer()).toString()).toBe('\uFEFFurl,title\r\n/a,Ä\r\n/b,B\r\n');
});

test('no CSV file is made of a list whose parts cannot all be loaded', async () => {
  const load = (cursor: string | null) =>
    cursor === null ? Promise.resolve({ text: 'url\r\n', nextCursor: 'c1' }) : Promise.reject(new Error('busy'));
  await expect(fileOf(csvParts(load))).rejects.toThrow('busy');
});

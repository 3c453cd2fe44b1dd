import { expect, test } from '@jest/globals';
import { csvParts } from '../../../functions/back-office/page/src/api/client.ts';
import { fileOf } from '../../../functions/back-office/page/src/browser/save-file.ts';

test('a list that is loaded in parts becomes one CSV file with one header row', async () => {
  const pages = new Map<string | null, { text: string; nextCursor: string | null }>([
    [null, { text: 'url,title\r\n/a,Ä\r\n', nextCursor: 'c1' }],
    ['c1', { text: 'url,title\r\n/b,B\r\n', nextCursor: null }],
  ]);
  const file = await fileOf(csvParts((cursor) => Promise.resolve(pages.get(cursor)!)));
  expect(file!.type).toBe('text/csv');
  expect(Buffer.from(await file!.arrayBuffer()).toString()).toBe('\uFEFFurl,title\r\n/a,Ä\r\n/b,B\r\n');
});

test('no CSV file is made of a list whose parts cannot all be loaded', async () => {
  const load = (cursor: string | null) =>
    cursor === null ? Promise.resolve({ text: 'url\r\n', nextCursor: 'c1' }) : Promise.reject(new Error('busy'));
  await expect(fileOf(csvParts(load))).rejects.toThrow('busy');
});

test('the number of rows so far is known after each part but the last', async () => {
  const texts = ['url,title\r\n/a,A\r\n/b,"two\r\n""lines"""\r\n', 'url,title\r\n/c,C\r\n', 'url,title\r\n/d,D\r\n'];
  const load = (cursor: string | null) => {
    const part = Number(cursor);
    return Promise.resolve({ text: texts[part]!, nextCursor: part < 2 ? String(part + 1) : null });
  };
  const counts: number[] = [];
  await fileOf(csvParts(load, (rows) => counts.push(rows)));
  expect(counts).toEqual([2, 3]);
});

test('no CSV file is made of a list that was stopped, and no further part of it is loaded', async () => {
  const stop = new AbortController();
  const loaded: (string | null)[] = [];
  const load = (cursor: string | null) => {
    loaded.push(cursor);
    if (cursor === 'c1') stop.abort();
    return Promise.resolve({ text: 'url\r\n/a\r\n', nextCursor: `c${loaded.length}` });
  };
  expect(await fileOf(csvParts(load), stop.signal)).toBeNull();
  expect(loaded).toEqual([null, 'c1']);
});

import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { readDomains } from '../../../../functions/back-office/page/src/batches/new-batch.ts';

test('a list has one domain per line with any line ending, and duplicates are kept', () => {
  expect(readDomains('a.example\r\nb.example\rc.example\n\n  \na.example')).toEqual([
    'a.example',
    'b.example',
    'c.example',
    '',
    '',
    'a.example',
  ]);
});

test('blank rows are kept, so that row numbers match, except at the end', () => {
  expect(readDomains('domain,note\na.example,1\n,2\n\nb.example,3\n,,\n\n')).toEqual([
    'a.example',
    '',
    '',
    'b.example',
  ]);
  expect(readDomains('\n\ndomain\na.example')).toEqual(['a.example']);
  expect(readDomains('\na.example')).toEqual(['', 'a.example']);
});

test('the first column of CSV is read with or without quotes and with any separator', () => {
  const csv = 'a.example,1,"x, y"\r\n"b.example";"two\r\nlines"\r\nc.example\t3\r\n"https://d.example/x,y",4\r\n';
  expect(readDomains(csv)).toEqual(['a.example', 'b.example', 'c.example', 'https://d.example/x']);
});

test('a header row and a byte order mark are omitted', () => {
  expect(readDomains('\uFEFFDomain,Score\r\nshop.example,86\r\n')).toEqual(['shop.example']);
  expect(readDomains('域名\nshop.example')).toEqual(['shop.example']);
  expect(readDomains('"URL"\nshop.example\ndomain')).toEqual(['shop.example', 'domain']);
});

test('a list without domains is empty', () => {
  for (const text of ['', '\n\n', 'domain', ',,,\n', '\uFEFF']) expect(readDomains(text)).toEqual([]);
});

test('an unclosed quote does not affect other lines', () => {
  expect(readDomains('"a.example\nb.example\n5" disk\nc.example')).toEqual([
    'a.example',
    'b.example',
    '5 disk',
    'c.example',
  ]);
});

test('names are read from CSV with any further columns', () => {
  const cell = fc.string().map((text) => `"${text.replaceAll('"', '""')}"`);
  const name = fc.domain();
  fc.assert(
    fc.property(fc.array(fc.tuple(name, fc.array(cell))), (rows) => {
      const csv = rows.map(([first, rest]) => `${[first, ...rest].join(',')}\r\n`).join('');
      expect(readDomains(csv)).toEqual(rows.map(([first]) => first));
    }),
  );
});

test('a list that was read and joined by lines is read unchanged', () => {
  const text = fc.array(
    fc.constantFrom('a.example', 'domain', ' ', '"', '""', '"', ',', ';', '\t', '\r', '\n', '\uFEFF', 'x y'),
  );
  fc.assert(
    fc.property(text, (parts) => {
      const once = readDomains(parts.join(''));
      expect(readDomains(once.join('\n'))).toEqual(once);
    }),
    { numRuns: 2_000 },
  );
});

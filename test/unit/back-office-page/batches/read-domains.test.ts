import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { readDomains } from '../../../../functions/back-office/page/src/batches/new-batch.ts';

test('a list has one domain a line, whatever ends its lines, and duplicates stay', () => {
  expect(readDomains('a.example\r\nb.example\rc.example\n\n  \na.example')).toEqual([
    'a.example',
    'b.example',
    'c.example',
    '',
    '',
    'a.example',
  ]);
});

test('blank rows stay, so that the numbers of rows match, but for those at the end', () => {
  expect(readDomains('domain,note\na.example,1\n,2\n\nb.example,3\n,,\n\n')).toEqual([
    'a.example',
    '',
    '',
    'b.example',
  ]);
  expect(readDomains('\n\ndomain\na.example')).toEqual(['a.example']);
  expect(readDomains('\na.example')).toEqual(['', 'a.example']);
});

test('of CSV the first column is taken, in quotes or not, whatever separates its cells', () => {
  const csv = 'a.example,1,"x, y"\r\n"b.example";"two\r\nlines"\r\nc.example\t3\r\n"https://d.example/x,y",4\r\n';
  expect(readDomains(csv)).toEqual(['a.example', 'b.example', 'c.example', 'https://d.example/x']);
});

test('a header row and a byte order mark are left out', () => {
  expect(readDomains('\uFEFFDomain,Score\r\nshop.example,86\r\n')).toEqual(['shop.example']);
  expect(readDomains('域名\nshop.example')).toEqual(['shop.example']);
  expect(readDomains('"URL"\nshop.example\ndomain')).toEqual(['shop.example', 'domain']);
});

test('a list without domains is empty', () => {
  for (const text of ['', '\n\n', 'domain', ',,,\n', '\uFEFF']) expect(readDomains(text)).toEqual([]);
});

test('a quote that is not closed spoils no other line', () => {
  expect(readDomains('"a.example\nb.example\n5" disk\nc.example')).toEqual([
    'a.example',
    'b.example',
    '5 disk',
    'c.example',
  ]);
});

test('names come back from CSV with any further columns', () => {
  const cell = fc.string().map((text) => `"${text.replaceAll('"', '""')}"`);
  const name = fc.domain();
  fc.assert(
    fc.property(fc.array(fc.tuple(name, fc.array(cell))), (rows) => {
      const csv = rows.map(([first, rest]) => `${[first, ...rest].join(',')}\r\n`).join('');
      expect(readDomains(csv)).toEqual(rows.map(([first]) => first));
    }),
  );
});

test('what was read, one a line, reads as the same again', () => {
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

import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { createBatchMemory } from '../../../functions/back-office/page/src/batches/batch-memory.ts';
import {
  decodeFile,
  namedMembers,
  newBatches,
  offeredMembers,
  preselected,
  readDomains,
} from '../../../functions/back-office/page/src/batches/new-batch.ts';
import messages from '../../../functions/back-office/page/src/locales/en.json' with { type: 'json' };
import { areDomainFields } from '../../../functions/core/record/answer-fields.ts';
import { sampleStorage } from './batches/sample-batches.ts';

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

test('a list of any length is split into batches of at most 1,000 rows', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 5_000 }), (count) => {
      const domains = Array.from({ length: count }, (_, index) => `site-${index}.example`);
      const batches = newBatches({ domains, refresh: true, fields: ['seo_score'] });
      expect(batches.flatMap((batch) => batch.domains)).toEqual(domains);
      expect(batches).toHaveLength(Math.ceil(count / 1_000));
      for (const batch of batches) {
        expect(batch).toMatchObject({ refresh: true, fields: ['seo_score'] });
        expect(batch.domains.length).toBeLessThanOrEqual(1_000);
      }
    }),
    { numRuns: 30 },
  );
});

test('every offered metric is a member of the record and has a title', () => {
  for (const member of [...offeredMembers, ...preselected])
    expect([member, areDomainFields(member)]).toEqual([member, true]);
  const titles = Object.keys(messages).filter((key) => key.startsWith('batches.metrics.'));
  expect(titles).toEqual(offeredMembers.map((member) => `batches.metrics.${member}`).sort());
});

test('names of further metrics are separated by commas, spaces or line breaks, and duplicates are omitted', () => {
  expect(namedMembers(' page.lang,dns.mx_total\n page.lang，tls ')).toEqual(['page.lang', 'dns.mx_total', 'tls']);
  expect(namedMembers(' , ')).toEqual([]);
});

test('a file is read as UTF-8, as UTF-16 with a byte order mark, otherwise as GB 18030', () => {
  const text = '域名\r\nshop.example\r\n';
  const utf16 = new Uint8Array([
    0xff,
    0xfe,
    ...new Uint8Array(Uint16Array.from([...text], (one) => one.charCodeAt(0)).buffer),
  ]);
  expect(decodeFile(new TextEncoder().encode(text))).toBe(text);
  expect(decodeFile(utf16)).toBe(text);
  const gb = new Uint8Array([0xd3, 0xf2, 0xc3, 0xfb, ...new TextEncoder().encode('\r\nshop.example\r\n')]);
  expect(decodeFile(gb)).toBe(text);
});

const now = new Date('2026-11-22T10:00:00.000Z');
const request = { domains: ['a.example', 'b.example'], fields: ['seo_score'] };

test('the last ten batches are stored, newest first, without requests of older ones', () => {
  const storage = sampleStorage();
  const memory = createBatchMemory(storage);
  const ids = Array.from({ length: 12 }, () => memory.start([request], now)[0]!);
  expect(memory.recent().map((one) => one.ids[0])).toEqual(ids.slice(2).reverse());
  expect(ids.map((id) => memory.requestOf(id) !== null)).toEqual([false, false, ...Array<boolean>(10).fill(true)]);
  expect(storage.items.size).toBe(11);
});

test('a deleted batch leaves no stored items', () => {
  const storage = sampleStorage();
  const memory = createBatchMemory(storage);
  memory.remove(memory.start([request, request], now));
  expect(memory.recent()).toEqual([]);
  expect(storage.items.size).toBe(1);
});

test('a list that exceeds the storage quota is kept while the page is open', () => {
  const memory = createBatchMemory(sampleStorage(10));
  const [id] = memory.start([request], now);
  expect(memory.requestOf(id!)).toEqual(request);
  expect(memory.recent()).toHaveLength(1);
});

test('invalid stored values are ignored', () => {
  const storage = sampleStorage();
  for (const text of ['{', '7', '"x"', 'null']) {
    storage.setItem('back-office.batches', text);
    expect(createBatchMemory(storage).recent()).toEqual([]);
  }
});

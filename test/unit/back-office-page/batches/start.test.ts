import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import {
  decodeFile,
  namedMembers,
  newBatches,
  offeredMembers,
  preselected,
} from '../../../../functions/back-office/page/src/batches/new-batch.ts';
import messages from '../../../../functions/back-office/page/src/locales/en.json' with { type: 'json' };
import { areDomainFields } from '../../../../functions/core/record/answer-fields.ts';

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

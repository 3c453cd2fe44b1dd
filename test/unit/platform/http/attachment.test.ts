import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { attachment } from '../../../../functions/core/platform/http/csv.ts';

test.each([
  [['history', 'shop.example', '30d'], 'attachment; filename="history-shop.example-30d.csv"'],
  [['keywords', 'camping stove', null], 'attachment; filename="keywords-camping-stove.csv"'],
  [['keywords', '../..\\"; x="', undefined], 'attachment; filename="keywords-x.csv"'],
  [
    ['long-tail', '帐篷', 'zh-Hans'],
    `attachment; filename="long-tail-zh-Hans.csv"; filename*=UTF-8''long-tail-%E5%B8%90%E7%AF%B7-zh-Hans.csv`,
  ],
  [
    ['keywords', 'Zelt für 2'],
    `attachment; filename="keywords-Zelt-f-r-2.csv"; filename*=UTF-8''keywords-Zelt-f%C3%BCr-2.csv`,
  ],
])('attachment creates the file name for %j', (words, value) => {
  expect(attachment(words, 'csv')).toBe(value);
});

test('attachment returns an ASCII header of limited length with valid file names for any words', () => {
  const word = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 200 }),
    fc.array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 20 }).map((codes) => String.fromCharCode(...codes)),
  );
  fc.assert(
    fc.property(fc.array(word, { maxLength: 3 }), (words) => {
      const value = attachment(['list', ...words], 'csv');
      const [, plain, encoded] =
        /^attachment; filename="(list[\w.-]*\.csv)"(?:; filename\*=UTF-8''(list[\w.%-]*\.csv))?$/.exec(value)!;
      expect(value.length).toBeLessThan(2_000);
      const names = [plain!, ...(encoded ? [decodeURIComponent(encoded)] : [])];
      for (const name of names) {
        expect(name).toMatch(/^list[\p{L}\p{N}\p{M}._-]*\.csv$/u);
        expect(name).not.toContain('..');
      }
    }),
  );
});

import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { sameLanguage } from '../../../../functions/core/analysis/hreflang.ts';

test.each([
  ['en', 'en'],
  ['EN-us', 'en-GB'],
  ['en_US', 'en-us'],
  ['de-AT', 'de'],
  ['zh-Hant', 'zh-TW'],
  ['zh-HK', 'zh-TW'],
  ['zh-CN', 'zh-Hans'],
  ['zh', 'zh-TW'],
  ['zh-cmn-Hans', 'zh-CN'],
  ['iw', 'he'],
  ['nb-NO', 'no'],
  ['no', 'nn'],
  ['sr-RS', 'sr-Latn'],
  ['en-', 'en'],
  ['en-utf8-nonsense-at-length', 'en'],
  [' fr ', 'fr-CA'],
  ['eng', 'en'],
])('%s is the language of %s', (lang, hreflang) => {
  expect(sameLanguage(lang, hreflang)).toBe(true);
  expect(sameLanguage(hreflang, lang)).toBe(true);
});

test.each([
  ['en', 'de'],
  ['zh-Hans', 'zh-Hant'],
  ['zh-CN', 'zh-TW'],
  ['zh-Hans', 'zh-HK'],
  ['zh-SG', 'zh-Hant'],
  ['sr-Cyrl', 'sr-Latn'],
  ['nb', 'nn'],
  ['da', 'no'],
])('%s is not the language of %s', (lang, hreflang) => {
  expect(sameLanguage(lang, hreflang)).toBe(false);
  expect(sameLanguage(hreflang, lang)).toBe(false);
});

test.each([
  [null, 'en'],
  ['', 'en'],
  ['en', 'x-default'],
  ['en', 'X-Default'],
  ['english', 'en'],
  ['und', 'en'],
  ['12', 'en'],
  ['🦊', 'en'],
])('%s and %s cannot be compared: one has no language', (lang, hreflang) => {
  expect(sameLanguage(lang, hreflang)).toBeNull();
});

test('any two texts are compared without an error, in either order with the same result', () => {
  const tag = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 300 }),
    fc.array(fc.stringMatching(/^[a-z0-9]{1,9}$/), { maxLength: 6 }).map((parts) => parts.join('-')),
  );
  fc.assert(fc.property(tag, tag, (one, other) => sameLanguage(one, other) === sameLanguage(other, one)));
});

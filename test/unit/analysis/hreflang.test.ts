import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { comparableAddress, sameLanguage } from '../../../functions/core/analysis/hreflang.ts';

test.each([
  ['HTTPS://Shop.Example:443', 'https://shop.example/'],
  ['http://shop.example:80/a#b', 'http://shop.example/a'],
  ['http://shop.example:8080/', 'http://shop.example:8080/'],
  ['/de/?a=1', 'https://shop.example/de/?a=1'],
  ['//de.shop.example', 'https://de.shop.example/'],
  ['./x/../de/', 'https://shop.example/de/'],
  ['https://shop.example./', 'https://shop.example/'],
  ['https://bücher.example/ü', 'https://xn--bcher-kva.example/%C3%BC'],
  [' \n/de/ ', 'https://shop.example/de/'],
])('%s is %s', (written, address) => {
  expect(comparableAddress(written, 'https://shop.example/')).toBe(address);
});

test.each([
  '',
  '  ',
  'javascript:alert(1)',
  'mailto:a@shop.example',
  'data:text/html,x',
  'ftp://shop.example/',
  'https://',
  'https://user:password@shop.example/',
  'https://user@shop.example/',
  'https://shop.example/robots.txt',
  '/robots.txt?x#y',
  `https://shop.example/${'a'.repeat(2000)}`,
])('%.60s is not the address of a page', (written) => {
  expect(comparableAddress(written, 'https://shop.example/')).toBeNull();
});

test('a normalised address does not change', () => {
  fc.assert(
    fc.property(fc.webUrl({ withFragments: true, withQueryParameters: true }), (url) => {
      const address = comparableAddress(url);
      fc.pre(address !== null);
      expect(comparableAddress(address)).toBe(address);
    }),
  );
});

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

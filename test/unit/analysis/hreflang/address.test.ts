import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { comparableAddress } from '../../../../functions/core/analysis/hreflang.ts';

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

import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { withLineFeeds } from '../../../../functions/core/analysis/page/html-tokens.ts';

test('withLineFeeds replaces CR and CRLF by LF and changes nothing else', () => {
  const piece = fc.constantFrom('\r', '\n', '\r\n', 'a', 'é', '中', '😀', '\ud83d', '\0', '<p>');
  const text = fc.oneof(fc.string({ unit: piece }), fc.string({ unit: 'binary' }));
  fc.assert(fc.property(text, (page) => withLineFeeds(page) === page.replace(/\r\n?/g, '\n')));
});

test.each([
  ['CRs', '\r'],
  ['CRs among Chinese characters', '中\r'],
])('five million characters of %s need little memory', (_, unit) => {
  const page = unit.repeat(5_000_000 / unit.length);
  const before = process.memoryUsage();
  const lines = withLineFeeds(page);
  const after = process.memoryUsage();
  expect(lines).toHaveLength(page.length);
  expect(after.heapUsed - before.heapUsed).toBeLessThan(40_000_000);
});

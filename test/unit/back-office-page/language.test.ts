import { expect, test } from '@jest/globals';
import { languageOf, localeOf } from '../../../functions/back-office/page/src/language/choose-language.ts';
import { createFormat } from '../../../functions/back-office/page/src/language/format.ts';

test('languageOf returns the first supported preferred language of any region', () => {
  expect(languageOf(['fr-CH', 'zh-Hant-TW', 'en'])).toBe('zh');
  expect(languageOf(['EN-us', 'zh'])).toBe('en');
});

test('languageOf returns English when no preferred language is supported', () => {
  expect(languageOf(['fr', 'de'])).toBe('en');
  expect(languageOf([])).toBe('en');
});

test('localeOf returns the first supported variant of the language, otherwise the language', () => {
  expect(localeOf('en', ['zh-CN', 'en-US@posix', 'en-GB', 'en-US'])).toBe('en-GB');
  expect(localeOf('en', ['en-US@posix'])).toBe('en');
});

test('a relative time has the largest unit with a value of at least one', () => {
  const { ago } = createFormat('en');
  const now = Date.parse('2026-11-21T12:00:00Z');
  expect(ago('2026-11-21T11:59:20Z', now)).toBe('40 seconds ago');
  expect(ago('2026-11-21T10:01:00Z', now)).toBe('1 hour ago');
  expect(ago('2026-11-11T12:00:00Z', now)).toBe('10 days ago');
  expect(ago('2026-11-21T12:05:00Z', now)).toBe('in 5 minutes');
  expect(ago('2026-11-21T12:00:00Z', now)).toBe('now');
});

test('dates are days in UTC in any time zone', () => {
  expect(createFormat('en').date('2026-11-21')).toBe('Nov 21, 2026');
  expect(createFormat('zh').date('2026-11-21')).toBe('2026年11月21日');
});

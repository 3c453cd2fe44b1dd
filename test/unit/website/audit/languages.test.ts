import { expect, test } from '@jest/globals';
import { isLanguage } from '../../../../functions/shared/website/audit/languages.ts';

test.each(['en', 'de', 'zh', 'haw', 'yue', 'qaa'])('%j is a language', (code) => {
  expect(isLanguage(code)).toBe(true);
});

test.each(['', 'e', 'xx', 'engl', 'english', 'zh1', 'EN', '中', 'constructor', 'qab', 'qaa..qtz'])(
  '%j is none',
  (code) => {
    expect(isLanguage(code)).toBe(false);
  },
);

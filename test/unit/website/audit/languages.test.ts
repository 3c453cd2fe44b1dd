import { expect, test } from '@jest/globals';
import { isValidLang } from 'lighthouse/third-party/axe/valid-langs.js';
import { isLanguage } from '../../../../functions/shared/website/audit/languages.ts';

const letters = [...'abcdefghijklmnopqrstuvwxyz'];
const two = letters.flatMap((first) => letters.map((second) => first + second));
const three = two.flatMap((start) => letters.map((last) => start + last));

test('of all codes of one to three letters, those that Lighthouse accepts are languages', () => {
  const codes = ['', ...letters, ...two, ...three];
  expect(codes.filter(isLanguage)).toEqual(codes.filter((code) => isValidLang(code)));
});

test.each(['engl', 'english', 'zh1', 'EN', '中', 'constructor', 'qaa..qtz'])('%j is none', (code) => {
  expect(isLanguage(code)).toBe(false);
  expect(isValidLang(code)).toBe(false);
});

import { expect, test } from '@jest/globals';
import { isLanguage } from '../../../../functions/core/analysis/rules/hreflang.ts';
import { importPackage } from '../../../corpora/packages.ts';

interface ValidLangs {
  isValidLang: (code: string) => boolean;
}

const { isValidLang } = await importPackage<ValidLangs>('lighthouse/third-party/axe/valid-langs.js');

const letters = [...'abcdefghijklmnopqrstuvwxyz'];
const two = letters.flatMap((first) => letters.map((second) => first + second));
const three = two.flatMap((start) => letters.map((last) => start + last));
const others = ['engl', 'english', 'zh1', 'EN', '中', 'constructor', 'qaa..qtz'];

test('isLanguage accepts the same codes of one to three letters as Lighthouse', () => {
  const codes = ['', ...letters, ...two, ...three, ...others];
  expect(codes.filter(isLanguage)).toEqual(codes.filter((code) => isValidLang(code)));
});

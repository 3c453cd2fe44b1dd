import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { scriptLanguage, seedLocale } from '../../../functions/shared/keywords/language.ts';
import { texts } from './texts.ts';

describe('the language of a script', () => {
  test.each([
    ['长尾关键词', 'zh'],
    ['seo優化', 'zh'],
    ['東京 観光 おすすめ', 'ja'],
    ['ラーメン', 'ja'],
    ['서울 맛집', 'ko'],
    ['วิธีทำอาหาร', 'th'],
    ['ελληνικά', 'el'],
    ['α particles', null],
    ['seo tools', null],
    ['купить', null],
    ['', null],
  ])('%j: %j', (text, language) => {
    expect(scriptLanguage(text)).toBe(language);
  });

  test.each([
    ['seo', 'en', 'US'],
    ['长尾关键词', 'zh', 'CN'],
    ['東京の天気', 'ja', 'JP'],
    ['서울', 'ko', 'KR'],
    ['ไทย', 'th', 'TH'],
    ['купить', 'ru', 'RU'],
    ['!!', 'en', 'US'],
  ])('%j is asked for in %s-%s', (text, language, region) => {
    expect(seedLocale(text)).toEqual({ language, region });
  });

  test('every text has a locale', () => {
    fc.assert(
      fc.property(texts, (text) => {
        const { language, region } = seedLocale(text);
        expect(`${language}-${region}`).toMatch(/^[a-z]{2}-[A-Z]{2}$/);
        expect([language, null]).toContain(scriptLanguage(text));
      }),
    );
  });
});

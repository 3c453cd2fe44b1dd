import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import {
  charCount,
  isUnspaced,
  placedWords,
  SEGMENTER,
  wordCount,
  wordsOf,
} from '../../../functions/shared/keywords/words.ts';
import { texts } from './texts.ts';

describe('words', () => {
  test.each([
    ['best running shoes for women’s 2026', ['best', 'running', 'shoes', 'for', 'women’s', '2026']],
    ['北京旅游攻略', ['北京', '旅游', '攻略']],
    ['iphone 15 多少钱', ['iphone', '15', '多少钱']],
    ['서울 맛집', ['서울', '맛집']],
    ['c++ vs c#', ['c', 'vs', 'c']],
    ['🍕 !', []],
  ])('of %j', (text, words) => {
    expect(wordsOf(text)).toEqual(words);
    expect(wordCount(text)).toBe(words.length);
  });

  test('stand in the text one behind the other', () => {
    fc.assert(
      fc.property(texts, (text) => {
        let end = 0;
        for (const { word, start } of placedWords(text)) {
          expect(start).toBeGreaterThanOrEqual(end);
          end = start + word.length;
          expect(text.slice(start, end)).toBe(word);
        }
      }),
    );
  });

  test('characters are code points', () => {
    expect([charCount('长尾'), charCount('🍕'), charCount('')]).toEqual([2, 1, 0]);
  });

  test('of scripts without spaces are told apart', () => {
    const unspaced = ['关键', 'おすすめ', 'ラーメン', 'ไทย', 'ລາວ', 'ខ្មែរ', 'မြန်မာ', '々'];
    expect(unspaced.filter((word) => !isUnspaced(word))).toEqual([]);
    expect(['seo', '서울', 'שלום', '3d打印', '12', ''].filter(isUnspaced)).toEqual([]);
  });

  test('the segmenter tells its release', () => {
    expect(SEGMENTER).toMatch(/^icu-\d+\.\d+$/);
  });
});

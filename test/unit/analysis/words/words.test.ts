import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import {
  charCount,
  isUnspaced,
  placedWords,
  wordCount,
  wordsOf,
} from '../../../../functions/core/analysis/words/words.ts';
import { texts } from '../../keywords/texts.ts';

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

  test('without the segmenter equal those of the segmenter', () => {
    const segmenter = new Intl.Segmenter('und', { granularity: 'word' });
    const wordsIn = (text: string) =>
      [...segmenter.segment(text)].flatMap(({ segment, index, isWordLike }) =>
        isWordLike ? [{ word: segment, start: index }] : [],
      );
    const range = (from: number, to: number) =>
      fc.integer({ min: from, max: to }).map((code) => String.fromCharCode(code));
    const character = fc.oneof(
      range(0x20, 0x7e),
      ...[range(0xa0, 0x17f), range(0x410, 0x451)],
      fc.constantFrom('a', 'é', 'ж', '1', '2', '.', ',', "'", '’', ' ', '-'),
    );
    fc.assert(
      fc.property(fc.array(character, { maxLength: 12 }), (characters) => {
        const text = characters.join('');
        expect(placedWords(text)).toEqual(wordsIn(text));
      }),
      { numRuns: 5_000 },
    );
  });

  test('are in the order of the text', () => {
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

  test('of scripts without spaces are recognised', () => {
    const unspaced = ['关键', 'おすすめ', 'ラーメン', 'ไทย', 'ລາວ', 'ខ្មែរ', 'မြန်မာ', '々'];
    expect(unspaced.filter((word) => !isUnspaced(word))).toEqual([]);
    expect(['seo', '서울', 'שלום', '3d打印', '12', ''].filter(isUnspaced)).toEqual([]);
  });
});

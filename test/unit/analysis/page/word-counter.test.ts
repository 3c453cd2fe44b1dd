import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { pieceOf } from '../../../../functions/core/analysis/page/text-piece.ts';
import { WordCounter } from '../../../../functions/core/analysis/page/word-counter.ts';

const segmenter = new Intl.Segmenter('und', { granularity: 'word' });
const countWords = (text: string): number => {
  const counter = new WordCounter();
  counter.write(pieceOf(text));
  return counter.total;
};
const bySegmenter = (text: string): number =>
  [...segmenter.segment(text)].filter(({ isWordLike }) => isWordLike).length;

describe('word count', () => {
  test.each([
    ['智能客服系统哪个好', 6],
    ['北京旅游攻略', 3],
    ['seo优化怎么做', 5],
    ['iphone 15 多少钱', 3],
    ['长尾关键词挖掘工具', 5],
    ['東京 観光 おすすめ', 3],
    ['検索エンジン最適化とは', 5],
    ['서울 맛집 추천', 3],
    ['วิธีทำอาหารไทย', 4],
    ['c++ vs c#', 3],
    ['how-to e-mail seo', 5],
    ["best running shoes for women's 2026", 6],
    ['报价3.5万', 3],
    ['snake_case is_1 word', 3],
    ['3.14 1,000 e.g. www.shop.example', 4],
    ['צה"ל א"1 a"b', 5],
  ])('of %j is %d', (text, words) => {
    expect(countWords(text)).toBe(words);
  });

  test('agrees with Intl.Segmenter on text of scripts with spaces', () => {
    const character = fc.constantFrom(...'abZéßжЯαω한글אبcd019 \t\n.,;:\'’"-–—+/@#&%$()!?·\u00a0');
    fc.assert(
      fc.property(fc.string({ unit: character, maxLength: 40 }), (text) => {
        expect(countWords(text)).toBe(bySegmenter(text));
      }),
      { numRuns: 3000 },
    );
  });

  test('agrees with Intl.Segmenter on text that mixes scripts', () => {
    const word = fc.constantFrom(
      '智能客服',
      '系统',
      'エンジン',
      'とは',
      ' อาหาร ',
      ' ไทย ',
      'seo',
      '3.5',
      "it's",
      '北京',
      '한국',
      '。',
      '，',
    );
    const gap = fc.constantFrom(' ', '\n', ' - ', '、', '');
    fc.assert(
      fc.property(fc.array(fc.tuple(word, gap), { maxLength: 12 }), (parts) => {
        const text = parts.flat().join('');
        expect(countWords(text)).toBe(bySegmenter(text));
      }),
      { numRuns: 1000 },
    );
  });

  test('does not depend on how the text is split into pieces', () => {
    fc.assert(
      fc.property(
        fc.array(fc.string({ unit: fc.constantFrom(..."ab1.,' 智能ไ_😀é"), maxLength: 6 }), { maxLength: 8 }),
        (pieces) => {
          const counter = new WordCounter();
          for (const piece of pieces) counter.write(pieceOf(piece));
          expect(counter.total).toBe(countWords(pieces.join('')));
        },
      ),
    );
  });

  test('a break ends a word', () => {
    const counter = new WordCounter();
    counter.write(pieceOf('one'));
    counter.break();
    counter.write(pieceOf('two'));
    expect(counter.total).toBe(2);
  });
});

import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { autocompleteScore, providerScore } from '../../../functions/shared/keywords/score.ts';

describe('scores', () => {
  test.each([
    [{ ranks: { google: 1, bing: 1 }, asked: 2, wordCount: 5 }, 100],
    [{ ranks: { google: 1, bing: 1 }, asked: 2, wordCount: 1 }, 75],
    [{ ranks: { google: 1 }, asked: 2, wordCount: 1 }, 38],
    [{ ranks: { google: 12 }, asked: 1, wordCount: 3 }, 50],
    [{ ranks: {}, asked: 3, wordCount: 3 }, 13],
    [{ ranks: {}, asked: 0, wordCount: 0 }, 0],
  ])('from autocomplete of %j is %d', (suggested, score) => {
    expect(autocompleteScore(suggested)).toBe(score);
  });

  test.each([
    [{ searchVolume: 99_999, keywordDifficulty: 0 }, 100],
    [{ searchVolume: 0, keywordDifficulty: 100 }, 0],
    [{ searchVolume: 999, keywordDifficulty: 50 }, 56],
    [{ searchVolume: 10_000_000, keywordDifficulty: 0 }, 100],
  ])('from a provider of %j is %d', (measured, score) => {
    expect(providerScore(measured)).toBe(score);
  });

  test('are whole numbers from 0 to 100, and a better rank is never worse', () => {
    const rank = fc.integer({ min: 1, max: 50 });
    fc.assert(
      fc.property(rank, rank, fc.integer({ min: 0, max: 7 }), fc.nat(30), (one, other, asked, wordCount) => {
        const score = (google: number) => autocompleteScore({ ranks: { google }, asked, wordCount });
        const scores = [score(Math.min(one, other)), score(Math.max(one, other))] as const;
        expect(scores.every((value) => Number.isInteger(value) && value >= 0 && value <= 100)).toBe(true);
        expect(scores[0]).toBeGreaterThanOrEqual(scores[1]);
      }),
    );
  });
});

import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { normaliseKeyword } from '../../../../functions/core/analysis/words/words.ts';
import { texts } from '../../keywords/texts.ts';
import { readCases } from '../../../support/cases.ts';

const cases = readCases<{ forms: [string, string][] }>('keywords/normalise');

describe('the normal form of a keyword', () => {
  test.each(cases.forms)('of %j is %j', (text, form) => {
    expect(normaliseKeyword(text)).toBe(form);
  });

  test('is its own normal form', () => {
    fc.assert(
      fc.property(texts, (text) => {
        const form = normaliseKeyword(text);
        expect(normaliseKeyword(form)).toBe(form);
      }),
      { numRuns: 3000 },
    );
  });

  test('has no white space but single blanks inside, no capitals of ASCII, and is well formed', () => {
    fc.assert(
      fc.property(texts, (text) => {
        const form = normaliseKeyword(text);
        expect(form).not.toMatch(/^\s|\s$|\s\s|[^\S ]|[A-Z\p{Cc}]/u);
        expect(form.isWellFormed()).toBe(true);
      }),
      { numRuns: 1000 },
    );
  });

  test('keeps no more marks on a letter than any script writes', () => {
    expect(normaliseKeyword(`x${'\u0327\u0301'.repeat(100_000)}`).length).toBeLessThan(40);
  });
});

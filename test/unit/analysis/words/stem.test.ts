import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { stem } from '../../../../functions/core/analysis/words/terms.ts';
import { texts } from '../../keywords/texts.ts';
import { readCases } from '../../../support/cases.ts';

const cases = readCases<{ same: [string, string, string][]; unstemmed: [string, string | null][] }>('keywords/stem');

describe('the stem of a word', () => {
  test.each(cases.same)('%s: %s and %s have one', (language, one, other) => {
    expect(stem(one, language)).toBe(stem(other, language));
  });

  test.each([
    ['en', 'shirt', 'shift'],
    ['de', 'zelt', 'zeit'],
    ['fr', 'tente', 'tante'],
  ])('%s: %s and %s have two', (language, one, other) => {
    expect(stem(one, language)).not.toBe(stem(other, language));
  });

  test('a tag with script or region is read by its language', () => {
    expect(stem('camisas', 'pt-BR')).toBe(stem('camisa', 'pt'));
  });

  test.each(cases.unstemmed)('%j in %j is its own stem', (word, language) => {
    expect(stem(word, language)).toBe(word);
  });

  test('every word has a stem that is not empty, and the same each time', () => {
    const languages = fc.constantFrom('en', 'de', 'fr', 'es', 'it', 'pt', 'nl', 'ru', 'sv', 'da', 'nb');
    const words = fc.oneof(texts, fc.stringMatching(/^[a-zäöüßéñçõа-я]{1,30}$/u));
    fc.assert(
      fc.property(words, languages, (word, language) => {
        const found = stem(word, language);
        expect(found).toBe(stem(word, language));
        expect(found === '').toBe(word === '');
      }),
    );
  });
});

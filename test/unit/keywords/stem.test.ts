import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { stem } from '../../../functions/shared/keywords/stem.ts';
import { texts } from './texts.ts';

describe('the stem of a word', () => {
  test.each([
    ['en', 'shirt', 'shirts'],
    ['en', 'cookie', 'cookies'],
    ['en', 'baby', 'babies'],
    ['en', 'women', "women's"],
    ['en', 'women', 'women’s'],
    ['de', 'schuh', 'schuhe'],
    ['de', 'haus', 'häuser'],
    ['de', 'straße', 'strassen'],
    ['fr', 'bébé', 'bébés'],
    ['fr', 'tente', 'tentes'],
    ['es', 'niño', 'niños'],
    ['es', 'camión', 'camiones'],
    ['it', 'scarpa', 'scarpe'],
    ['pt', 'melhor', 'melhores'],
    ['nl', 'schoen', 'schoenen'],
    ['ru', 'палатка', 'палатки'],
    ['sv', 'hund', 'hundar'],
    ['da', 'hund', 'hunde'],
    ['nb', 'hund', 'hunder'],
  ])('%s: %s and %s have one', (language, one, other) => {
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

  test.each([
    ['shirts', null],
    ['shirts', 'xx'],
    ['帐篷', 'zh-Hans'],
    ['キャンプ', 'ja'],
    ['c++', 'en'],
    ['2000s', 'en'],
    ['帐篷', 'en'],
    ['', 'en'],
  ])('%j in %j is its own stem', (word, language) => {
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

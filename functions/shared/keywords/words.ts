import { characters } from '../text/text.ts';

/** Words of unspaced scripts depend on the dictionaries of ICU: what was counted with another release may differ. */
export const SEGMENTER = `icu-${process.versions.icu ?? 'unknown'}`;

const segmenter = new Intl.Segmenter('und', { granularity: 'word' });

/** A word, and where it stands in its text. */
export interface PlacedWord {
  word: string;
  /** In UTF-16 units, as all offsets of strings. */
  start: number;
}

/** @returns the words of a text in order (Unicode Standard Annex 29; by dictionary where no spaces are written) */
export function placedWords(text: string): PlacedWord[] {
  const words: PlacedWord[] = [];
  for (const { segment, index, isWordLike } of segmenter.segment(text)) {
    if (isWordLike) words.push({ word: segment, start: index });
  }
  return words;
}

/** @returns the words of a text in order; punctuation and symbols are none */
export function wordsOf(text: string): string[] {
  return placedWords(text).map(({ word }) => word);
}

export function wordCount(keyword: string): number {
  return placedWords(keyword).length;
}

/** @returns number of code points, as in all lengths of the record */
export function charCount(keyword: string): number {
  return characters(keyword);
}

/** Characters of scripts that are written without spaces, as a class for regular expressions. */
export const UNSPACED = '\\p{sc=Han}\\p{sc=Hira}\\p{sc=Kana}\\p{sc=Thai}\\p{sc=Laoo}\\p{sc=Khmr}\\p{sc=Mymr}\\u30fc';

const wholly = new RegExp(`^[${UNSPACED}][${UNSPACED}\\p{M}]*$`, 'u');

/** @returns whether a word is wholly of a script that is written without spaces */
export function isUnspaced(word: string): boolean {
  return wholly.test(word);
}

import { characters } from '../../platform/text/text.ts';

/** Made when first needed: that takes ten milliseconds, as the first object of `Intl` does that has a locale. */
let segmenter: Intl.Segmenter | undefined;

const LETTER = 'A-Za-zÀ-ÖØ-öø-ſА-яЁё';
/** Letters, digits and separators for which Unicode's rules are those of {@link PLAIN_WORD}. */
const PLAIN = new RegExp(`^[${LETTER}0-9 .,'’!?"#$%&()*+/<=>@\\[\\]{|}~-]*$`);
/** Full stops and apostrophes join what is of the same kind, commas digits alone. */
const PLAIN_WORD = new RegExp(
  `(?:[${LETTER}0-9]|(?<=[${LETTER}])[.'’](?=[${LETTER}])|(?<=[0-9])[.,'’](?=[0-9]))+`,
  'g',
);

/** A word and its position in a string. */
export interface PlacedWord {
  word: string;
  /** In UTF-16 units, as all offsets of strings. */
  start: number;
}

/** @returns the words of a text in order (Unicode Standard Annex 29; by dictionary for scripts without spaces) */
export function placedWords(text: string): PlacedWord[] {
  if (PLAIN.test(text)) return [...text.matchAll(PLAIN_WORD)].map(({ 0: word, index }) => ({ word, start: index }));
  const words: PlacedWord[] = [];
  segmenter ??= new Intl.Segmenter('und', { granularity: 'word' });
  for (const { segment, index, isWordLike } of segmenter.segment(text)) {
    if (isWordLike) words.push({ word: segment, start: index });
  }
  return words;
}

/** @returns the words of a text in order, without punctuation and symbols */
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

const UNSPACED_WORD = new RegExp(`^[${UNSPACED}][${UNSPACED}\\p{M}]*$`, 'u');

/** The first character of all these scripts. */
const FIRST_UNSPACED = '\u0e01';

/** @returns whether all characters of a word are of scripts that are written without spaces */
export function isUnspaced(word: string): boolean {
  return word >= FIRST_UNSPACED && UNSPACED_WORD.test(word);
}

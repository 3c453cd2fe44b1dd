import { stemmer as danish } from '@orama/stemmers/danish';
import { stemmer as dutch } from '@orama/stemmers/dutch';
import { stemmer as english } from '@orama/stemmers/english';
import { stemmer as french } from '@orama/stemmers/french';
import { stemmer as german } from '@orama/stemmers/german';
import { stemmer as italian } from '@orama/stemmers/italian';
import { stemmer as norwegian } from '@orama/stemmers/norwegian';
import { stemmer as portuguese } from '@orama/stemmers/portuguese';
import { stemmer as russian } from '@orama/stemmers/russian';
import { stemmer as spanish } from '@orama/stemmers/spanish';
import { stemmer as swedish } from '@orama/stemmers/swedish';
import { isUnspaced, normaliseKeyword, placedWords, UNSPACED } from './words.ts';

/** Maximum number of index terms of a keyword; further ones are dropped. */
export const MAX_TERMS = 100;

/** A word of a search. */
export interface RequestedWords {
  word: string;
  /** Index terms that every keyword with this word has. */
  terms: string[];
  /** Language and stem for finding inflections; `null` for a word without inflections. */
  inflected: Inflected | null;
}

/** A word in a language with inflections. */
interface Inflected {
  language: string;
  stem: string;
}

/**
 * Returns the index terms of a keyword, distinct and in order: each word of a script with spaces; in scripts without
 * spaces, where word boundaries are ambiguous, every pair of adjacent characters, and each word of a single character.
 * `c++`, `c#`, `.net` and similar names are terms in addition to `c` and `net`. A keyword without any word is split at
 * spaces.
 *
 * @param keyword in the normal form
 * @returns at most {@link MAX_TERMS}
 */
export function termsOf(keyword: string): string[] {
  const words = placedWords(keyword);
  const found: { term: string; start: number }[] = words
    .filter(({ word }) => !isUnspaced(word) || isOneCharacter(word))
    .map(({ word, start }) => ({ term: word, start }));
  for (const { 0: run, index } of keyword.matchAll(RUN)) {
    for (const [offset, term] of pairsOf(run).entries()) found.push({ term, start: index + offset });
  }
  for (const { 0: term, index } of keyword.matchAll(SYMBOL_WORD)) found.push({ term, start: index });
  found.sort((one, other) => one.start - other.start);
  const tokens = words.length > 0 ? [] : tokensOf(keyword);
  return [...new Set([...found.map(({ term }) => term), ...tokens])].slice(0, MAX_TERMS);
}

/**
 * Returns the stems of a keyword's words that are not terms; inflections of the words are found by them.
 *
 * @param language of the keyword; null if unknown
 */
export function stemsOf(keyword: string, language: string | null): string[] {
  const terms = termsOf(keyword);
  return [...new Set(terms.map((term) => stem(term, language)))].filter((each) => !terms.includes(each));
}

/**
 * Returns the words of a search text. Scripts without spaces are split by the segmenter, but a single character is
 * joined to its neighbours: 关键|词 is searched as 关键词. A text without any word is split at spaces.
 *
 * @param language language of the inflections that match; null: only the words themselves
 */
export function requestedWords(q: string, language: string | null = null): RequestedWords[] {
  const text = normaliseKeyword(q);
  const symbolWords = [...text.matchAll(SYMBOL_WORD)].map(({ 0: word, index }) => ({ word, start: index }));
  const words = joinShort(placedWords(text).filter(({ start }) => !symbolWords.some((word) => holds(word, start))));
  const all = [...words, ...symbolWords].sort((one, other) => one.start - other.start).map(({ word }) => word);
  return [...new Set(all.length > 0 ? all : tokensOf(text))].map((word) => ({
    word,
    terms: termsOfWord(word),
    inflected: language !== null && isInflectable(word) ? { language, stem: stem(word, language) } : null,
  }));
}

/**
 * Returns whether a keyword contains all words of a search, in any order. A word of a script with spaces, or of a
 * single character, has to be a whole word or, in a keyword of the same language, a word with the same stem; a longer
 * word of a script without spaces can be any substring.
 *
 * @param keyword in the normal form
 * @param language of the keyword; null if unknown
 */
export function matches(
  keyword: string,
  queryWords: readonly RequestedWords[],
  language: string | null = null,
): boolean {
  if (queryWords.length === 0) return true;
  const words = placedWords(keyword).map(({ word }) => word);
  const symbolWords = [...keyword.matchAll(SYMBOL_WORD)].map(([word]) => word);
  const whole = new Set([...words, ...symbolWords, ...(words.length > 0 ? [] : tokensOf(keyword))]);
  return queryWords.every(({ word, inflected }) => {
    if (isRun(word)) return keyword.includes(word);
    if (whole.has(word)) return true;
    return inflected !== null && isSame(language, inflected.language) && hasInflection(words, inflected);
  });
}

/** Returns whether two tags have the same language, in any script or region. */
const isSame = (one: string | null, other: string) => one?.split('-', 1)[0] === other.split('-', 1)[0];

const hasInflection = (words: string[], inflected: Inflected) =>
  words.some((word) => stem(word, inflected.language) === inflected.stem);

/** A run of characters of scripts without spaces. */
const RUN = new RegExp(`[${UNSPACED}][${UNSPACED}\\p{M}]*`, 'gu');
/** Names that differ from a plain word only by their symbols, and emoji. */
const SYMBOL_WORD =
  /(?<![a-z0-9.])(?:[a-z0-9]+(?:\+\+?|#)(?![a-z0-9+#])|\.[a-z][a-z0-9]*)|\p{Extended_Pictographic}(?:\p{Emoji_Modifier}|\u200d\p{Extended_Pictographic})*/gu;

const LETTERS = /^[\p{L}\p{M}'’]+$/u;

const isOneCharacter = (word: string) => word.length === (word.codePointAt(0)! > 0xffff ? 2 : 1);
/** Languages that are written without spaces have no stems here; each pair of a longer word is a term of its own. */
const isInflectable = (word: string) => LETTERS.test(word) && !isUnspaced(word);
const isRun = (word: string) => isUnspaced(word) && !isOneCharacter(word);
const holds = ({ word, start }: { word: string; start: number }, at: number) => at >= start && at < start + word.length;
const tokensOf = (text: string) => text.split(' ').filter((token) => token !== '');
const termsOfWord = (word: string) => (isRun(word) ? [...new Set(pairsOf(word))] : [word]);

function pairsOf(run: string): string[] {
  const characters = Array.from(run);
  return characters.slice(1).map((character, index) => characters[index]! + character);
}

/** Joins adjacent words of scripts without spaces if one of them is a single character. */
function joinShort(words: { word: string; start: number }[]): { word: string; start: number }[] {
  const joined: { word: string; start: number }[] = [];
  for (const { word, start } of words) {
    const last = joined.at(-1);
    const touches = last && last.start + last.word.length === start && isUnspaced(word) && isUnspaced(last.word);
    if (touches && (isOneCharacter(word) || isOneCharacter(last.word))) last.word += word;
    else joined.push({ word, start });
  }
  return joined;
}

/** Porter's algorithm for English, the Snowball algorithms (snowballstem.org) for the others. */
const STEMMERS: Partial<Record<string, (word: string) => string>> = {
  da: danish,
  de: german,
  en: (word) => english(word.replace(POSSESSIVE, '')),
  es: spanish,
  fr: french,
  it: italian,
  nb: norwegian,
  nl: dutch,
  no: norwegian,
  pt: portuguese,
  ru: russian,
  sv: swedish,
};

/** Porter's algorithm does not know the ending `'s`. */
const POSSESSIVE = /['’]s?$/;
/** Words for which the algorithms are made: without digits and symbols, and no longer than words of these languages. */
const WORD = /^[\p{sc=Latn}\p{sc=Cyrl}]{1,50}(?:['’][\p{sc=Latn}]{0,50})?$/u;

/**
 * Returns the stem that the inflections of a word share. Stems are for comparison and often not words themselves.
 *
 * @param word in the normal form
 * @param language BCP 47 tag; null if unknown
 * @returns the word itself if it is not a plain word, or its language is unknown or has no stemmer here
 */
export function stem(word: string, language: string | null): string {
  const stemmer = language === null ? undefined : STEMMERS[language.split('-', 1)[0]!];
  return stemmer && WORD.test(word) ? stemmer(word) || word : word;
}

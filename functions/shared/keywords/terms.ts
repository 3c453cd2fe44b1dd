import { normaliseKeyword } from './normalise.ts';
import { isUnspaced, placedWords, UNSPACED } from './words.ts';

/** Most index terms that a keyword has; those that stand first count. */
export const MAX_TERMS = 100;

/** A word that is searched for. */
export interface Wanted {
  word: string;
  /** The index terms of every keyword that has it. */
  terms: string[];
}

/**
 * Index terms of a keyword, distinct and in order: each word of a script with spaces whole; of a run of characters of
 * scripts without spaces every pair of neighbours, since where one word ends is a matter of opinion there, and each
 * word of a single character. `c++`, `c#`, `.net` and their like are terms beside `c` and `net`. A keyword without any
 * word has what stands between its spaces.
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
 * The words of a search text. Words of scripts without spaces are cut as the segmenter cuts them, but none is a single
 * character where it has a neighbour: 关键|词 is searched for as 关键词. Of a text without any word, what stands between
 * its spaces.
 */
export function wantedWords(q: string): Wanted[] {
  const text = normaliseKeyword(q);
  const symbolWords = [...text.matchAll(SYMBOL_WORD)].map(({ 0: word, index }) => ({ word, start: index }));
  const words = joinShort(placedWords(text).filter(({ start }) => !symbolWords.some((word) => holds(word, start))));
  const all = [...words, ...symbolWords].sort((one, other) => one.start - other.start).map(({ word }) => word);
  return [...new Set(all.length > 0 ? all : tokensOf(text))].map((word) => ({ word, terms: wantedTerms(word) }));
}

/**
 * Whether a keyword has all of the wanted words, in any order: a word of a script with spaces, and a single character
 * of one without, as a word; a longer word of a script without spaces as a run of characters.
 *
 * @param keyword in the normal form
 */
export function matches(keyword: string, wanted: readonly Wanted[]): boolean {
  if (wanted.length === 0) return true;
  const words = placedWords(keyword).map(({ word }) => word);
  const symbolWords = [...keyword.matchAll(SYMBOL_WORD)].map(([word]) => word);
  const whole = new Set([...words, ...symbolWords, ...(words.length > 0 ? [] : tokensOf(keyword))]);
  return wanted.every(({ word }) => (isRun(word) ? keyword.includes(word) : whole.has(word)));
}

/** Neighbours in a script without spaces. */
const RUN = new RegExp(`[${UNSPACED}][${UNSPACED}\\p{M}]*`, 'gu');
/** Names that differ from a plain word by their symbols alone, and pictures. */
const SYMBOL_WORD =
  /(?<![a-z0-9.])(?:[a-z0-9]+(?:\+\+?|#)(?![a-z0-9+#])|\.[a-z][a-z0-9]*)|\p{ExtPict}(?:\p{EMod}|\u200d\p{ExtPict})*/gu;

const isOneCharacter = (word: string) => word.length === (word.codePointAt(0)! > 0xffff ? 2 : 1);
const isRun = (word: string) => isUnspaced(word) && !isOneCharacter(word);
const holds = ({ word, start }: { word: string; start: number }, at: number) => at >= start && at < start + word.length;
const tokensOf = (text: string) => text.split(' ').filter((token) => token !== '');
const wantedTerms = (word: string) => (isRun(word) ? [...new Set(pairsOf(word))] : [word]);

function pairsOf(run: string): string[] {
  const characters = Array.from(run);
  return characters.slice(1).map((character, index) => characters[index]! + character);
}

/** Joins neighbours of scripts without spaces where one of them would be a single character. */
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

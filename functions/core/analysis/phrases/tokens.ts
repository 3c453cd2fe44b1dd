import { BREAK } from '../page/page-texts.ts';
import { normaliseKeyword } from '../words/normalise.ts';
import { placedWords, UNSPACED } from '../words/words.ts';

/** A word of a page, in the normal form. */
export interface Token {
  word: string;
  /** It follows the previous word without a space. */
  glued: boolean;
  /** Of a script without spaces. */
  unspaced: boolean;
}

const SPACED = `[[\\p{L}\\p{N}\\p{M}]--[${UNSPACED}]]`;
const START = `[[\\p{L}\\p{N}]--[${UNSPACED}]]`;
const WORD = new RegExp(
  `(?<unspaced>[${UNSPACED}][${UNSPACED}\\p{M}]*)|${START}${SPACED}*(?:[.'’_\\-]${SPACED}+)*(?:\\+\\+?|#)?|&`,
  'gv',
);
const ASCII_WORD = /[a-z0-9]+(?:[.'_-][a-z0-9]+)*(?:\+\+?|#)?|&/g;
const IS_ASCII = /^[\x20-\x7e]*$/;

/**
 * Splits a text into runs of words that only spaces separate: a phrase crosses neither punctuation nor lines.
 *
 * @param text with {@link BREAK} between lines
 */
export function chunksOf(text: string): Token[][] {
  return text.split(BREAK).flatMap((line) => chunksOfLine(normaliseKeyword(line)));
}

function chunksOfLine(line: string): Token[][] {
  const chunks: Token[][] = [];
  let end = -2;
  for (const { word, start, unspaced } of wordsOfLine(line)) {
    const glued = start === end;
    const token = { word, glued, unspaced };
    if (glued || (start === end + 1 && line[end] === ' ')) chunks.at(-1)!.push(token);
    else chunks.push([token]);
    end = start + word.length;
  }
  return chunks;
}

function* wordsOfLine(line: string): Generator<{ word: string; start: number; unspaced: boolean }> {
  for (const { 0: match, index, groups } of line.matchAll(IS_ASCII.test(line) ? ASCII_WORD : WORD)) {
    if (groups?.unspaced === undefined) yield { word: match, start: index, unspaced: false };
    else for (const { word, start } of placedWords(match)) yield { word, start: index + start, unspaced: true };
  }
}

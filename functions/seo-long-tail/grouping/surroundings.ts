import { wantedWords } from '../../shared/keywords/terms.ts';
import type { GroupId } from './groups.ts';

/** The group of a phrase, and the word that decides it. */
export interface Grouped {
  group: GroupId;
  modifier: string | null;
}

/** A phrase without its seed. */
export interface Surroundings {
  /** The text before and after the seed; if the words of the seed are not adjacent, all other text is in `before`. */
  before: string;
  after: string;
  /** The phrase contains the seed as is. */
  whole: boolean;
}

/**
 * Removes a seed from a phrase.
 *
 * @param phrase in the normal form
 * @param seed in the normal form
 */
export function removeSeed(phrase: string, seed: string): Surroundings {
  const start = wholeIndex(phrase, seed);
  if (start >= 0) return { before: phrase.slice(0, start), after: phrase.slice(start + seed.length), whole: true };
  let rest = phrase;
  for (const { word } of wantedWords(seed)) {
    const index = wholeIndex(rest, word);
    if (index >= 0) rest = `${rest.slice(0, index)} ${rest.slice(index + word.length)}`;
  }
  return { before: rest, after: '', whole: false };
}

/** Index of a text without splitting a word: "art" is not in "smart". -1 if there is none. */
function wholeIndex(phrase: string, part: string): number {
  if (part === '') return -1;
  let start = phrase.indexOf(part);
  for (let tries = 0; start >= 0 && tries < MAX_TRIES; tries++) {
    const end = start + part.length;
    if (!splitsWord(phrase.slice(0, start), part) && !splitsWord(part, phrase.slice(end))) return start;
    start = phrase.indexOf(part, start + 1);
  }
  return -1;
}

const MAX_TRIES = 20;
const ENDS_SPACED = /[\p{L}\p{M}\p{N}]$/u;
const STARTS_SPACED = /^[\p{L}\p{M}\p{N}]/u;
const UNSPACED_EDGE = /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Thai}\p{sc=Laoo}\p{sc=Khmr}\p{sc=Mymr}]/u;

/** Whether a word continues from one text to the next; never in scripts without spaces, where it is unknown. */
function splitsWord(left: string, right: string): boolean {
  const [last, first] = [ENDS_SPACED.exec(left)?.[0], STARTS_SPACED.exec(right)?.[0]];
  return last !== undefined && first !== undefined && !UNSPACED_EDGE.test(last) && !UNSPACED_EDGE.test(first);
}

import { wantedWords } from '../../shared/keywords/terms.ts';
import type { GroupId } from './groups.ts';

/** Where a phrase belongs, and by which word of it. */
export interface Grouped {
  group: GroupId;
  modifier: string | null;
}

/** A phrase with its seed taken out. */
export interface Surroundings {
  /** What stands before and behind the seed; where the words of the seed stand apart, all else stands in `before`. */
  before: string;
  after: string;
  /** The seed stands in the phrase as it is. */
  whole: boolean;
}

/**
 * Takes a seed out of a phrase.
 *
 * @param phrase in the normal form, as is
 * @param seed the seed
 */
export function takeOut(phrase: string, seed: string): Surroundings {
  const start = wholeIndex(phrase, seed);
  if (start >= 0) return { before: phrase.slice(0, start), after: phrase.slice(start + seed.length), whole: true };
  let rest = phrase;
  for (const { word } of wantedWords(seed)) {
    const index = wholeIndex(rest, word);
    if (index >= 0) rest = `${rest.slice(0, index)} ${rest.slice(index + word.length)}`;
  }
  return { before: rest, after: '', whole: false };
}

/** Where a text stands without cutting a word in two: "art" is not in "smart"; -1: nowhere. */
function wholeIndex(phrase: string, part: string): number {
  if (part === '') return -1;
  let start = phrase.indexOf(part);
  for (let tries = 0; start >= 0 && tries < MAX_TRIES; tries++) {
    const end = start + part.length;
    if (!goesOn(phrase.slice(0, start), part) && !goesOn(part, phrase.slice(end))) return start;
    start = phrase.indexOf(part, start + 1);
  }
  return -1;
}

const MAX_TRIES = 20;
const ENDS_SPACED = /[\p{L}\p{M}\p{N}]$/u;
const STARTS_SPACED = /^[\p{L}\p{M}\p{N}]/u;
const UNSPACED_EDGE = /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Thai}\p{sc=Laoo}\p{sc=Khmr}\p{sc=Mymr}]/u;

/** Whether a word goes on from one text to the next; in scripts without spaces nobody can say. */
function goesOn(left: string, right: string): boolean {
  const [last, first] = [ENDS_SPACED.exec(left)?.[0], STARTS_SPACED.exec(right)?.[0]];
  return last !== undefined && first !== undefined && !UNSPACED_EDGE.test(last) && !UNSPACED_EDGE.test(first);
}

import { matches, stem, requestedWords } from '../../analysis/language/terms.ts';
import { placedWords, wordsOf } from '../../analysis/language/words.ts';
import type { GroupId } from './groups.ts';

/** The group of a phrase, and the word that determines it. */
export interface Grouped {
  group: GroupId;
  modifier: string | null;
}

/** A phrase without its seed. */
export interface Surroundings {
  /** The text before and after the seed; if the words of the seed are not adjacent, all other text is in `before`. */
  before: string;
  after: string;
  /** Whether the phrase contains the seed as it is. */
  whole: boolean;
}

/**
 * Removes a seed from a phrase: as it is, or otherwise its words in any inflection.
 *
 * @param phrase in the normal form
 * @param seed in the normal form
 * @param language of the seed, as in a `Locale`
 */
export function removeSeed(phrase: string, seed: string, language: string): Surroundings {
  const start = wholeIndex(phrase, seed);
  if (start >= 0) return { before: phrase.slice(0, start), after: phrase.slice(start + seed.length), whole: true };
  const inflected = inflectedSeed(phrase, seed, language);
  if (inflected) return { before: phrase.slice(0, inflected.start), after: phrase.slice(inflected.end), whole: true };
  let rest = phrase;
  for (const { word } of requestedWords(seed)) {
    const place = placeOf(word, rest, language);
    if (place) rest = `${rest.slice(0, place.start)} ${rest.slice(place.end)}`;
  }
  return { before: rest, after: '', whole: false };
}

/** Returns whether a phrase has all words of a seed in any order and inflection. Parameters: {@link removeSeed}. */
export function containsSeed(phrase: string, seed: string, language: string): boolean {
  const words = requestedWords(seed);
  if (matches(phrase, words)) return true;
  const stems = new Set(wordsOf(phrase).map((word) => stem(word, language)));
  return words.every((each) => stems.has(stem(each.word, language)) || matches(phrase, [each]));
}

interface Place {
  start: number;
  end: number;
}

/** Returns the position of adjacent words that are those of the seed in another inflection. */
function inflectedSeed(phrase: string, seed: string, language: string): Place | null {
  const required = stemsOf(seed, language);
  const found = stemsOf(phrase, language);
  if (required.length === 0) return null;
  for (let first = 0; first + required.length <= found.length; first += 1) {
    if (required.every(({ stem }, index) => stem === found[first + index]!.stem)) {
      return { start: found[first]!.start, end: found[first + required.length - 1]!.end };
    }
  }
  return null;
}

function placeOf(word: string, text: string, language: string): Place | null {
  const start = wholeIndex(text, word);
  return start >= 0 ? { start, end: start + word.length } : inflectedSeed(text, word, language);
}

const stemsOf = (text: string, language: string) =>
  placedWords(text)
    .slice(0, MAX_WORDS)
    .map(({ word, start }) => ({ stem: stem(word, language), start, end: start + word.length }));

/** Limit that no keyword reaches. */
const MAX_WORDS = 200;

/** Returns the index of a text that does not split a word ("art" is not in "smart"); -1 if there is none. */
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

/** Returns whether a word continues from one text to the next; never in scripts without spaces, where it is unknown. */
function splitsWord(left: string, right: string): boolean {
  const [last, first] = [ENDS_SPACED.exec(left)?.[0], STARTS_SPACED.exec(right)?.[0]];
  return last !== undefined && first !== undefined && !UNSPACED_EDGE.test(last) && !UNSPACED_EDGE.test(first);
}

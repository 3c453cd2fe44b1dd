import { charCount, normaliseKeyword } from '../../../analysis/words/words.ts';
import { findModifiers, type FoundModifier } from './find-modifiers.ts';
import { modifiersOf } from './languages/index.ts';
import { isSpaced } from './spaced.ts';
import { containsSeed, type Grouped, removeSeed, type Surroundings } from './surroundings.ts';

export { groups } from './groups.ts';

/** Groups by words, by priority. */
const PRIORITY = [
  'comparisons',
  'questions',
  'commercial',
  'recommendations',
  'how_to',
  'problems',
  'prepositions',
] as const;

/**
 * Groups a phrase by its words other than the seed, independently of the query that found it. A comparison comes first,
 * then what the phrase begins with where that is a question or asks how something is done ("how to dog food for free"),
 * then the first group of {@link PRIORITY} of which it has a word. A phrase without such a word belongs to
 * `alphabetical` if the seed is followed by a letter or a digit (after a space in languages with spaces), else to
 * `related`.
 *
 * Chinese 怎么 and 如何 are questions, as in the tools of that language; 方法 and 教程 are in how_to.
 *
 * @param language of the seed, as in a `Locale`
 */
export function groupOf(phrase: string, seed: string, language: string): Grouped {
  const rest = removeSeed(normaliseKeyword(phrase), normaliseKeyword(seed), language);
  const modifiers = modifiersOf(language);
  const found = modifiers ? findModifiers(rest, modifiers, isSpaced(language)) : [];
  return byWord(found) ?? alphabetical(rest, language) ?? { group: 'related', modifier: null };
}

/**
 * Whether a phrase is a longer form of the seed: it has all words of the seed, in any inflection, and more. Engines also
 * return corrections, translations and related phrases.
 *
 * @param language of the seed, as in a `Locale`
 */
export function belongsToSeed(phrase: string, seed: string, language: string): boolean {
  const [longer, shorter] = [normaliseKeyword(phrase), normaliseKeyword(seed)];
  return shorter !== '' && charCount(longer) > charCount(shorter) && containsSeed(longer, shorter, language);
}

function byWord(found: FoundModifier[]): Grouped | null {
  const rank = ({ group, place }: FoundModifier): number => {
    if (group === 'comparisons') return place === 'beside' ? 2 : 0;
    if (place === 'first' && (group === 'questions' || group === 'how_to')) return 1;
    return 3 + PRIORITY.indexOf(group);
  };
  const [best] = found.toSorted((one, other) => rank(one) - rank(other));
  return best ? { group: best.group, modifier: best.text } : null;
}

function alphabetical({ after, whole }: Surroundings, language: string): Grouped | null {
  if (!whole) return null;
  const letter = /^ (\p{L}|\d+)/u.exec(after) ?? (isSpaced(language) ? null : /^([a-z]|\d+)/.exec(after));
  const isWord = letter && !(language.startsWith('zh') && /\p{sc=Han}/u.test(letter[1]!));
  return isWord ? { group: 'alphabetical', modifier: letter[1]! } : null;
}

import { normaliseKeyword } from '../../shared/keywords/normalise.ts';
import { matches, wantedWords } from '../../shared/keywords/terms.ts';
import { charCount } from '../../shared/keywords/words.ts';
import { chineseGroup } from './chinese.ts';
import { englishGroup } from './english.ts';
import { type Grouped, type Surroundings, removeSeed } from './surroundings.ts';

export { groups } from './groups.ts';

/**
 * Groups a phrase by its words other than the seed, independently of the query that found it: into the first of
 * comparisons, questions, commercial, recommendations, how_to, problems, prepositions with one of these words (English
 * and Chinese). Otherwise into alphabetical if the seed is followed by a Latin letter or a digit (after a space in
 * languages with spaces), else into related.
 *
 * English "how to" is in how_to, every other "how" is a question. Chinese 怎么 and 如何 are questions, as in the tools
 * of that language; 方法 and 教程 are in how_to.
 *
 * @param language ISO 639 code of the seed
 */
export function groupOf(phrase: string, seed: string, language: string): Grouped {
  const rest = removeSeed(normaliseKeyword(phrase), normaliseKeyword(seed));
  const found = language === 'en' ? englishGroup(rest) : language === 'zh' ? chineseGroup(rest) : null;
  return found ?? alphabetical(rest, language) ?? { group: 'related', modifier: null };
}

/**
 * Whether a phrase is a longer form of the seed: it has all words of the seed, and more. Engines also return
 * corrections, translations and related phrases.
 */
export function belongsToSeed(phrase: string, seed: string): boolean {
  const [longer, shorter] = [normaliseKeyword(phrase), normaliseKeyword(seed)];
  return shorter !== '' && charCount(longer) > charCount(shorter) && matches(longer, wantedWords(shorter));
}

function alphabetical({ after, whole }: Surroundings, language: string): Grouped | null {
  const letter = /^( ?)([a-z]|\d+)/.exec(after);
  if (!whole || !letter || (letter[1] === '' && language !== 'zh')) return null;
  return { group: 'alphabetical', modifier: letter[2]! };
}

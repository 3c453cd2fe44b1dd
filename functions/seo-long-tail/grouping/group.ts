import { normaliseKeyword } from '../../shared/keywords/normalise.ts';
import { matches, wantedWords } from '../../shared/keywords/terms.ts';
import { charCount } from '../../shared/keywords/words.ts';
import { firstChinese } from './chinese.ts';
import { firstEnglish } from './english.ts';
import { type Grouped, type Surroundings, takeOut } from './surroundings.ts';

export { groups } from './groups.ts';

/**
 * Groups a phrase by what it says besides its seed, whichever query found it: the first of comparisons, questions,
 * commercial, recommendations, how_to, problems, prepositions that has a word in it (English and Chinese; what is asked
 * for counts, not what the seed itself says). Then alphabetical, where the seed is followed by a Latin letter or a
 * digit, in a language with spaces behind a space; and related for the rest.
 *
 * English "how to" is in how_to, every other "how" is a question. Chinese 怎么 and 如何 are questions, as in the tools
 * of that language; 方法 and 教程 are in how_to.
 *
 * @param language ISO 639 code of the seed
 */
export function groupOf(phrase: string, seed: string, language: string): Grouped {
  const rest = takeOut(normaliseKeyword(phrase), normaliseKeyword(seed));
  const found = language === 'en' ? firstEnglish(rest) : language === 'zh' ? firstChinese(rest) : null;
  return found ?? alphabetical(rest, language) ?? { group: 'related', modifier: null };
}

/**
 * Whether a phrase is a longer form of the seed: it has all words of the seed, and more. Engines also return
 * corrections, translations and what is merely near.
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

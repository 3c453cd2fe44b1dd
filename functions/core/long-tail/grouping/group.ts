import { normaliseKeyword, charCount, isUnspaced, placedWords, wordsOf } from '../../analysis/language/words.ts';
import { modifiersOf } from './languages/index.ts';
import { containsSeed, type Grouped, removeSeed, type Surroundings } from './surroundings.ts';
import type { Modifiers, WordGroupId } from './groups.ts';

export { groups } from './groups.ts';

/** Groups with words, by priority. */
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
 * Determines the group of a phrase by its words other than the seed, independently of the query that found it. A
 * comparison comes first, then a question or a request for instructions at the beginning of the phrase ("how to dog
 * food for free"), then the first group of {@link PRIORITY} with a word of the phrase. A phrase without such a word
 * belongs to `alphabetical` if the seed is followed by a letter or a digit (after a space in languages with spaces),
 * else to `related`.
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
 * Returns whether a phrase is a longer form of the seed: it has all words of the seed, in any inflection, and more.
 * Engines also return corrections, translations and related phrases.
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

interface Entry {
  group: WordGroupId;
  /** Where the modifier counts: at the beginning of the keyword, directly next to the seed, or anywhere. */
  place: 'first' | 'beside' | 'anywhere';
}

/** A modifier in a keyword. */
interface FoundModifier extends Entry {
  text: string;
}

/** The words of a language as a lookup table. */
interface Dictionary {
  entries: Map<string, Entry[]>;
  /** In words, or in characters for a language without spaces. */
  longest: number;
}

/** Part of a modifier: a word, or a character of a language without spaces. */
interface Unit {
  text: string;
  /** Whether a word begins, or ends, here: in a language without spaces, by the segmenter. */
  begins: boolean;
  ends: boolean;
}

const dictionaries = new WeakMap<Modifiers, Dictionary>();

/**
 * Finds the modifiers in the text around a seed. Of overlapping ones only the longest counts: "how to" is not "how",
 * and 多少钱 is not 多少.
 */
function findModifiers({ before, after }: Surroundings, modifiers: Modifiers, spaced: boolean): FoundModifier[] {
  let dictionary = dictionaries.get(modifiers);
  if (!dictionary) dictionaries.set(modifiers, (dictionary = dictionaryOf(modifiers, spaced)));
  const [left, right] = [unitsOf(before, spaced), unitsOf(after, spaced)];
  return [
    ...scan(left, dictionary, { spaced, isFirst: true, seedAfter: true }),
    ...scan(right, dictionary, { spaced, isFirst: false, seedAfter: false }),
  ];
}

interface Side {
  spaced: boolean;
  /** The keyword begins here. */
  isFirst: boolean;
  /** Whether the seed follows this side; otherwise it precedes it. */
  seedAfter: boolean;
}

function scan(units: Unit[], { entries, longest }: Dictionary, { spaced, isFirst, seedAfter }: Side): FoundModifier[] {
  const found: FoundModifier[] = [];
  for (let at = 0; at < units.length;) {
    let taken = 1;
    for (let length = Math.min(longest, units.length - at); length > 0; length -= 1) {
      const run = units.slice(at, at + length);
      const text = run.map((unit) => unit.text).join(spaced ? ' ' : '');
      const known = entries.get(text);
      if (!known || !isWhole(run)) continue;
      const begins = isFirst && at === 0;
      const isBeside = seedAfter ? at + length === units.length : at === 0;
      const counting = known.filter(({ place }) => place === 'anywhere' || (place === 'first' ? begins : isBeside));
      if (counting.length === 0) continue;
      found.push(
        ...counting.map(({ group, place }) => ({
          group,
          text,
          place: begins && place !== 'beside' ? ('first' as const) : place,
        })),
      );
      taken = length;
      break;
    }
    at += taken;
  }
  return found;
}

/** Latin words and single characters must be complete words; the segmenter often splits longer ones wrongly. */
function isWhole(run: Unit[]): boolean {
  const isTolerant = run.length > 1 && run.every(({ text }) => isHan(text));
  return isTolerant || (run[0]!.begins && run.at(-1)!.ends);
}

const isHan = (text: string) => /^\p{sc=Han}$/u.test(text);

function dictionaryOf({ groups }: Modifiers, spaced: boolean): Dictionary {
  const entries = new Map<string, Entry[]>();
  let longest = 0;
  for (const [group, { anywhere, first, beside }] of Object.entries(groups) as [
    WordGroupId,
    Modifiers['groups'][WordGroupId],
  ][]) {
    for (const [place, list] of Object.entries({ anywhere, first, beside })) {
      for (const written of list?.split('|') ?? []) {
        const units = unitsOf(written, spaced).map(({ text }) => text);
        const text = units.join(spaced ? ' ' : '');
        entries.set(text, [...(entries.get(text) ?? []), { group, place: place as Entry['place'] }]);
        longest = Math.max(longest, units.length);
      }
    }
  }
  return { entries, longest };
}

function unitsOf(text: string, spaced: boolean): Unit[] {
  const plain = text.replaceAll('’', "'");
  if (spaced) return wordsOf(plain).map((word) => ({ text: word, begins: true, ends: true }));
  return placedWords(plain).flatMap(({ word }) => {
    const parts = isUnspaced(word) ? Array.from(word) : [word];
    return parts.map((part, index) => ({ text: part, begins: index === 0, ends: index === parts.length - 1 }));
  });
}

/** Languages whose words have no spaces between them. */
const UNSPACED = ['zh', 'zh-Hant', 'ja', 'th', 'lo', 'km', 'my'];

/** @param language as in a `Locale` */
const isSpaced = (language: string): boolean => !UNSPACED.includes(language);

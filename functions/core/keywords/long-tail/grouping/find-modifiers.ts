import { isUnspaced, placedWords, wordsOf } from '../../../analysis/words/words.ts';
import type { Modifiers, WordGroupId } from './modifiers.ts';
import type { Surroundings } from './surroundings.ts';

/** A modifier that stands in a keyword. */
export interface FoundModifier {
  group: WordGroupId;
  text: string;
  /** How it came to count: as the keyword's first words, next to the seed alone, or wherever it stands. */
  place: 'first' | 'beside' | 'anywhere';
}

interface Entry {
  group: WordGroupId;
  place: 'first' | 'beside' | 'anywhere';
}

/** The words of a language, ready to be looked up. */
interface Dictionary {
  entries: Map<string, Entry[]>;
  /** In words, or in characters for a language without spaces. */
  longest: number;
}

/** What a modifier may be made of: a word, or a character of a language without spaces. */
interface Unit {
  text: string;
  /** A word begins, or ends, here: in a language without spaces, by the segmenter. */
  begins: boolean;
  ends: boolean;
}

const dictionaries = new WeakMap<Modifiers, Dictionary>();

/**
 * Finds the modifiers in the text around a seed. Of those that overlap the longest counts alone: "how to" is not "how",
 * and 多少钱 is not 多少.
 */
export function findModifiers({ before, after }: Surroundings, modifiers: Modifiers, spaced: boolean): FoundModifier[] {
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
  /** The seed comes after this side; otherwise before it. */
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

/** Latin words and single characters must be words of their own; the segmenter often splits longer ones wrongly. */
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

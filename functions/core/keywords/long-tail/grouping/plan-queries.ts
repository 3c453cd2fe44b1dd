import { engineIds } from '../../engine-id.ts';
import { normaliseKeyword } from '../../../analysis/words/words.ts';
import { lettersOf } from './alphabets.ts';
import { type GroupId, groups } from './groups.ts';
import { modifiersOf } from './languages/index.ts';
import type { WordGroupId } from './modifiers.ts';

/** Most queries for one seed: with all engines. */
export const MAX_QUERIES = 32;
/** Most of them that add something to the seed. */
const MAX_MODIFIED = MAX_QUERIES - engineIds.length;

/** A query to one engine. */
export interface PlannedQuery<Engine extends string = string> {
  query: string;
  /** The expected group of its suggestions; `groupOf` decides the group of each. */
  group: GroupId;
  /** What is added to the seed; null: the seed alone. */
  modifier: string | null;
  engine: Engine;
}

const WESTERN = ['google', 'bing', 'duckduckgo'];

/** Preferred engines by language, best first; for other languages see {@link WESTERN}. */
const PREFERRED = new Map([
  ['en', [...WESTERN, 'yandex']],
  ['ru', ['yandex', ...WESTERN]],
  ['tr', [...WESTERN, 'yandex']],
  ['zh', ['baidu', 'so360', 'sogou']],
]);

/**
 * Plans the queries for a seed: the seed alone to every engine, and each modified seed to one engine, in rotation. Each
 * round of the engines preferred for the language is followed by one of the others. For a language without modifiers,
 * letters of its script are added instead.
 *
 * @param seed the keyword
 * @param language as in a `Locale`
 * @param ids engines that can be asked
 * @param year the current year, used as a modifier if given
 * @returns at most {@link MAX_QUERIES}, no query twice to one engine; deterministic
 */
export function planQueries<Engine extends string>(
  seed: string,
  language: string,
  ids: readonly Engine[],
  year?: number,
): PlannedQuery<Engine>[] {
  const keyword = normaliseKeyword(seed);
  const engines = byLanguage([...new Set(ids)], language);
  const all = [...engines.preferred, ...engines.others];
  if (keyword === '' || all.length === 0) return [];

  const bare = all.map((engine) => ({
    query: keyword,
    group: 'related' as const,
    modifier: null,
    engine,
  }));
  const rotation = rotationOf(engines);
  const planned = modifiedSeeds(keyword, language, year).slice(0, MAX_MODIFIED);
  const modified = planned.map((query, index) => ({
    ...query,
    engine: rotation[index % rotation.length]!,
  }));
  return [...bare, ...modified];
}

function byLanguage<Engine extends string>(engines: Engine[], language: string) {
  const best = PREFERRED.get(language) ?? WESTERN;
  const known = engines.filter((engine) => best.includes(engine));
  const preferred = known.toSorted((one, other) => best.indexOf(one) - best.indexOf(other));
  const others = engines.filter((engine) => !best.includes(engine)).toSorted();
  return preferred.length > 0 ? { preferred, others } : { preferred: others, others: [] };
}

function rotationOf<Engine>({ preferred, others }: { preferred: Engine[]; others: Engine[] }): Engine[] {
  return others.length === 0 ? preferred : others.flatMap((other) => [...preferred, other]);
}

type ModifiedSeed = Omit<PlannedQuery, 'engine'>;

/** The seed with each modifier, one of each group per round, so that the limit affects all groups equally. */
function modifiedSeeds(keyword: string, language: string, year?: number): ModifiedSeed[] {
  const modifiers = modifiersOf(language);
  const letters = modifiers ? Array.from(modifiers.letters) : lettersOf(language);
  const alphabetical = [...(year === undefined ? [] : [String(year)]), ...letters].map((letter): ModifiedSeed => ({
    // Chinese numbers and initials stand without a space.
    query: keyword + (language.startsWith('zh') ? '' : ' ') + letter,
    group: 'alphabetical',
    modifier: letter,
  }));
  const told = groups.flatMap(({ id }) => (modifiers && isToldByWords(id) ? [{ id, ...modifiers.groups[id] }] : []));
  const lists = told.map(({ id, queries }) =>
    queries.split('|').map((template): ModifiedSeed => ({
      query: template.replace('…', () => keyword),
      group: id,
      modifier: template.replace('…', '').trim(),
    })),
  );
  const all = [...lists, alphabetical];
  const rounds = Math.max(...all.map(({ length }) => length));
  return Array.from({ length: rounds }, (_, round) => all.flatMap((list) => list[round] ?? [])).flat();
}

const isToldByWords = (id: GroupId): id is WordGroupId => id !== 'alphabetical' && id !== 'related';

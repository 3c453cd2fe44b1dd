import { normaliseKeyword } from '../../shared/keywords/normalise.ts';
import type { GroupId } from './groups.ts';
import { type Modifier, type Modifiers, modifiersOf } from './modifiers.ts';

/** Most queries for one seed. */
export const MAX_QUERIES = 32;

/** A query to one engine. */
export interface PlannedQuery<Engine extends string = string> {
  query: string;
  /** The expected group of its suggestions; `groupOf` decides the group of each. */
  group: GroupId;
  /** null: the seed alone. */
  modifier: string | null;
  engine: Engine;
}

/** Preferred engines by language, best first. */
const PREFERRED = new Map([
  ['en', ['google', 'bing', 'duckduckgo', 'yandex']],
  ['zh', ['baidu', 'so360', 'sogou']],
]);

/**
 * Plans the queries for a seed: the seed alone to every engine, and each modified seed to one engine, in rotation. Each
 * round of the engines preferred for the language is followed by one of the others.
 *
 * @param seed the keyword
 * @param language ISO 639 code; English and Chinese have modifiers
 * @param engineIds engines that can be asked
 * @param year the current year, used as a modifier if given
 * @returns at most {@link MAX_QUERIES}, no query twice to one engine; deterministic
 */
export function planQueries<Engine extends string>(
  seed: string,
  language: string,
  engineIds: readonly Engine[],
  year?: number,
): PlannedQuery<Engine>[] {
  const keyword = normaliseKeyword(seed);
  const engines = byLanguage([...new Set(engineIds)], language);
  const all = [...engines.preferred, ...engines.others];
  if (keyword === '' || all.length === 0) return [];

  const bare = all.map((engine) => ({ query: keyword, group: 'related' as const, modifier: null, engine }));
  const rotation = rotationOf(engines);
  const modified = modifiedSeeds(keyword, language, year).map((query, index) => ({
    ...query,
    engine: rotation[index % rotation.length]!,
  }));
  return [...bare, ...modified].slice(0, MAX_QUERIES);
}

function byLanguage<Engine extends string>(engines: Engine[], language: string) {
  const best = PREFERRED.get(language) ?? [];
  const known = engines.filter((engine) => best.includes(engine));
  const preferred = known.toSorted((one, other) => best.indexOf(one) - best.indexOf(other));
  const others = engines.filter((engine) => !best.includes(engine)).toSorted();
  return preferred.length > 0 ? { preferred, others } : { preferred: others, others: [] };
}

function rotationOf<Engine>({ preferred, others }: { preferred: Engine[]; others: Engine[] }): Engine[] {
  return others.length === 0 ? preferred : others.flatMap((other) => [...preferred, other]);
}

/** The seed with each modifier, one of each group per round, so that the limit affects all groups equally. */
function modifiedSeeds(keyword: string, language: string, year?: number) {
  const modifiers = modifiersOf(language);
  if (!modifiers) return [];
  const lists = Object.entries({
    ...modifiers.byGroup,
    alphabetical: [...yearModifier(year), ...modifiers.byGroup.alphabetical],
  }) as [GroupId, Modifier[]][];
  const rounds = Math.max(...lists.map(([, list]) => list.length));
  return Array.from({ length: rounds }, (_, round) =>
    lists.flatMap(([group, list]) => {
      const modifier = list[round];
      return modifier ? [{ query: modify(keyword, modifier, modifiers), group, modifier: modifier.text }] : [];
    }),
  ).flat();
}

/** A year belongs to the letters and digits. */
const yearModifier = (year?: number): Modifier[] => (year === undefined ? [] : [{ text: String(year), before: false }]);

function modify(keyword: string, { text, before }: Modifier, { separator }: Modifiers): string {
  return before ? `${text}${separator}${keyword}` : `${keyword}${separator}${text}`;
}

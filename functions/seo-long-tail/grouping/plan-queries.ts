import { normaliseKeyword } from '../../shared/keywords/normalise.ts';
import type { GroupId } from './groups.ts';
import { type Modifier, modifiersOf } from './modifiers.ts';

/** Most questions that one seed is worth. */
export const MAX_QUERIES = 32;

/** A question to one engine. */
export interface PlannedQuery<Engine extends string = string> {
  query: string;
  /** The group that its answers most likely belong to; which one they do, `groupOf` says. */
  group: GroupId;
  /** null: the bare seed. */
  modifier: string | null;
  engine: Engine;
}

/** Engines that know a language best. */
const AT_HOME = new Map([
  ['en', ['google', 'bing', 'duckduckgo', 'yandex']],
  ['zh', ['baidu', 'so360', 'sogou']],
]);

/**
 * Says what to ask whom about a seed: the bare seed every engine, and each modified seed one engine in turn. Engines
 * that know the language get most of these; of the others one takes a turn after each round of them.
 *
 * @param seed the keyword
 * @param language ISO 639 code; English and Chinese have modifiers
 * @param engineIds engines that can be asked
 * @param year the present year, which is asked for as well where it is given
 * @returns at most {@link MAX_QUERIES}, no query twice to one engine; the same for the same arguments
 */
export function planQueries<Engine extends string>(
  seed: string,
  language: string,
  engineIds: readonly Engine[],
  year?: number,
): PlannedQuery<Engine>[] {
  const keyword = normaliseKeyword(seed);
  const engines = byLanguage([...new Set(engineIds)], language);
  const all = [...engines.home, ...engines.away];
  if (keyword === '' || all.length === 0) return [];

  const bare = all.map((engine) => ({ query: keyword, group: 'related' as const, modifier: null, engine }));
  const turns = turnsOf(engines);
  const modified = modifiedSeeds(keyword, language, year).map((query, index) => ({
    ...query,
    engine: turns[index % turns.length]!,
  }));
  return [...bare, ...modified].slice(0, MAX_QUERIES);
}

function byLanguage<Engine extends string>(engines: Engine[], language: string): { home: Engine[]; away: Engine[] } {
  const best = AT_HOME.get(language) ?? [];
  const known = engines.filter((engine) => best.includes(engine));
  const home = known.toSorted((one, other) => best.indexOf(one) - best.indexOf(other));
  const away = engines.filter((engine) => !best.includes(engine)).toSorted();
  return home.length > 0 ? { home, away } : { home: away, away: [] };
}

function turnsOf<Engine extends string>({ home, away }: { home: Engine[]; away: Engine[] }): Engine[] {
  return away.length === 0 ? home : away.flatMap((guest) => [...home, guest]);
}

/** The seed with each modifier, one of every group in turn, so that a plan that is cut short is fair to all groups. */
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
      return modifier ? [{ query: modify(keyword, modifier, modifiers.blank), group, modifier: modifier.text }] : [];
    }),
  ).flat();
}

/** A year stands among the letters and digits. */
const yearModifier = (year?: number): Modifier[] => (year === undefined ? [] : [{ text: String(year), before: false }]);

/** A blank stands where two words of a script with spaces would meet. */
function modify(keyword: string, { text, before }: Modifier, blank: '' | ' '): string {
  return before ? `${text}${blank}${keyword}` : `${keyword}${blank}${text}`;
}

import { engineIds } from '../../keywords/choices.ts';
import { normaliseKeyword } from '../../analysis/language/words.ts';
import { type GroupId, groups, type WordGroupId } from './groups.ts';
import { modifiersOf } from './languages/index.ts';

/** Maximum number of queries for one seed, with all engines. */
export const MAX_QUERIES = 32;
/** Maximum number of queries that add something to the seed. */
const MAX_MODIFIED = MAX_QUERIES - engineIds.length;

/** A query to one engine. */
interface PlannedQuery<Engine extends string = string> {
  query: string;
  /** The expected group of its suggestions; `groupOf` decides the group of each. */
  group: GroupId;
  /** Text that is added to the seed; null: only the seed. */
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
 * Plans the queries for a seed: the seed to every engine, and each modified seed to one engine, in rotation. Each round
 * of the engines preferred for the language is followed by one of the others. For a language without modifiers, letters
 * of its script are added instead.
 *
 * @param seed the keyword
 * @param language as in a `Locale`
 * @param ids engines that can be requested
 * @param year the current year, used as a modifier if given
 * @returns at most {@link MAX_QUERIES}, without duplicates for an engine; deterministic
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

/** Returns the seed with each modifier, one of each group per round, so that the limit affects all groups equally. */
function modifiedSeeds(keyword: string, language: string, year?: number): ModifiedSeed[] {
  const modifiers = modifiersOf(language);
  const letters = modifiers ? Array.from(modifiers.letters) : lettersOf(language);
  const alphabetical = [...(year === undefined ? [] : [String(year)]), ...letters].map((letter): ModifiedSeed => ({
    // Chinese numbers and initials have no space before them.
    query: keyword + (language.startsWith('zh') ? '' : ' ') + letter,
    group: 'alphabetical',
    modifier: letter,
  }));
  const byWords = groups.flatMap(({ id }) => (modifiers && hasWords(id) ? [{ id, ...modifiers.groups[id] }] : []));
  const lists = byWords.map(({ id, queries }) =>
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

const hasWords = (id: GroupId): id is WordGroupId => id !== 'alphabetical' && id !== 'related';

/** Letters at the beginning of words by script (ISO 15924), most frequent first, for languages without modifiers. */
const LETTERS: Record<string, string> = {
  Arab: 'امتبسشحعنكجقفدرخ',
  Armn: 'աբգդեզթիլկհմնպսվ',
  Beng: 'অআইকখগচজতদনপবমরস',
  Cyrl: 'пксовнрмдбтзагилучшфэ',
  Deva: 'अआइकखगचजतदनपबमरस',
  Geor: 'აბგდევთიკლმნპრსტ',
  Grek: 'παμεσκδτβγφλνορχ',
  Gujr: 'અઆકખગચજતદનપબમરસ',
  Guru: 'ਅਆਕਖਗਚਜਤਦਨਪਬਮਰਸ',
  Hebr: 'אבמהלשנכתפרסקגדח',
  Khmr: 'កខគចជតទនបពមយរលស',
  Knda: 'ಅಆಕಗಚಜತದನಪಬಮರವಸ',
  Kore: '가나다라마바사아자차카타파하',
  Laoo: 'ກຂຄງຈຊດຕຖທນບປພມ',
  Latn: 'spcmabtdrkflgnhv',
  Mlym: 'അആകഗചജതദനപബമരവസ',
  Mymr: 'ကခဂငစဆညတထဒနပဖဗမ',
  Sinh: 'අආකගචජතදනපබමරවස',
  Taml: 'அஆஇகசதநபமயரவ',
  Telu: 'అఆకగచజతదనపబమరవస',
  Thai: 'กขคงจชดตทนบปพมรส',
};

/** @returns letters of the script of a language (CLDR's likely subtags); Latin ones if it is unknown */
function lettersOf(language: string): string[] {
  const { script = '' } = new Intl.Locale(language).maximize();
  return Array.from((Object.hasOwn(LETTERS, script) ? LETTERS[script] : undefined) ?? LETTERS.Latn!);
}

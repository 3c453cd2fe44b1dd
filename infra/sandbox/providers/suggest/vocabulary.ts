import { languageOf } from '../../../../functions/core/analysis/language/language.ts';
import { between, readData, share } from '../fake.ts';

const FEWEST = 8;
const MOST = 10;
/** Longer queries have few completions. */
const LONG_QUERY = 60;
const FEWEST_OF_LONG = 2;
/** Maximum number of positions by which a completion differs between engines. */
const SHUFFLE = 6;
/** An engine has one of so many rare completions at each position. */
const RARITY = 90;
/** Share of suggestions in an unusual spelling. */
const ODD = 0.12;

/** The suggestions of a language; in completions, `{}` is the query. */
interface Vocabulary {
  /** Completions by kind of query, a regular expression: the first that matches is used. */
  rules: Record<string, string>;
  /** Longer queries of which engines suggest some completions for the query alone too, each engine others. */
  popular: string;
  /** Words by their first letter or digit; in Chinese by the initial of their pinyin. */
  words: Record<string, string>;
}

/** Enough for each group and letter of the expansion. */
interface OtherVocabulary {
  /** A query with a modifier gets the same ones. */
  completions: string;
  /** Words that follow a letter, of which those that begin with it are suggested. */
  words: string;
  /** Between the query and a word. */
  space: '' | ' ';
}

const { en, zh, others, corrections, codes } = readData<{
  en: Vocabulary;
  zh: Vocabulary;
  others: Record<string, OtherVocabulary>;
  /** Misspellings that all engines correct, and words that they replace. */
  corrections: Record<string, string>;
  /** Codes of engines for languages, where they are not those of the vocabularies. */
  codes: Record<string, string>;
}>('suggest/vocabulary');

/** Words that follow a word. */
const ENGLISH_ENDINGS = ['', ' online', ' service'];
const CHINESE_ENDINGS = ['', '大全', '一览'];

/** Things that are mostly searched for in the plural. */
const COUNTED = /(?:chair|lamp|shirt|shoe)$/;
const PLURALS = 0.7;

/**
 * Returns the suggestions of an engine for a query: deterministic, mostly shared with other engines, some in an unusual
 * spelling, some of another inflection, all with a known misspelling corrected. `zzzz…` has none.
 *
 * @param code the engine's code of the language of the request; by default, the language is detected from the query
 */
export function complete(engine: string, query: string, code?: string | null): string[] {
  const typed = query.trim().replace(/\s+/g, ' ').toLowerCase();
  if (typed === '' || /(?:^|[^a-z])zzzz/.test(typed)) return [];
  const text = typed.replace(/[a-z]+/g, (word) => corrections[word] ?? word);
  const { common, rare } = candidates(text, languageFor(text, code));
  const candidatesByPosition = [
    ...common.map((phrase, index) => ({ phrase, position: index + SHUFFLE * share('place', engine, phrase) })),
    // Each engine has a few of them among its first.
    ...rare.map((phrase) => ({ phrase, position: RARITY * share('rare', engine, phrase) })),
  ];
  const ordered = candidatesByPosition
    .toSorted((one, other) => one.position - other.position)
    .map(({ phrase }) => phrase);
  const count = text.length > LONG_QUERY ? FEWEST_OF_LONG : between(FEWEST, MOST, 'count', engine, text);
  return ordered.slice(0, count).map((phrase) => (share('odd', engine, phrase) < ODD ? oddly(engine, phrase) : phrase));
}

/** Text in Han characters or kana is not English, whatever language is requested. */
function languageFor(text: string, code: string | null | undefined): string {
  const requested = codes[code ?? ''] ?? code?.split('-')[0] ?? languageOf(text);
  if (/\p{sc=Hira}|\p{sc=Kana}/u.test(text)) return 'ja';
  if (/\p{sc=Han}/u.test(text)) return requested === 'ja' || requested === 'zh-Hant' ? requested : 'zh';
  return requested;
}

interface Candidates {
  /** Most likely first; engines agree on most of them. */
  common: string[];
  /** Suggested by few engines. */
  rare: string[];
}

function candidates(text: string, language: string): Candidates {
  const other = Object.hasOwn(others, language) ? others[language]! : null;
  if (other) return { common: completionsIn(other, text), rare: [] };
  const isChinese = /\p{Script=Han}/u.test(text);
  const { words } = isChinese ? zh : en;
  const letter = /^(.+) ([a-z\d])$/.exec(text);
  const fitting = letter && words[letter[2]!];
  if (fitting) {
    const [, seed] = letter;
    const common = startingWith(seed!, fitting.split(' '), isChinese);
    // What is suggested for the query alone is suggested for its first letter, too.
    const alone = [...completionsOf(seed!, isChinese), ...popularOf(seed!, isChinese, MOST)];
    const rest = alone.filter((phrase) => phrase.startsWith(text) && !common.includes(phrase));
    return { common: [...rest.slice(0, MOST_OF_SEED), ...common], rare: [] };
  }
  // No pinyin begins with this letter.
  if (letter && isChinese) return { common: [], rare: [] };
  const common = completionsOf(text, isChinese);
  const rare = isSeed(text, isChinese) ? popularOf(text, isChinese, EACH_OF_POPULAR) : [];
  return { common, rare: rare.filter((phrase) => !common.includes(phrase)) };
}

/** Number of completions of a query alone that are suggested for its first letter. */
const MOST_OF_SEED = 7;

function ruleFor(text: string, isChinese: boolean): [kind: string, completions: string] {
  return Object.entries((isChinese ? zh : en).rules).find(([kind]) => new RegExp(kind).test(text))!;
}

/** Whether no rule but the last, for any query, applies. */
const isSeed = (text: string, isChinese: boolean) => ruleFor(text, isChinese)[0] === '.';

function completionsOf(text: string, isChinese: boolean): string[] {
  const [, completions] = ruleFor(text, isChinese);
  return completions.split('|').map((completion) => completion.replace('{}', () => inflected(text, completion)));
}

/** Number of completions of each popular query that are suggested for the query alone. */
const EACH_OF_POPULAR = 4;

/** @param each number of completions of each popular query */
function popularOf(seed: string, isChinese: boolean, each: number): string[] {
  const queries = (isChinese ? zh : en).popular.split('|').map((query) => query.replace('{}', () => seed));
  return [...new Set(queries.flatMap((query) => completionsOf(query, isChinese).slice(0, each)))];
}

function completionsIn({ completions, words, space }: OtherVocabulary, text: string): string[] {
  const [, seed, letter] = /^(.+?) ?(?<= |[^a-z\d])([a-z\d\p{sc=Hira}])$/u.exec(text) ?? [];
  const fitting = letter ? words.split(' ').filter((word) => word.startsWith(letter)) : [];
  if (fitting.length > 0) return fitting.map((word) => `${seed}${space}${word}`);
  // What is in the query already is not suggested again.
  const fresh = completions.split('|').filter((completion) => !text.includes(completion.replace('{}', '').trim()));
  return fresh.map((completion) => completion.replace('{}', () => text));
}

function inflected(text: string, completion: string): string {
  return COUNTED.test(text) && share('plural', text, completion) < PLURALS ? `${text}s` : text;
}

function startingWith(seed: string, words: string[], isChinese: boolean): string[] {
  const endings = isChinese ? CHINESE_ENDINGS : ENGLISH_ENDINGS;
  return endings.flatMap((ending) => words.map((word) => `${seed}${isChinese ? '' : ' '}${word}${ending}`));
}

/** Another spelling of the same. */
function oddly(engine: string, phrase: string): string {
  const ways = [
    () => ` ${phrase} `,
    () => phrase.replaceAll(' ', '  '),
    () => phrase.replace(/(?<![a-z])[a-z]/g, (letter) => letter.toUpperCase()),
    () => phrase.replace(/[a-z\d]/g, (letter) => String.fromCodePoint(letter.codePointAt(0)! + 0xfee0)),
    () => `${phrase}\u3000`,
  ];
  return ways[between(0, ways.length - 1, 'way', engine, phrase)]!();
}

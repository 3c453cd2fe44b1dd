import { type EngineId, engineIds } from './choices.ts';
import { type Ranks, SCORE_VERSION, scoreOf, sumOfEvidence } from './score.ts';
import { charCount, wordCount } from '../analysis/language/words.ts';

/** The engines' answers for the search text itself, with which scores are compared. */
export interface Seed {
  /** Ranks of each keyword that was suggested for the text itself. */
  ranks: ReadonlyMap<string, Ranks>;
  /**
   * Number of engines of its language with suggestions for the text; of all engines of the language if none has any.
   */
  engines: number;
}

/** For keywords without a search text, such as postings. */
export const NO_SEED: Seed = { ranks: new Map(), engines: engineIds.length };

interface Counts {
  word_count: number;
  /** Code points. */
  char_count: number;
}

/** A keyword with the values that are derived from its facts. */
export interface Keyword extends KeywordFacts, Counts {
  /** Value of the order by score; 0 if nothing is known. */
  evidence: number;
  /** 0 to 100; `null` if no engine suggests it. */
  score: number | null;
  score_basis: 'autocomplete' | 'page';
  score_version: string;
}

/**
 * Computes the score from autocomplete, and the counts.
 *
 * @param facts with stored counts, if there are any: another release of the segmenter may count differently
 */
export function keywordOf(facts: KeywordFacts & Partial<Counts>, seed: Seed): Keyword {
  const { keyword, ranks, short_ranks } = facts;
  const evidence = sumOfEvidence({ seed: seed.ranks.get(keyword), letter: short_ranks, modifier: ranks });
  return {
    ...counted(facts),
    evidence,
    score: evidence > 0 ? scoreOf(evidence, seed.engines) : null,
    score_basis: 'autocomplete',
    score_version: SCORE_VERSION,
  };
}

/** Uses the score of the page that contains the keyword. */
export function keywordOfPage(facts: KeywordFacts, score: number): Keyword {
  return { ...counted(facts), evidence: score, score, score_basis: 'page', score_version: SCORE_VERSION };
}

/** Facts with the counts that postings store. */
export type CountedFacts = KeywordFacts & Counts;

/** Adds the numbers of words and characters, if they are missing. */
export function counted(facts: KeywordFacts & Partial<Counts>): CountedFacts {
  const { keyword, word_count = wordCount(keyword), char_count = charCount(keyword) } = facts;
  return { ...facts, word_count, char_count };
}

/** Metrics of a keyword from a provider of search data; each may be unknown. */
export interface ProviderMetrics {
  /** ISO 3166-1 code of the market; absent from what earlier versions have stored. */
  country?: string;
  /** Searches per month. */
  search_volume: number | null;
  cpc_usd: number | null;
  /** Competition of advertisers, 0 to 1. */
  competition: number | null;
  /** 0 to 100, by the scale of the provider. */
  keyword_difficulty: number | null;
  main_intent: string | null;
  /** ISO 8601 time. */
  fetched_at: string;
}

/** All that is known about a keyword, from any engine or provider. */
export interface KeywordFacts {
  /** In the normal form. */
  keyword: string;
  /** ISO 639 code, by the script of the keyword or the locale of the query. */
  language: string | null;
  /** Best rank (1 is the first) in the suggestions of each engine for any query. */
  ranks: Ranks;
  /** Best rank in the suggestions for a seed itself, or for a seed and one character. */
  short_ranks: Ranks;
  /** Engines that answered the queries by which the keyword was found, whether they suggested it or not; sorted. */
  requested_engines: EngineId[];
  /** The newest, of any country. */
  metrics: ProviderMetrics | null;
  /** ISO 8601 times. */
  first_seen_at: string;
  last_seen_at: string;
}

/** Returns the facts of a keyword about which nothing else is known. */
export function newFacts(keyword: string, language: string | null, seenAt: string): KeywordFacts {
  return {
    keyword,
    language,
    ranks: {},
    short_ranks: {},
    requested_engines: [],
    metrics: null,
    first_seen_at: seenAt,
    last_seen_at: seenAt,
  };
}

/** Merges two findings about one keyword. The result depends neither on their order nor on repetitions. */
export function mergeFacts(one: KeywordFacts, other: KeywordFacts): KeywordFacts {
  const [older, newer] = byAge(one, other);
  return {
    // Members that a newer version of the service has stored are preserved.
    ...older,
    ...newer,
    keyword: one.keyword,
    language: older.language ?? newer.language,
    ranks: bestOf(one.ranks, other.ranks),
    short_ranks: bestOf(one.short_ranks, other.short_ranks),
    requested_engines: [...new Set([...one.requested_engines, ...other.requested_engines])].toSorted(),
    metrics: newerMetrics(one.metrics, other.metrics),
    first_seen_at: older.first_seen_at,
    last_seen_at: one.last_seen_at > other.last_seen_at ? one.last_seen_at : other.last_seen_at,
  };
}

/** @returns the better rank of each engine, sorted by engine */
function bestOf(one: Ranks, other: Ranks): Ranks {
  const ranks = [...Object.entries(one), ...Object.entries(other)].toSorted(([, a], [, b]) => b - a);
  return Object.fromEntries([...new Map(ranks)].toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

/**
 * Sorts by age. The result must not depend on the order of the arguments: findings of the same time sort by language.
 */
function byAge(one: KeywordFacts, other: KeywordFacts): [KeywordFacts, KeywordFacts] {
  const age = ({ first_seen_at, language }: KeywordFacts) => `${first_seen_at} ${language ?? '~'}`;
  return age(one) <= age(other) ? [one, other] : [other, one];
}

function newerMetrics(one: ProviderMetrics | null, other: ProviderMetrics | null): ProviderMetrics | null {
  if (!one || !other) return one ?? other;
  const key = (metrics: ProviderMetrics) => metrics.fetched_at + JSON.stringify(metrics);
  return key(one) >= key(other) ? one : other;
}

/**
 * Returns the facts without metrics of another country, which would be wrong in an answer for this one.
 *
 * @param country `null`: the answer is for none
 */
export function inCountry<Facts extends KeywordFacts>(facts: Facts, country: string | null): Facts {
  return !facts.metrics || facts.metrics.country === country ? facts : { ...facts, metrics: null };
}

/** Merges the findings about each keyword. */
export function mergeAll(findings: Iterable<KeywordFacts>): Map<string, KeywordFacts> {
  const merged = new Map<string, KeywordFacts>();
  for (const facts of findings) {
    const known = merged.get(facts.keyword);
    merged.set(facts.keyword, known ? mergeFacts(known, facts) : facts);
  }
  return merged;
}

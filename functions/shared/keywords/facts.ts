import type { EngineId } from './engine-id.ts';

/** What a provider that has search data says of a keyword; each figure may be unknown to it. */
export interface ProviderMetrics {
  /** Searches a month. */
  search_volume: number | null;
  cpc_usd: number | null;
  /** Of advertisers, 0 to 1. */
  competition: number | null;
  /** 0 to 100, as the provider measures it. */
  keyword_difficulty: number | null;
  main_intent: string | null;
  /** ISO 8601 time. */
  fetched_at: string;
}

/** All that was ever found out about a keyword, wherever it was found. */
export interface KeywordFacts {
  /** In the normal form. */
  keyword: string;
  /** ISO 639 code, where the script or those who asked say it. */
  language: string | null;
  /** The best place (1 is the first) at which each engine suggested it. */
  ranks: Partial<Record<EngineId, number>>;
  /** Engines that answered the questions it was found by, whether they suggested it or not; sorted. */
  asked: EngineId[];
  /** Best score among the pages that it stands on. */
  page_score: number | null;
  metrics: ProviderMetrics | null;
  /** ISO 8601 times. */
  first_seen_at: string;
  last_seen_at: string;
}

/** Facts of a keyword of which nothing is known but when it was seen. */
export function newFacts(keyword: string, language: string | null, seenAt: string): KeywordFacts {
  return {
    keyword,
    language,
    ranks: {},
    asked: [],
    page_score: null,
    metrics: null,
    first_seen_at: seenAt,
    last_seen_at: seenAt,
  };
}

/**
 * What two findings of one keyword come to. The order and the number of findings does not matter: a keyword is one
 * thing however many questions and engines find it.
 */
export function mergeFacts(one: KeywordFacts, other: KeywordFacts): KeywordFacts {
  const ranks = { ...one.ranks };
  for (const [engine, rank] of Object.entries(other.ranks) as [EngineId, number][]) {
    ranks[engine] = Math.min(rank, ranks[engine] ?? Infinity);
  }
  const [elder, younger] = byAge(one, other);
  return {
    // What a newer version has found out is kept for when it comes back.
    ...elder,
    ...younger,
    keyword: one.keyword,
    language: elder.language ?? younger.language,
    ranks: Object.fromEntries(Object.entries(ranks).toSorted(([a], [b]) => (a < b ? -1 : 1))),
    asked: [...new Set([...one.asked, ...other.asked])].toSorted(),
    page_score:
      one.page_score === null || other.page_score === null
        ? (one.page_score ?? other.page_score)
        : Math.max(one.page_score, other.page_score),
    metrics: newerMetrics(one.metrics, other.metrics),
    first_seen_at: elder.first_seen_at,
    last_seen_at: one.last_seen_at > other.last_seen_at ? one.last_seen_at : other.last_seen_at,
  };
}

/** The order must not depend on which comes first, so what was seen at the same time is told apart by its language. */
function byAge(one: KeywordFacts, other: KeywordFacts): [KeywordFacts, KeywordFacts] {
  const age = ({ first_seen_at, language }: KeywordFacts) => `${first_seen_at} ${language ?? '~'}`;
  return age(one) <= age(other) ? [one, other] : [other, one];
}

function newerMetrics(one: ProviderMetrics | null, other: ProviderMetrics | null): ProviderMetrics | null {
  if (!one || !other) return one ?? other;
  const key = (metrics: ProviderMetrics) => metrics.fetched_at + JSON.stringify(metrics);
  return key(one) >= key(other) ? one : other;
}

/** @returns the findings, each keyword once */
export function mergeAll(findings: Iterable<KeywordFacts>): Map<string, KeywordFacts> {
  const merged = new Map<string, KeywordFacts>();
  for (const facts of findings) {
    const known = merged.get(facts.keyword);
    merged.set(facts.keyword, known ? mergeFacts(known, facts) : facts);
  }
  return merged;
}

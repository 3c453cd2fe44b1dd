import * as z from 'zod/mini';
import { formatParameter, refreshParameter, wholeNumberParameter } from '../platform/http/parameters.ts';
import { keywordParameter, languageTag, localeOf, localeParameters } from '../keywords/parameters.ts';
import { type EngineId, enginesOf, type Locale } from '../keywords/choices.ts';
import { ServiceError } from '../platform/http/errors.ts';
import { message } from '../platform/http/message.ts';
import type { LongTailAnswer, LongTailItem } from './answer-schema.ts';
import { type Keyword, keywordOf } from '../keywords/keyword.ts';
import { belongsToSeed, groupOf, groups } from './grouping/group.ts';
import { modifiersOf } from './grouping/languages/index.ts';
import { planQueries } from './grouping/plan-queries.ts';
import { inOrder } from '../keywords/order.ts';
import type { SuggestionCache } from '../keywords/suggestions/suggestion-cache.ts';
import { findSuggestions, type SuggestionRequest } from '../keywords/suggestions/find-suggestions.ts';
import {
  isAnswered,
  isEngine,
  type Outcome,
  type SourceQuery,
  reasonsOf,
  sourceReports,
} from '../keywords/suggestions/source-queries.ts';

const MAX_LIMIT = 1_000;

/** Parameters of `/api/v1/seo/long-tail`. */
export const longTailParameters = z.object({
  keyword: keywordParameter('Seed keyword'),
  ...localeParameters,
  limit: wholeNumberParameter({
    name: 'Maximum number of keywords in the response',
    min: 1,
    max: MAX_LIMIT,
    default: 100,
  }),
  refresh: refreshParameter('1: request the engines again'),
  format: formatParameter(),
});

export type LongTailRequest = z.infer<typeof longTailParameters>;

interface LongTailDependencies {
  suggestions: Pick<SuggestionCache, 'read'>;
  /** Engines and providers that the operator has disabled. */
  disabled: ReadonlySet<string>;
  requestMissing: (request: SuggestionRequest, missing: SourceQuery[]) => Promise<Outcome[]>;
  learnAgain: (request: SuggestionRequest) => Promise<void>;
  now: () => number;
}

/**
 * Finds the longer forms of a seed that engines suggest, in groups, each once, best first. The groups share the limit.
 *
 * @throws {ServiceError} all_sources_failed if no engine answered, and no earlier answer is stored
 */
export async function findLongTail(
  { keyword: seed, limit, refresh, ...requestedLocale }: LongTailRequest,
  deps: LongTailDependencies,
): Promise<LongTailAnswer> {
  const locale = localeOf(seed, requestedLocale);
  const { language } = locale;
  const sourceQueries = questionsAbout(seed, language, deps);
  const name = `long-tail:${language}-${locale.region}:${seed}`;
  const request = { name, seed, sourceQueries, locale, refresh };
  const { facts, outcomes, cacheStatus, seed: answered } = await findSuggestions(request, deps);
  const coverage = coverageOf(outcomes, locale);
  if (!outcomes.some((outcome) => isEngine(outcome) && outcome.at !== null)) {
    throw new ServiceError('all_sources_failed', {
      message: message`No engine answered: ${{ reasons: reasonsOf(outcomes) }}`,
    });
  }

  const suggested = facts.filter(
    ({ keyword, ranks }) => Object.keys(ranks).length > 0 && belongsToSeed(keyword, seed, language),
  );
  const found = inOrder(
    suggested.map((each) => keywordOf(each, answered)),
    'score',
  ).map(({ keyword }) => keyword);
  const members = byGroup(found, seed, language);
  const shares = sharesOf(
    members.map(({ length }) => length),
    limit,
  );
  return {
    keyword: seed,
    language: languageTag(locale),
    country: locale.region,
    cache_status: cacheStatus,
    limit,
    count: Math.min(found.length, limit),
    truncated: found.length > limit,
    coverage,
    groups: groups.map((group, index) => {
      const items = members[index]!.slice(0, shares[index]);
      return { ...group, count: items.length, items };
    }),
    sources: sourceReports(outcomes),
  };
}

/** Returns the planned queries to engines, and the query to the provider for the seed. */
function questionsAbout(seed: string, language: string, { disabled, now }: LongTailDependencies): SourceQuery[] {
  const engines = enginesOf(language).filter((id) => !disabled.has(id));
  const year = new Date(now()).getUTCFullYear();
  const planned = planQueries<EngineId>(seed, language, engines, year);
  const sourceQueries: SourceQuery[] = planned.map(({ engine, query, modifier }) => ({
    id: engine,
    query,
    // The choice of the engine for a longer query depends on the number of engines.
    ...(modifier !== null && { orAnother: true }),
  }));
  return disabled.has('dataforseo') ? sourceQueries : [...sourceQueries, { id: 'dataforseo', query: seed }];
}

function coverageOf(outcomes: Outcome[], { language }: Locale): LongTailAnswer['coverage'] {
  const queries = outcomes.filter(isEngine);
  const having = (status: Outcome['status']) => queries.filter((outcome) => outcome.status === status).length;
  return {
    modifiers: modifiersOf(language) !== null,
    queries_planned: queries.length,
    queries_ok: having('ok'),
    queries_empty: having('empty'),
    queries_failed: queries.filter((outcome) => !isAnswered(outcome)).length,
  };
}

/** Returns the items of each group, best first. */
function byGroup(keywords: Keyword[], seed: string, language: string): LongTailItem[][] {
  const placed = keywords.map((keyword) => ({ keyword, ...groupOf(keyword.keyword, seed, language) }));
  return groups.map(({ id }) =>
    placed.filter(({ group }) => group === id).map(({ keyword, modifier }) => item(keyword, modifier)),
  );
}

function item(keyword: Keyword, modifier: string | null): LongTailItem {
  return {
    keyword: keyword.keyword,
    modifier: modifier?.trim() || null,
    // The groups contain only keywords that engines suggest.
    score: keyword.score!,
    word_count: keyword.word_count,
    char_count: keyword.char_count,
    engines: Object.keys(keyword.ranks) as EngineId[],
    search_volume: keyword.metrics?.search_volume ?? null,
    keyword_difficulty: keyword.metrics?.keyword_difficulty ?? null,
  };
}

/**
 * Distributes a limit evenly among groups. The unused share of a small group goes to the others; the first groups get
 * the remainder.
 *
 * @param sizes number of items in each group
 * @returns how many items of each group to return; their sum is the limit, or the number of all items
 */
export function sharesOf(sizes: number[], limit: number): number[] {
  const shares = sizes.map(() => 0);
  let left = Math.min(
    limit,
    sizes.reduce((sum, size) => sum + size, 0),
  );
  while (left > 0) {
    for (const [index, size] of sizes.entries()) {
      if (left === 0 || shares[index]! >= size) continue;
      shares[index]! += 1;
      left -= 1;
    }
  }
  return shares;
}

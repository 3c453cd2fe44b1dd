import { compareKeys, type Filters, inOrder, passes, type SortedKeyword } from '../order.ts';
import {
  inCountry,
  type Keyword,
  type KeywordFacts,
  keywordOf,
  keywordOfPage,
  mergeAll,
  mergeFacts,
  newFacts,
  NO_SEED,
} from '../keyword.ts';
import { matches, type RequestedWords } from '../../analysis/language/terms.ts';
import type { Locale } from '../choices.ts';
import { localeOf } from '../parameters.ts';
import type { Suggestions } from '../suggestions/find-suggestions.ts';
import type { KeywordsRequest } from './request.ts';
import type { KeywordIndex } from '../index/keyword-index.ts';
import { isWithinEnd, type KeywordSearch } from '../index/keyword-search.ts';
import type { PageKeyword } from '../../record/source-answer.ts';
import type { SourceReport } from '../../record/record.ts';
import type { DomainKeywords } from '../../domains/store/domain-keywords.ts';

/** Why a keyword is in the answer: it has all words of the text, or an engine suggested it for the text. */
export type Match = 'words' | 'suggested';

/** Suggestions for the search text; empty without a text. */
export type FoundSuggestions = Pick<Suggestions, 'outcomes' | 'facts' | 'isLearned'> & {
  seed: Suggestions['seed'] | null;
};

/** Parameters of a search. */
interface SearchParameters {
  request: Pick<KeywordsRequest, 'sort' | 'limit' | 'language' | 'country'>;
  /** `null` without a search text. */
  locale: Locale | null;
  /** The words of the search text. */
  words: RequestedWords[];
  filters: Filters;
  suggested: FoundSuggestions;
  /** Sort key after which the page begins. */
  after: string | null;
}

/** One page of the answer. */
export interface KeywordsPage {
  keywords: { keyword: Keyword; match: Match }[];
  /** Sort key after which the next page begins; `null` if there is none. */
  next: string | null;
}

const isAfter = (after: string | null, { key }: SortedKeyword) => after === null || compareKeys(key, after) > 0;

/** @returns `null` for a keyword that does not match */
function matchOf(keyword: Keyword, words: RequestedWords[], { seed }: Pick<FoundSuggestions, 'seed'>): Match | null {
  if (matches(keyword.keyword, words, keyword.language)) return 'words';
  return seed?.ranks.has(keyword.keyword) ? 'suggested' : null;
}

/**
 * Returns the phrases of a home page with the scores of the page, the same as in the record's `top_keywords`, merged
 * with the facts of the index. Metrics are those of the country in which a search for the phrase itself would be.
 */
export async function keywordsOfPage(
  page: FoundPage,
  { request, filters, after }: SearchParameters,
  index: Pick<KeywordIndex, 'read'>,
): Promise<KeywordsPage> {
  const { sort, limit } = request;
  const known = await index.read(page.keywords.map(({ keyword }) => keyword));
  const facts = factsOfPage(page).map((own) => {
    const before = known.get(own.keyword);
    return before ? mergeFacts(inCountry(before, localeOf(own.keyword, request).region), own) : own;
  });
  const keywords = facts.map((each, index) => keywordOfPage(each, page.keywords[index]!.score));
  const passing = keywords.filter((keyword) => passes(keyword, filters));
  const found = inOrder(passing, sort).filter((placed) => isAfter(after, placed));
  const shown = found.slice(0, limit);
  return {
    keywords: shown.map(({ keyword }) => ({ keyword, match: 'words' })),
    next: found.length > limit ? shown.at(-1)!.key : null,
  };
}

/** Returns the facts of the page's phrases, in their order. */
function factsOfPage({ keywords, at }: FoundPage): KeywordFacts[] {
  return keywords.map(({ keyword, language }) => newFacts(keyword, language, at));
}

/**
 * Returns the keywords that engines suggest for a text, those of the index with all of its words, and the phrases of a
 * home page with all of its words, in one order. All scores are from autocomplete: `null` for a phrase that no engine
 * suggests.
 *
 * A suggestion for the text has another score than its postings, and may not contain the words; a phrase of the page
 * may not be in the index. So both are sorted separately and excluded from the search in the index.
 *
 * @param page home page of the requested domain; `null` without a domain
 */
export async function keywordsOfText(
  page: FoundPage | null,
  { request: { sort, limit }, locale, words, filters, suggested, after }: SearchParameters,
  search: KeywordSearch,
  index: Pick<KeywordIndex, 'read'>,
): Promise<KeywordsPage> {
  const seed = suggested.seed ?? NO_SEED;
  const country = locale?.region ?? null;
  const ofPage = page ? factsOfPage(page).filter(({ keyword, language }) => matches(keyword, words, language)) : [];
  const facts = [...suggested.facts, ...ofPage];
  const without = new Set(facts.map(({ keyword }) => keyword));
  const parts = [
    readOwn({ facts, seed: suggested.seed, country }, words, index),
    search({ ...filters, queryWords: words, seed, country, sort, limit, after, without }),
  ] as const;
  // Even if one fails: Lambda freezes an instance after its response, with all unfinished work.
  await Promise.allSettled(parts);
  const [own, indexed] = await Promise.all(parts);
  const matchesOfOwn = new Map(own.map(({ keyword, match }) => [keyword.keyword, match]));
  const passing = own.map(({ keyword }) => keyword).filter((keyword) => passes(keyword, filters));
  const between = inOrder(passing, sort).filter((each) => isAfter(after, each) && isWithinEnd(indexed.end, each));
  const all = [...between, ...indexed.keywords].sort((one, other) => compareKeys(one.key, other.key));
  const shown = all.slice(0, limit);
  return {
    keywords: shown.map(({ keyword }) => ({ keyword, match: matchesOfOwn.get(keyword.keyword) ?? 'words' })),
    next: all.length > limit ? shown.at(-1)!.key : indexed.end,
  };
}

/** Returns each keyword with all known facts. Keywords of a provider are included only if they have the words. */
async function readOwn(
  { facts, seed, country }: { facts: KeywordFacts[]; country: string | null } & Pick<FoundSuggestions, 'seed'>,
  words: RequestedWords[],
  index: Pick<KeywordIndex, 'read'>,
): Promise<{ keyword: Keyword; match: Match }[]> {
  const known = await index.read(facts.map(({ keyword }) => keyword));
  // Metrics of another country are removed before the merge, which would prefer newer ones to those of this answer.
  const stored = [...known.values()].map((each) => inCountry(each, country));
  const merged = [...mergeAll([...stored, ...facts]).values()].map((each) => keywordOf(each, seed ?? NO_SEED));
  return merged.flatMap((keyword) => {
    const match = matchOf(keyword, words, { seed });
    return match ? [{ keyword, match }] : [];
  });
}

/** The keywords of a domain's home page, and the report of its source. */
export interface FoundPage extends DomainKeywords {
  /** Parts of the page that contain each keyword. */
  matches: Map<string, PageKeyword['domain_match']>;
  report: SourceReport;
}

export function foundPage(page: DomainKeywords, report: SourceReport): FoundPage {
  return { ...page, matches: new Map(page.keywords.map((one) => [one.keyword, one.domain_match])), report };
}

/** @returns the report of a page that was fetched earlier */
export function reportOfCachedPage({ at, http_status }: DomainKeywords): SourceReport {
  return {
    id: 'site',
    status: 'ok',
    fields: ['domain_match'],
    fetched_at: at,
    from_cache: true,
    http_status,
    duration_ms: null,
    error: null,
    attribution: null,
  };
}

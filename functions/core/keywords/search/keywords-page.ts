import { compareKeys, type Filters, inOrder, passes, type Placed } from '../order.ts';
import {
  type Keyword,
  type KeywordFacts,
  keywordOf,
  keywordOfPage,
  mergeAll,
  mergeFacts,
  newFacts,
  NO_SEED,
} from '../keyword.ts';
import { matches, type RequestedWords } from '../../analysis/words/terms.ts';
import type { Suggestions } from '../research/find-suggestions.ts';
import type { KeywordsRequest } from './request.ts';
import type { KeywordIndex } from '../index/keyword-index.ts';
import { isUpTo, type KeywordSearch } from '../index/keyword-search.ts';
import type { PageKeyword } from '../../record/source-answer.ts';
import type { SourceReport } from '../../record/record.ts';
import type { DomainKeywords } from '../../domains/store/domain-keywords.ts';

/** Why a keyword is in the answer: it has all words of the text, or an engine suggested it for the text. */
export type Match = 'words' | 'suggested';

/** What was answered to the search text; without one, nothing. */
export type FoundSuggestions = Pick<Suggestions, 'outcomes' | 'facts' | 'isLearned'> & {
  seed: Suggestions['seed'] | null;
};

/** What keywords are looked for. */
interface WantedKeywords {
  request: Pick<KeywordsRequest, 'sort' | 'limit'>;
  /** The words of the search text. */
  words: RequestedWords[];
  filters: Filters;
  suggested: FoundSuggestions;
  /** Sort key behind which the page begins. */
  after: string | null;
}

/** One page of the answer. */
export interface KeywordsPage {
  keywords: { keyword: Keyword; match: Match }[];
  /** Sort key behind which the next page begins; `null` where there is none. */
  next: string | null;
}

const isBehind = (after: string | null, { key }: Placed) => after === null || compareKeys(key, after) > 0;

/** @returns `null` for a keyword that is not in the answer */
function matchOf(keyword: Keyword, wanted: RequestedWords[], { seed }: Pick<FoundSuggestions, 'seed'>): Match | null {
  if (matches(keyword.keyword, wanted, keyword.language)) return 'words';
  return seed?.places.has(keyword.keyword) ? 'suggested' : null;
}

/**
 * Returns the phrases of a home page with the scores of the page, the same as in the record's `top_keywords`, and with
 * what the index has of them from engines and providers.
 */
export async function keywordsOfPage(
  page: FoundPage,
  { request: { sort, limit }, filters, after }: WantedKeywords,
  index: Pick<KeywordIndex, 'read'>,
): Promise<KeywordsPage> {
  const known = await index.read(page.keywords.map(({ keyword }) => keyword));
  const facts = factsOfPage(page).map((own) => withKnown(own, known.get(own.keyword)));
  const keywords = facts.map((each, index) => keywordOfPage(each, page.keywords[index]!.score));
  const passing = keywords.filter((keyword) => passes(keyword, filters));
  const found = inOrder(passing, sort).filter((placed) => isBehind(after, placed));
  const shown = found.slice(0, limit);
  return {
    keywords: shown.map(({ keyword }) => ({ keyword, match: 'words' })),
    next: found.length > limit ? shown.at(-1)!.key : null,
  };
}

/** Returns what the page alone states of its phrases, in their order. */
function factsOfPage({ keywords, at }: FoundPage): KeywordFacts[] {
  return keywords.map(({ keyword, language }) => newFacts(keyword, language, at));
}

function withKnown(own: KeywordFacts, known: KeywordFacts | undefined): KeywordFacts {
  return known ? mergeFacts(known, own) : own;
}

/**
 * Returns the keywords that engines suggested for a text, those of the index with all of its words, and the phrases of
 * a home page with all of its words, in one order. All scores are from autocomplete: `null` for a phrase that no engine
 * suggests.
 *
 * A suggestion for the text has another score than its postings, and may not contain the words; a phrase of the page need
 * not be in the index. So both are put into the order by themselves, and left out of the index's.
 *
 * @param page that of the requested domain; `null` without one
 */
export async function keywordsOfText(
  page: FoundPage | null,
  { request: { sort, limit }, words, filters, suggested, after }: WantedKeywords,
  search: KeywordSearch,
  index: Pick<KeywordIndex, 'read'>,
): Promise<KeywordsPage> {
  const seed = suggested.seed ?? NO_SEED;
  const ofPage = page ? factsOfPage(page).filter(({ keyword, language }) => matches(keyword, words, language)) : [];
  const facts = [...suggested.facts, ...ofPage];
  const without = new Set(facts.map(({ keyword }) => keyword));
  const parts = [
    readOwn({ facts, seed: suggested.seed }, words, index),
    search({ ...filters, wanted: words, seed, sort, limit, after, without }),
  ] as const;
  // Even if one fails: Lambda freezes an instance after its response, with everything that is still running.
  await Promise.allSettled(parts);
  const [own, indexed] = await Promise.all(parts);
  const matchesOfOwn = new Map(own.map(({ keyword, match }) => [keyword.keyword, match]));
  const passing = own.map(({ keyword }) => keyword).filter((keyword) => passes(keyword, filters));
  const between = inOrder(passing, sort).filter((each) => isBehind(after, each) && isUpTo(indexed.end, each));
  const all = [...between, ...indexed.keywords].sort((one, other) => compareKeys(one.key, other.key));
  const shown = all.slice(0, limit);
  return {
    keywords: shown.map(({ keyword }) => ({ keyword, match: matchesOfOwn.get(keyword.keyword) ?? 'words' })),
    next: all.length > limit ? shown.at(-1)!.key : indexed.end,
  };
}

/** Returns each keyword with all that is known of it. Of what a provider returned, only what has the words. */
async function readOwn(
  { facts, seed }: { facts: KeywordFacts[]; seed: WantedKeywords['suggested']['seed'] },
  wanted: RequestedWords[],
  index: Pick<KeywordIndex, 'read'>,
): Promise<{ keyword: Keyword; match: Match }[]> {
  const known = await index.read(facts.map(({ keyword }) => keyword));
  const stored = facts.flatMap(({ keyword }) => known.get(keyword) ?? []);
  const merged = [...mergeAll([...stored, ...facts]).values()].map((each) => keywordOf(each, seed ?? NO_SEED));
  return merged.flatMap((keyword) => {
    const match = matchOf(keyword, wanted, { seed });
    return match ? [{ keyword, match }] : [];
  });
}

/** The keywords of a domain's home page, and the report of reading it. */
export interface FoundPage extends DomainKeywords {
  /** In which parts of the page each keyword is. */
  matches: Map<string, PageKeyword['domain_match']>;
  report: SourceReport;
}

export function foundPage(page: DomainKeywords, report: SourceReport): FoundPage {
  return { ...page, matches: new Map(page.keywords.map((one) => [one.keyword, one.domain_match])), report };
}

/** @returns the report of a page that was read before */
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

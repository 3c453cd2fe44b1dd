import { passes } from '../../keywords/criteria.ts';
import { mergeAll } from '../../keywords/facts.ts';
import { type Keyword, keywordOf, NO_SEED } from '../../keywords/keyword.ts';
import { compareKeys, inOrder } from '../../keywords/order.ts';
import type { Wanted } from '../../keywords/terms.ts';
import type { KeywordIndex } from '../../storage/keyword-index/keyword-index.ts';
import { isUpTo, type KeywordSearch } from '../../storage/keyword-index/keyword-search.ts';
import {
  type FoundSuggestions,
  isBehind,
  type KeywordsPage,
  type Match,
  matchOf,
  type WantedKeywords,
} from './keywords-page.ts';

/**
 * The keywords that engines suggested for a text, and those of the index with all of its words, in one order.
 *
 * A suggestion for the text has another score than its postings, and may not contain the words: so the suggestions are
 * put into the order by themselves, and left out of the index's.
 */
export async function keywordsOfText(
  { request: { sort, limit }, words, filters, suggested, after }: WantedKeywords,
  search: KeywordSearch,
  index: Pick<KeywordIndex, 'read'>,
): Promise<KeywordsPage> {
  const seed = suggested.seed ?? NO_SEED;
  const without = new Set(suggested.facts.map(({ keyword }) => keyword));
  const parts = [
    readOwn(suggested, words, index),
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

/** What was answered to the text, with all that is known of it. Of what a provider told, only what has the words. */
async function readOwn(
  { facts, seed }: FoundSuggestions,
  wanted: Wanted[],
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

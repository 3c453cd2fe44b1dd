import { passes } from '../criteria.ts';
import { type KeywordFacts, mergeAll } from '../facts.ts';
import { type Keyword, keywordOf, NO_SEED } from '../keyword.ts';
import { compareKeys, inOrder } from '../order.ts';
import { matches, type Wanted } from '../../analysis/words/terms.ts';
import type { KeywordIndex } from '../index/keyword-index.ts';
import { isUpTo, type KeywordSearch } from '../index/keyword-search.ts';
import type { FoundPage } from './domain-page.ts';
import { factsOfPage } from './keywords-of-page.ts';
import { isBehind, type KeywordsPage, type Match, matchOf, type WantedKeywords } from './keywords-page.ts';

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

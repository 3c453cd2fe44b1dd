import { passes } from '../../keywords/criteria.ts';
import { mergeAll, newFacts } from '../../keywords/facts.ts';
import { type Keyword, keywordOf, keywordOfPage } from '../../keywords/keyword.ts';
import { inOrder } from '../../keywords/order.ts';
import type { KeywordIndex } from '../../storage/keyword-index/keyword-index.ts';
import type { FoundPage } from './domain-page.ts';
import { type FoundSuggestions, isBehind, type KeywordsPage, matchOf, type WantedKeywords } from './keywords-page.ts';

/**
 * The keywords of a home page, each with its facts from other sources: without a search text, with the scores of the
 * page, the same as in the record's `top_keywords`; beside one, with scores from autocomplete.
 */
export async function keywordsOfPage(
  page: FoundPage,
  { request: { sort, limit }, words, filters, suggested, after }: WantedKeywords,
  index: Pick<KeywordIndex, 'read'>,
): Promise<KeywordsPage> {
  const keywords = (await readPage(page, suggested, index)).filter((keyword) => passes(keyword, filters));
  const found = inOrder(keywords, sort)
    .filter((placed) => isBehind(after, placed))
    .flatMap(({ key, keyword }) => {
      const match = matchOf(keyword, words, suggested);
      return match ? [{ key, keyword, match }] : [];
    });
  const shown = found.slice(0, limit);
  return { keywords: shown, next: found.length > limit ? shown.at(-1)!.key : null };
}

async function readPage(
  { keywords, at }: FoundPage,
  { facts, seed }: FoundSuggestions,
  index: Pick<KeywordIndex, 'read'>,
): Promise<Keyword[]> {
  const known = await index.read(keywords.map(({ keyword }) => keyword));
  const fresh = mergeAll(facts);
  return keywords.map(({ keyword, language, score }) => {
    const findings = [known.get(keyword), fresh.get(keyword)].filter((found) => found !== undefined);
    const merged = mergeAll([{ ...newFacts(keyword, language, at), page_score: score }, ...findings]).get(keyword)!;
    return seed ? keywordOf(merged, seed) : keywordOfPage(merged, score);
  });
}

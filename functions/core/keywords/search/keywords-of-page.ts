import { passes } from '../criteria.ts';
import { type KeywordFacts, mergeFacts, newFacts } from '../facts.ts';
import { keywordOfPage } from '../keyword.ts';
import { inOrder } from '../order.ts';
import type { KeywordIndex } from '../index/keyword-index.ts';
import type { FoundPage } from './domain-page.ts';
import { isBehind, type KeywordsPage, type WantedKeywords } from './keywords-page.ts';

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
export function factsOfPage({ keywords, at }: FoundPage): KeywordFacts[] {
  return keywords.map(({ keyword, language }) => newFacts(keyword, language, at));
}

function withKnown(own: KeywordFacts, known: KeywordFacts | undefined): KeywordFacts {
  return known ? mergeFacts(known, own) : own;
}

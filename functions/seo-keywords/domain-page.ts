import { type KeywordFacts, mergeAll, newFacts } from '../shared/keywords/facts.ts';
import { type Keyword, keywordOf } from '../shared/keywords/keyword.ts';
import type { PageKeyword } from '../shared/keywords/page-keyword.ts';
import type { SourceReport } from '../shared/record/record.ts';
import type { DomainKeywords } from '../shared/storage/domain-keywords.ts';
import type { KeywordIndex } from '../shared/storage/keyword-index.ts';

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

/**
 * The keywords of a page, each with its facts from other sources. The score is that of the page, the same as in the
 * record's `top_keywords`.
 *
 * @param suggested facts from the suggestions for this request
 */
export async function keywordsOfPage(
  { keywords, at }: FoundPage,
  suggested: KeywordFacts[],
  index: Pick<KeywordIndex, 'read'>,
): Promise<Keyword[]> {
  const known = await index.read(keywords.map(({ keyword }) => keyword));
  const fresh = mergeAll(suggested);
  return keywords.map(({ keyword, language, score }) => {
    const facts = [known.get(keyword), fresh.get(keyword)].filter((found) => found !== undefined);
    const merged = mergeAll([{ ...newFacts(keyword, language, at), page_score: score }, ...facts]).get(keyword)!;
    return { ...keywordOf(merged), score, score_basis: 'page' };
  });
}

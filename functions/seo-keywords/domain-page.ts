import { type KeywordFacts, mergeAll, newFacts } from '../shared/keywords/facts.ts';
import { type Keyword, keywordOf } from '../shared/keywords/keyword.ts';
import type { PageKeyword } from '../shared/keywords/page-keyword.ts';
import type { SourceReport } from '../shared/record/record.ts';
import type { DomainKeywords } from '../shared/storage/domain-keywords.ts';
import type { KeywordIndex } from '../shared/storage/keyword-index.ts';

/** The keywords of a domain's home page, and what became of reading it. */
export interface FoundPage extends DomainKeywords {
  /** Where each keyword stands on the page. */
  matches: Map<string, PageKeyword['domain_match']>;
  report: SourceReport;
}

export function foundPage(page: DomainKeywords, report: SourceReport): FoundPage {
  return { ...page, matches: new Map(page.keywords.map((one) => [one.keyword, one.domain_match])), report };
}

/** @returns what is said of a page that was read before */
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
 * The keywords of a page, with what is known of each from elsewhere. Its score is that of the page, which says what the
 * domain is about: the same as in the record's `top_keywords`.
 *
 * @param suggested facts that were told just now
 */
export async function keywordsOfPage(
  { keywords, at }: FoundPage,
  suggested: KeywordFacts[],
  index: Pick<KeywordIndex, 'read'>,
): Promise<Keyword[]> {
  const known = await index.read(keywords.map(({ keyword }) => keyword));
  const told = mergeAll(suggested);
  return keywords.map(({ keyword, language, score }) => {
    const facts = [known.get(keyword), told.get(keyword)].filter((found) => found !== undefined);
    const merged = mergeAll([{ ...newFacts(keyword, language, at), page_score: score }, ...facts]).get(keyword)!;
    return { ...keywordOf(merged), score, score_basis: 'page' };
  });
}

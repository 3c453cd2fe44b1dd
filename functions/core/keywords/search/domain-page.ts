import type { PageKeyword } from '../../record/source-answer.ts';
import type { SourceReport } from '../../record/record.ts';
import type { DomainKeywords } from '../../domains/store/domain-keywords.ts';

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

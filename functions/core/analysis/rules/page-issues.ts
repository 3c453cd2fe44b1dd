import type { CrawledPage } from '../../record/crawled-page.ts';
import type { IssueRow } from '../../record/site-evidence-schema.ts';
import { indexabilityOf } from '../indexability.ts';
import { PAGE_RULES } from './index.ts';
import { isFoundOn, occurrencesOn } from './occurrences.ts';
import type { Evidence, Severity } from './rule.ts';

const SEVERITIES: readonly Severity[] = ['error', 'warning', 'notice'];
/** Maximum number of occurrences of one issue. */
const MAX_OCCURRENCES = 20;

/**
 * Returns the occurrences of issues of one page, errors first. Relations with other pages are not known.
 *
 * @param isHome whether it is the home page of its site
 */
export function pageIssues(page: CrawledPage, isHome: boolean): IssueRow[] {
  const judged = { ...page, ...indexabilityOf(page), isHome };
  const rows = PAGE_RULES.filter((rule) => isFoundOn(rule, judged)).flatMap((rule) =>
    atLeastOne(occurrencesOn(rule, judged))
      .slice(0, MAX_OCCURRENCES)
      .map(({ target = null, element = null, value = null, expected = null, related = [] }) => ({
        issue: rule.id,
        severity: rule.severity,
        url: page.url,
        target,
        // That of a target is not known: it was not requested.
        status: target === null ? page.http_status : null,
        element,
        value,
        expected,
        related,
      })),
  );
  return SEVERITIES.flatMap((severity) => rows.filter((row) => row.severity === severity));
}

/** An issue whose findings did not fit has one occurrence without details. */
const atLeastOne = (found: Evidence[]): Evidence[] => (found.length > 0 ? found : [{}]);

import { CHECKS } from '../../analysis/checks/index.ts';
import type { Check } from '../../analysis/checks/check.ts';
import type { CrawledFacts } from '../../record/crawled-page.ts';
import { htmlPages, indexablePages, type Issue } from './issue.ts';

/** Issues that the checks of single pages find. */
export const checkIssues: readonly Issue[] = CHECKS.map(checkIssue);

function checkIssue({ id, severity, title, howToFix, learnMore, since, isOfIndexable }: Check): Issue {
  return {
    ...{ id, severity, scope: 'page', title, howToFix, learnMore, since },
    find: (site) =>
      (isOfIndexable ? indexablePages(site) : htmlPages(site)).filter(({ facts }) => hasFailed(facts, id)),
    evidence:
      () =>
      ({ facts }) =>
        facts.failed_checks.find((failed) => failed.id === id)?.items ?? [],
  };
}

/** @returns whether a check found something on a page */
export function hasFailed({ failed_checks }: CrawledFacts, id: string): boolean {
  return failed_checks.some((failed) => failed.id === id);
}

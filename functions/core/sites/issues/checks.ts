import { CHECKS } from '../../analysis/checks/index.ts';
import type { CheckDefinition } from '../../analysis/checks/check.ts';
import type { CrawledFacts } from '../../record/crawled-page.ts';
import { htmlPages, indexablePages, type Issue } from './issue.ts';

/** Issues that the checks of single pages find. */
export const checkIssues: readonly Issue[] = CHECKS.map(checkIssue);

/** @returns the issue of pages on which a check found something */
export function checkIssue(definition: CheckDefinition): Issue {
  const { id, severity, title, impact, howToFix, learnMore, since, isOfIndexable } = definition;
  return {
    ...{ id, severity, scope: 'page', title, impact, howToFix, learnMore, since },
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

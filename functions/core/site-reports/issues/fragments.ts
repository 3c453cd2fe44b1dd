import { decoded, isFound, mayHaveId } from '../../analysis/rules/fragments.ts';
import { isFoundOn, isHtml, occurrencesOn } from '../../analysis/rules/occurrences.ts';
import type { Evidence, PageRule } from '../../analysis/rules/rule.ts';
import type { Site } from '../graph/site.ts';
import type { HtmlPage, Issue } from './issue.ts';
import { issueOfRule } from './page-rules.ts';

/** Id of the rule about links to parts of a page that do not exist. */
export const FRAGMENT_MISSING = 'link-fragment-missing';

/** Returns the issue of links to missing parts of their own page, and of the other pages that were read. */
export function fragmentIssue(rule: PageRule): Issue {
  return {
    ...issueOfRule(rule, ['target']),
    find(site) {
      const missing = missingElsewhere(site);
      return site.pages.filter((page) => isFoundOn(rule, page) || (isHtml(page) && missing(page).length > 0));
    },
    evidence(site) {
      const missing = missingElsewhere(site);
      return (page) => [...occurrencesOn(rule, page), ...missing(page)];
    },
  };
}

/** @returns a function that lists the links of a page to parts that other pages do not have */
function missingElsewhere(site: Site): (page: HtmlPage) => Evidence[] {
  return ({ facts }) =>
    facts.fragments.flatMap(({ url, fragment, element }) => {
      const target = site.pageOf(url);
      const ids = target && isHtml(target) ? target.facts.ids : null;
      if (ids === null || isFound(fragment, (id) => mayHaveId(ids, id))) return [];
      return [{ target: url, element, value: `#${fragment}`, expected: `id="${decoded(fragment)}"` }];
    });
}

import { isFoundOn, occurrencesOn } from '../../analysis/rules/occurrences.ts';
import type { PageRule } from '../../analysis/rules/rule.ts';
import type { Dependence, Issue } from './issue.ts';

/** Returns the issue of the pages of a site on which a rule about single pages finds something. */
export function issueOfRule(rule: PageRule, dependsOn?: readonly Dependence[]): Issue {
  const { id, severity, title, impact, howToFix, learnMore, since, isOfSite = false } = rule;
  return {
    id,
    severity,
    title,
    impact,
    howToFix,
    learnMore,
    ...(since !== undefined && { since }),
    ...(dependsOn && { dependsOn }),
    scope: isOfSite ? 'site' : 'page',
    find(site) {
      const found = site.pages.filter((page) => isFoundOn(rule, page));
      return isOfSite ? found.slice(0, 1) : found;
    },
    evidence: () => (page) => occurrencesOn(rule, page),
  };
}

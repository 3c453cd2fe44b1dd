import { PAGE_RULES } from '../../analysis/rules/index.ts';
import { canonicalIssues } from './canonicals.ts';
import { duplicateIssues } from './duplicates.ts';
import { FRAGMENT_MISSING, fragmentIssue } from './fragments.ts';
import { hreflangIssues } from './hreflang.ts';
import { indexabilityIssues } from './indexability.ts';
import type { Issue } from './issue.ts';
import { linkIssues } from './links.ts';
import { nearDuplicate } from './near-duplicates.ts';
import { issueOfRule } from './page-rules.ts';
import { sitemapIssues } from './sitemaps.ts';
import { structureIssues } from './structure.ts';
import { targetIssues } from './targets.ts';

/** All issues, by subject: those of relations between pages, then those of single pages. Answers list the issues of a severity in this order. */
export const ISSUES: readonly Issue[] = [
  ...indexabilityIssues,
  ...linkIssues,
  ...targetIssues,
  ...duplicateIssues,
  nearDuplicate,
  ...canonicalIssues,
  ...sitemapIssues,
  ...hreflangIssues,
  ...structureIssues,
  ...PAGE_RULES.map((rule) => (rule.id === FRAGMENT_MISSING ? fragmentIssue(rule) : issueOfRule(rule))),
];

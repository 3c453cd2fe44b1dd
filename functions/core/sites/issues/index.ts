import { auditIssues } from './audits.ts';
import { canonicalIssues } from './canonicals.ts';
import { checkIssues } from './checks.ts';
import { hreflangIssues } from './hreflang.ts';
import type { Issue } from './issue.ts';
import { indexabilityIssues } from './indexability.ts';
import { linkIssues } from './links.ts';
import { markupIssues, structureIssues } from './structure.ts';
import { nearDuplicate } from './near-duplicates.ts';
import { responseIssues } from './responses.ts';
import { sitemapIssues } from './sitemaps.ts';
import { structuredDataIssues } from './structured-data.ts';
import { targetIssues } from './targets.ts';
import { textIssues } from './texts.ts';

/**
 * All issues, by subject; those of audits and checks of single pages come last. Answers list the issues of a severity
 * in this order.
 */
export const ISSUES: readonly Issue[] = [
  ...indexabilityIssues,
  ...linkIssues,
  ...responseIssues,
  ...targetIssues,
  ...textIssues,
  nearDuplicate,
  ...canonicalIssues,
  ...sitemapIssues,
  ...hreflangIssues,
  ...structureIssues,
  ...markupIssues,
  ...structuredDataIssues,
  ...auditIssues,
  ...checkIssues,
];

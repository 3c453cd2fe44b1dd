import { auditIssues } from './audits.ts';
import type { Issue } from './issue.ts';
import { linkIssues } from './links.ts';
import { markupIssues, structureIssues } from './structure.ts';
import { responseIssues } from './responses.ts';
import { sitemapIssues } from './sitemaps.ts';
import { textIssues } from './texts.ts';
import { canonicalIssues, hreflangIssues } from './versions.ts';

/** All issues, by subject; those of page audits come last. Answers list the issues of a severity in this order. */
export const ISSUES: readonly Issue[] = [
  ...linkIssues,
  ...responseIssues,
  ...textIssues,
  ...canonicalIssues,
  ...sitemapIssues,
  ...hreflangIssues,
  ...structureIssues,
  ...markupIssues,
  ...auditIssues,
];

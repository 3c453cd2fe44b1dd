import type { SiteResult } from '../../record/site-schema.ts';
import type { Severity } from '../../analysis/audit/audit.ts';
import { ISSUES } from '../issues/index.ts';
import type { Issue } from '../issues/issue.ts';
import type { Site, SitePage } from '../graph/site.ts';

/** Addresses that are named of an issue. */
const EXAMPLES = 5;

/** An issue with the pages that show it, in the order of the site. */
export interface FoundIssue {
  issue: Issue;
  pages: SitePage[];
}

const RANKS: Record<Severity, number> = { error: 0, warning: 1, notice: 2 };

/** @returns the issues that some page shows: the most severe first, then what most pages show, then by subject */
export function findIssues(site: Site): FoundIssue[] {
  const found = ISSUES.map((issue) => ({ issue, pages: [...issue.find(site)].sort((a, b) => a.index - b.index) }));
  return found
    .filter(({ pages }) => pages.length > 0)
    .sort((a, b) => RANKS[a.issue.severity] - RANKS[b.issue.severity] || b.pages.length - a.pages.length);
}

/** @returns an issue as the answer tells of it */
export function issueSummary({ issue, pages }: FoundIssue): SiteResult['issues'][number] {
  const { id, severity, scope, title, howToFix, learnMore } = issue;
  return {
    ...{ id, severity, scope, count: pages.length, title, how_to_fix: howToFix, learn_more: learnMore },
    examples: pages.slice(0, EXAMPLES).map(({ url }) => url),
  };
}

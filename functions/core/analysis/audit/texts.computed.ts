import { SEO_AUDITS } from './index.ts';

/** What the workspace needs of an audit's definition. */
interface AuditTexts {
  /** As that of the issue of crawled sites with the same fault. */
  severity: (typeof SEO_AUDITS)[number]['severity'];
  /** Title of a passed audit. */
  passed: string;
  /** Title of a failed audit. */
  failed: string;
  fix: string;
  /** Address of the rule's documentation. */
  rule: string;
}

/**
 * Severities and texts of audits by id. The build of the workspace's page replaces this module by its value
 * (`functions/computed-modules.ts`), so that browsers do not load the audits.
 */
export const auditTexts: Readonly<Record<string, AuditTexts>> = Object.fromEntries(
  SEO_AUDITS.map(({ id, severity, title: passed, failureTitle: failed, howToFix: fix, learnMore: rule }) => [
    id,
    { severity, passed, failed, fix, rule },
  ]),
);

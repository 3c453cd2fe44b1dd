import { SEO_AUDITS } from './index.ts';

/** What the workspace shows of an audit. */
interface AuditTexts {
  /** What is so if it passes. */
  passed: string;
  /** What is wrong if it fails. */
  failed: string;
  fix: string;
  /** Address of the rule's documentation. */
  rule: string;
}

/**
 * Texts of audits by id. The build of the workspace's page replaces this module by its value
 * (`functions/computed-modules.ts`), so that browsers do not load the audits.
 */
export const auditTexts: Readonly<Record<string, AuditTexts>> = Object.fromEntries(
  SEO_AUDITS.map(({ id, title: passed, failureTitle: failed, howToFix: fix, learnMore: rule }) => [
    id,
    { passed, failed, fix, rule },
  ]),
);

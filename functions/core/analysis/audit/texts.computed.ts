import { SEO_AUDITS } from './index.ts';

/** Texts of an audit in the workspace. */
interface AuditTexts {
  /** Title of a passed audit. */
  passed: string;
  /** Title of a failed audit. */
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

import { AUDITED_RULES } from './audits.ts';
import type { Severity } from './rule.ts';

/** What the workspace needs of an audit's definition. */
interface AuditTexts {
  /** Id of the issue of the same fault. */
  issue: string;
  severity: Severity;
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
  AUDITED_RULES.map(({ id: issue, severity, howToFix: fix, learnMore: rule, audit }) => [
    audit.id,
    { issue, severity, passed: audit.title, failed: audit.failureTitle, fix, rule },
  ]),
);

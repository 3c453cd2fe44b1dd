import { AUDITED_RULES } from './audits.ts';
import type { Severity } from './rule.ts';

/** What the workspace needs of an audit's definition. */
interface AuditTexts {
  /** Ids of the issues of the same fault. */
  issues: string[];
  severity: Severity;
  /** Title of a passed audit. */
  passed: string;
  /** Title of a failed audit. */
  failed: string;
  fix: string;
  /** Address of the rule's documentation. */
  rule: string;
}

/** Issues that report the fault of an audit on some pages in place of that of its rule. */
const ALSO: Record<string, string[]> = {
  'is-crawlable': ['home-page-not-indexable', 'noindex-by-header'],
  'http-status-code': ['server-error'],
  canonical: ['canonical-several'],
};

/**
 * Severities and texts of audits by id. The build of the workspace's page replaces this module by its value
 * (`functions/computed-modules.ts`), so that browsers do not load the audits.
 */
export const auditTexts: Readonly<Record<string, AuditTexts>> = Object.fromEntries(
  AUDITED_RULES.map(({ id, severity, howToFix: fix, learnMore: rule, audit }) => [
    audit.id,
    { issues: [id, ...(ALSO[audit.id] ?? [])], severity, passed: audit.title, failed: audit.failureTitle, fix, rule },
  ]),
);

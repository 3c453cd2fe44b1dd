import { useMemo } from 'react';
import type { Audit, DomainAnswer } from '../../../../core/record/record.ts';
import type { IssueRow } from '../../../../core/record/site-evidence-schema.ts';
import { auditTexts } from '../../../../core/analysis/rules/audit-texts.computed.ts';
import { type Translate, translateMessage } from './messages.ts';
import { useTranslate } from './use-language.ts';

export type AuditResult = Audit['audits'][number];
export type AuditTexts = Readonly<Record<string, (typeof auditTexts)[string]>>;

/** Returns the texts of audits by id in the page's language; those in English are part of the audits' definitions. */
export function auditTextsIn(t: Translate): AuditTexts {
  if (!t.has('audits.texts.canonical.failed')) return auditTexts;
  const inLanguage = (id: string, text: string, english: string) =>
    translateMessage(`audits.texts.${id}.${text}`, { message: english, values: {} }, t);
  return Object.fromEntries(
    Object.entries(auditTexts).map(([id, { passed, failed, fix, ...others }]) => [
      id,
      {
        ...others,
        passed: inLanguage(id, 'passed', passed),
        failed: inLanguage(id, 'failed', failed),
        fix: inLanguage(id, 'fix', fix),
      },
    ]),
  );
}

/** The texts of audits in the chosen language. */
export function useAuditTexts(): AuditTexts {
  const t = useTranslate();
  return useMemo(() => auditTextsIn(t), [t]);
}

/** The requirement that is met if an audit passes, or the issue if it fails; that of the record for an unknown audit. */
export function auditTitle(
  { id, status, title }: Pick<AuditResult, 'id' | 'status' | 'title'>,
  texts: AuditTexts,
): string {
  const { failed, passed } = texts[id] ?? { failed: title, passed: title };
  return status === 'fail' ? failed : passed;
}

/** The issue of an audit that failed. */
export function failedTitle({ id, title }: { id: string; title: string }, texts: AuditTexts): string {
  return auditTitle({ id, title, status: 'fail' }, texts);
}

/** Why an audit failed, or a note if it passed, in the page's language; in English if its code is unknown. */
export function explanationOf(result: AuditResult, t: Translate): string | null {
  const { explanation, explanation_code, explanation_params } = result;
  if (explanation === null) return null;
  return translateMessage(
    `audits.messages.${explanation_code}`,
    { message: explanation, values: explanation_params },
    t,
  );
}

/** The occurrences of issues of a page that no failed audit of it shows. */
export function otherIssues({ audit, issues }: Pick<DomainAnswer, 'audit' | 'issues'>, texts: AuditTexts): IssueRow[] {
  const failed = audit?.audits.filter(({ status }) => status === 'fail') ?? [];
  return (issues ?? []).filter((row) => !failed.some((result) => isShownBy(result, row, texts)));
}

/** An issue can find more elements than the audit of the same fault. */
function isShownBy({ id, items }: AuditResult, { issue, element }: IssueRow, texts: AuditTexts): boolean {
  if (!texts[id]?.issues.includes(issue)) return false;
  const elements = items.flatMap((item) => item.element ?? []);
  return elements.length === 0 || element === null || elements.some((shown) => element.includes(shown));
}

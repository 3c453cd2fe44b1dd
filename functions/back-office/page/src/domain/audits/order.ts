import type { Audit } from '../../../../../shared/record/record.ts';

type AuditResult = Audit['audits'][number];

const ORDER: Record<AuditResult['status'], number> = { fail: 0, pass: 1, not_applicable: 2 };

/** Failed audits first; audits of the same status by weight. */
export function worstFirst(audits: readonly AuditResult[]): AuditResult[] {
  return audits.toSorted((a, b) => ORDER[a.status] - ORDER[b.status] || b.weight - a.weight);
}

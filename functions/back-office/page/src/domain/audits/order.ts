import type { Audit } from '../../../../../core/record/record.ts';

type AuditResult = Audit['audits'][number];

/** The audits with a status, by weight. */
export function heaviestFirst(audits: readonly AuditResult[], status: AuditResult['status']): AuditResult[] {
  return audits.filter((one) => one.status === status).toSorted((a, b) => b.weight - a.weight);
}

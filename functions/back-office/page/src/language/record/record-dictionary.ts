import type { AuditTexts } from '../../domain/audits/audit-title.ts';

/** Texts of audits, for views that are not moved to the UI kit yet. */
export interface RecordDictionary {
  audits: AuditTexts;
  how_to_fix: string;
}

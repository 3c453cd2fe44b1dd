import type { DomainAnswer, SectionPath } from '../../../../../core/record/record.ts';
import { flattenSections } from '../../../../../core/record/sections.ts';

/** Path of a section that the record's tab shows, such as `popularity.tranco`; the audit has its own tab. */
export type SectionName = Exclude<SectionPath, 'audit' | 'seo_score'>;

/** The sections of a record by their paths, in the order of the documentation. */
export function sectionsOf(record: DomainAnswer): Record<SectionName, object | null> {
  const { audit: _audit, seo_score: _score, ...shown } = flattenSections(record);
  return shown;
}

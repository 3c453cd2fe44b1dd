import type { SectionPath, SourceReport } from '../../../../core/record/record.ts';

/** The source that fills a section. */
export function sourceOf(section: SectionPath, sources: readonly SourceReport[]): SourceReport | undefined {
  return sources.find(({ fields }) => fields.includes(section));
}

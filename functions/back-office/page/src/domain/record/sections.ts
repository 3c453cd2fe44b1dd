import type { DomainAnswer, Sections, SourceReport } from '../../../../../shared/record/record.ts';
import type { Dictionary } from '../../language/dictionary.ts';

/** A section's path in the record, such as `popularity.tranco`. */
export type SectionName = keyof Dictionary['record']['sections'] & (keyof Sections | 'top_keywords');

/** The sections of a record by their paths, in the order of the documentation. */
export function sectionsOf(record: DomainAnswer): Record<SectionName, object | null> {
  return {
    page: record.page,
    robots_txt: record.robots_txt,
    sitemap: record.sitemap,
    dns: record.dns,
    tls: record.tls,
    registration: record.registration,
    'popularity.tranco': record.popularity.tranco,
    'popularity.open_page_rank': record.popularity.open_page_rank,
    archive: record.archive,
    common_crawl: record.common_crawl,
    'performance.field': record.performance.field,
    'performance.lab': record.performance.lab,
    organic: record.organic,
    paid: record.paid,
    top_keywords: record.top_keywords,
  };
}

/** The source that fills a section. */
export function sourceOf(section: SectionName, sources: readonly SourceReport[]): SourceReport | undefined {
  return sources.find(({ fields }) => fields.includes(section));
}

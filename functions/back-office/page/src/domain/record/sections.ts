import type { SectionPath } from '../../../../../core/record/record.ts';

/** Path of a section that the record's tab shows, such as `popularity.tranco`; the audit has its own tab. */
export type SectionName = Exclude<SectionPath, 'audit' | 'seo_score'>;

/** The sections of a record by subject, in the order in which they are shown. */
export const recordGroups = [
  { id: 'page', names: ['page'] },
  { id: 'crawling', names: ['robots_txt', 'sitemap', 'hreflang_cluster', 'ai_access.agents', 'ai_access.llms_txt'] },
  { id: 'security', names: ['tls', 'security_headers', 'host_variants'] },
  { id: 'domain', names: ['registration', 'dns', 'archive', 'common_crawl'] },
  { id: 'popularity', names: ['popularity.tranco', 'popularity.open_page_rank'] },
  { id: 'performance', names: ['performance.field', 'performance.lab'] },
  { id: 'search', names: ['top_keywords', 'organic', 'paid'] },
] as const satisfies { id: string; names: readonly SectionName[] }[];

export type RecordGroup = (typeof recordGroups)[number]['id'];

import type { z } from 'zod';
import type * as schema from './schema.ts';

/** Types of the domain record; what each member means stands in `schema.ts`. */
export type DomainRecord = z.infer<typeof schema.domainRecord>;
export type DomainAnswer = z.infer<typeof schema.domainAnswer>;
export type Page = z.infer<typeof schema.page>;
export type Redirect = z.infer<typeof schema.redirect>;
export type Audit = z.infer<typeof schema.audit>;
export type RobotsTxt = z.infer<typeof schema.robotsTxt>;
export type Sitemap = z.infer<typeof schema.sitemap>;
export type Dns = z.infer<typeof schema.dns>;
export type Tls = z.infer<typeof schema.tls>;
export type Registration = z.infer<typeof schema.registration>;
export type Tranco = z.infer<typeof schema.tranco>;
export type OpenPageRank = z.infer<typeof schema.openPageRank>;
export type Archive = z.infer<typeof schema.archive>;
export type CommonCrawl = z.infer<typeof schema.commonCrawl>;
export type FieldPerformance = z.infer<typeof schema.fieldPerformance>;
export type LabPerformance = z.infer<typeof schema.labPerformance>;
export type SearchPositions = z.infer<typeof schema.searchPositions>;
export type TopKeyword = z.infer<typeof schema.topKeyword>;
export type SourceStatus = z.infer<typeof schema.sourceStatus>;
export type SourceReport = z.infer<typeof schema.sourceReport>;

/** What sources fill, by the path of the member in the record. */
export interface Sections {
  page: Page | null;
  robots_txt: RobotsTxt | null;
  sitemap: Sitemap | null;
  audit: Audit | null;
  seo_score: number | null;
  dns: Dns | null;
  tls: Tls | null;
  registration: Registration | null;
  'popularity.tranco': Tranco | null;
  'popularity.open_page_rank': OpenPageRank | null;
  archive: Archive | null;
  common_crawl: CommonCrawl | null;
  'performance.field': FieldPerformance | null;
  'performance.lab': LabPerformance | null;
  organic: SearchPositions | null;
  paid: SearchPositions | null;
  top_keywords: TopKeyword[] | null;
}

/** Longest list in a record, unless its description says otherwise. */
export const LIST_CAP = 100;

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
export type SourceStatus = z.infer<typeof schema.sourceStatus>;
export type SourceReport = z.infer<typeof schema.sourceReport>;

/** Members of the record that sources fill. */
export type Sections = Omit<DomainRecord, 'complete' | 'sources'>;

/** Longest list in a record, unless its description says otherwise. */
export const LIST_CAP = 100;

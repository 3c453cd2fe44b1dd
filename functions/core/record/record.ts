import type { z } from 'zod';
import type * as policySchema from './ai-policy-schema.ts';
import type * as schema from './schema.ts';

/** Types of the domain record; `schema.ts` describes each member. */
export type DomainRecord = z.infer<typeof schema.domainRecord>;
export type DomainAnswer = z.infer<typeof schema.domainAnswer>;
export type Page = z.infer<typeof schema.page>;
export type Audit = z.infer<typeof schema.audit>;
export type RobotsTxt = z.infer<typeof schema.robotsTxt>;
export type Sitemap = z.infer<typeof schema.sitemap>;
export type Dns = z.infer<typeof schema.dns>;
export type Tls = z.infer<typeof schema.tls>;
export type HostVariants = z.infer<typeof schema.hostVariants>;
export type SecurityHeaders = z.infer<typeof schema.securityHeaders>;
export type HreflangCluster = z.infer<typeof schema.hreflangCluster>;
export type AiAccess = z.infer<typeof schema.aiAccess>;
export type AiPolicy = z.infer<typeof policySchema.aiPolicy>;
export type PolicyMembers = z.infer<typeof policySchema.policyMembers>;
export type LlmsTxt = z.infer<typeof schema.llmsTxt>;
export type Registration = z.infer<typeof schema.registration>;
export type Tranco = z.infer<typeof schema.tranco>;
export type FieldPerformance = z.infer<typeof schema.fieldPerformance>;
export type LabPerformance = z.infer<typeof schema.labPerformance>;
export type SearchPositions = z.infer<typeof schema.searchPositions>;
export type SourceStatus = z.infer<typeof schema.sourceStatus>;
export type SourceReport = z.infer<typeof schema.sourceReport>;

/** The members of a record that sources fill. */
export type SectionMembers = Omit<DomainRecord, 'complete' | 'sources'>;

/** Path of a section: a member that can be null, such as `dns`, or a part of one that cannot: `popularity.tranco`. */
export type SectionPath = {
  [Name in keyof SectionMembers]: null extends SectionMembers[Name]
    ? Name
    : `${Name}.${keyof SectionMembers[Name] & string}`;
}[keyof SectionMembers];

/** Values of the sections by path. */
export type Sections = {
  [Path in SectionPath]: Path extends `${infer Name extends keyof SectionMembers}.${infer Part}`
    ? SectionMembers[Name][Part & keyof SectionMembers[Name]]
    : SectionMembers[Path & keyof SectionMembers];
};

/** Maximum length of a list in a record, unless its description has another. */
export const LIST_CAP = 100;

import type { SeoAudit } from './audit.ts';
import { PAGE_RULES } from './index.ts';
import type { PageRule } from './rule.ts';

/** Lighthouse version whose SEO category these audits follow. */
export const COMPATIBLE_WITH = 'lighthouse-13.5.0 seo';

/** Ids of the audits of the score, in Lighthouse's order. */
const IDS = [
  'is-crawlable',
  'document-title',
  'meta-description',
  'http-status-code',
  'link-text',
  'crawlable-anchors',
  'robots-txt',
  'image-alt',
  'hreflang',
  'canonical',
];

/** A rule with Lighthouse's audit of the same fault. */
type AuditedRule = PageRule & { audit: SeoAudit };

/** The rules whose audits make the score, in Lighthouse's order. */
export const AUDITED_RULES: readonly AuditedRule[] = IDS.map((id) =>
  PAGE_RULES.find((rule): rule is AuditedRule => rule.audit?.id === id)!,
);

/** All audits of the score, in Lighthouse's order. */
export const SEO_AUDITS: readonly SeoAudit[] = AUDITED_RULES.map(({ audit }) => audit);

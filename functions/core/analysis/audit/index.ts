import type { SeoAudit } from './audit.ts';
import { canonical, documentTitle, hreflang, metaDescription } from './head.ts';
import { imageAlt } from './images.ts';
import { httpStatusCode, isCrawlable, robotsTxt } from './indexing.ts';
import { crawlableAnchors, linkText } from './links.ts';

/** Lighthouse version whose SEO category these audits follow. */
export const COMPATIBLE_WITH = 'lighthouse-13.5.0 seo';

/** All audits of the score, in Lighthouse's order. */
export const SEO_AUDITS: readonly SeoAudit[] = [
  isCrawlable,
  documentTitle,
  metaDescription,
  httpStatusCode,
  linkText,
  crawlableAnchors,
  robotsTxt,
  imageAlt,
  hreflang,
  canonical,
];

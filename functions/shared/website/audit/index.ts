import type { SeoAudit } from './audit.ts';
import { canonical } from './canonical.ts';
import { crawlableAnchors } from './crawlable-anchors.ts';
import { documentTitle } from './document-title.ts';
import { hreflang } from './hreflang.ts';
import { httpStatusCode } from './http-status-code.ts';
import { imageAlt } from './image-alt.ts';
import { isCrawlable } from './is-crawlable.ts';
import { linkText } from './link-text.ts';
import { metaDescription } from './meta-description.ts';
import { robotsTxt } from './robots-txt.ts';

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

/**
 * The entry of one page of `/api/v1/seo/page`, as one schema; see `schema.ts`, with which it shares what it says of a
 * page. No function loads it.
 */
import { z } from 'zod';
import { audit, domainAnswer, page, sections, securityHeaders, sourceReport } from './schema.ts';

/** The part that is stored, and returned unchanged. */
export const pageRecord = z.strictObject({
  seo_score: domainAnswer.shape.seo_score.describe('Score of the audit; null: the page could not be read'),
  audit: audit.nullable().describe('SEO audit of the page'),
  page: page.nullable().describe('The page, as it was served'),
  robots: z
    .strictObject({
      allowed: z.boolean().nullable().describe('May this crawler fetch the page? null: not known'),
      rule: z.string().nullable().describe('Line of robots.txt that decides; null where none does'),
    })
    .describe('What robots.txt says of the page to this crawler'),
  security_headers: securityHeaders.nullable().describe('Headers that protect visitors; not part of the score'),
  keywords: sections.shape.top_keywords.describe('Phrases that the page is about, best first; null: it was not read'),
  sources: z.array(sourceReport).describe('What came of asking the site'),
});

/** `data` of `/api/v1/seo/page`. */
export const pageAnswer = z.strictObject({
  url: z.string().describe('The address in its normal form, under which the page is kept'),
  domain: domainAnswer.shape.domain.describe('The host of the address: lower-case ASCII, without www.'),
  cache_status: domainAnswer.shape.cache_status,
  first_cached_at: z.iso.datetime().describe('When the page was first fetched'),
  updated_at: z.iso.datetime().describe('When the page was last fetched'),
  age_seconds: domainAnswer.shape.age_seconds,
  ...pageRecord.shape,
});
